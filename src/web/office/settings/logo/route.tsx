import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import { changeLogo } from "../../../../server/settings/change-theme.ts";
import { toPublicShop } from "../../../../server/shops/shop.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readUpload } from "../../guard.ts";
import { FileField } from "../../kit/file-field.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { requireShop } from "../require-shop.ts";
import { SampleFrame } from "../sample-view.tsx";
import { renderSection } from "../shop-parts.server.tsx";
import type { Route } from "./+types/route";

const MAX_UPLOAD_BYTES = 21 * 1024 * 1024;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { shop } = await requireShop(context, request, params.shopKey, "settings.edit");
  const html = await renderSection("tienda", toPublicShop(shop), context.get(appContext).originOf(shop.hosts));
  return { shop: { key: shop.key, name: shop.name, logo: shop.logo }, html };
}

/** Saves a picture as the shop's logo. The intent `drop` shows the shop's name again. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const form = await readUpload(request, MAX_UPLOAD_BYTES);
  if (form === null) return { failure: refusalText("picture_too_heavy", "staff") };
  const [file] = form.files("picture");
  const isRemoval = form.text("intent") === "drop";
  if (!file && !isRemoval) return { failure: "Elige la imagen del logo." };
  const bytes = isRemoval ? null : Buffer.from(await file!.arrayBuffer());
  const logo = await changeLogo(context.get(appContext), shop, bytes, actorOf(context, staff));
  if (isRefusal(logo)) return { failure: refusalText(logo.refused, "staff") };
  return redirect(officePaths.settingsSection(shop.key, "logo"));
}

export function meta() {
  return [{ title: "Logo · Panel" }];
}

export default function Logo({ loaderData: { shop, html }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Logo"
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. Sale en el encabezado y en las facturas, en lugar del nombre.`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title={shop.logo ? "Cambiar el logo" : "Subir un logo"}>
          <PostForm
            key={shop.logo}
            encType="multipart/form-data"
            submitLabel="Subir logo"
            failure={actionData?.failure}
          >
            <FileField
              name="picture"
              label="Imagen"
              hint="JPEG, PNG, WebP o AVIF, de 200 pixeles de ancho o más; lo transparente se ve blanco"
              accept="image/*"
            />
          </PostForm>
          {shop.logo && (
            <PostForm encType="multipart/form-data" submitLabel="Quitar el logo" variant="secondary">
              <input type="hidden" name="intent" value="drop" />
            </PostForm>
          )}
        </Section>
        <Section title="Así se ve">
          {html && <SampleFrame html={html} title="Muestra del encabezado" className="h-80" />}
        </Section>
      </div>
    </>
  );
}
