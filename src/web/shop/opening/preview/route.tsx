import { useEffect, useState } from "react";
import { redirect, redirectDocument, useSubmit } from "react-router";
import { readAtMost } from "../../../../server/http/read-json.ts";
import { isPreviewToken, previewCookie } from "../../../../server/settings/preview.ts";
import { appContext, shopContext } from "../../../context.ts";
import { pageMeta } from "../../page-meta.ts";
import type { Route } from "./+types/route";

const TOKEN_PATTERN = /^[\w-]{43}$/;

/** An open shop needs no preview. */
export function loader({ context }: Route.LoaderArgs) {
  // oxlint-disable-next-line no-throw-literal -- React Router's way of redirecting
  if (context.get(shopContext).unopenedView === undefined) throw redirect("/");
  return null;
}

/** Sets the preview cookie if the link's `token` is valid, and redirects to the shop. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const body = await readAtMost(request, 1_024);
  const token = new URLSearchParams(new TextDecoder().decode(body ?? undefined)).get("token") ?? "";
  const isValid = TOKEN_PATTERN.test(token) && (await isPreviewToken(app, context.get(shopContext).id, token));
  if (!isValid) return { isInvalid: true };
  return redirectDocument("/", { headers: { "Set-Cookie": previewCookie(app, token) } });
}

export function headers() {
  return { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Vista previa" });
}

/** The link's token is in the URL fragment, which browsers do not send to the server. */
export default function PreviewPage({ actionData }: Route.ComponentProps) {
  const submit = useSubmit();
  const [isTokenMalformed, setIsTokenMalformed] = useState(false);
  useEffect(() => {
    const token = location.hash.slice(1);
    if (TOKEN_PATTERN.test(token)) void submit({ token }, { method: "post", replace: true });
    else setIsTokenMalformed(true);
  }, [submit]);
  const isInvalid = isTokenMalformed || actionData?.isInvalid === true;
  return (
    <main id="contenido" className="page grid flex-1 place-content-center justify-items-center gap-4 py-24 text-center">
      <h1 className="text-2xl">{isInvalid ? "Este enlace ya no sirve" : "Abriendo la vista previa…"}</h1>
      <p role="status" className="max-w-md text-balance text-soft">
        {isInvalid
          ? "Los enlaces de vista previa duran 24 horas. Haz otro en el panel, en Primeros pasos."
          : "En un momento ves la tienda como la verán tus clientes."}
      </p>
      <noscript>
        <p>Para ver la tienda antes de abrir, activa JavaScript en tu navegador.</p>
      </noscript>
      {isInvalid && (
        <a href="/panel" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
          Ir al panel
        </a>
      )}
    </main>
  );
}
