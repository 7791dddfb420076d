import { useEffect, useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";
import { call } from "../../../client.ts";
import { paths } from "../../../paths.ts";
import type { RootData } from "../../../root.tsx";
import { useSession } from "../../../state/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { NewPasswordField, newPasswordError } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useForm } from "../../../ui/use-form.ts";
import { pageMeta } from "../../page-meta.ts";
import { SignInLayout } from "../sign-in-layout.tsx";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Elegir contraseña" });
}

/** The page that the link in the email opens. The token is after '#', so that it is in no log and no Referer header. */
export default function Reset() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { session, open } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const [token, setToken] = useState<string | null | undefined>(undefined);
  const [data, setData] = useState({ password: "" });
  const form = useForm(data, setData);
  useEffect(() => setToken(new URLSearchParams(location.hash.slice(1)).get("token")), []);
  const minLength = shop.settings.accounts.passwordMin;
  const submit = async (): Promise<void> => {
    if (form.showErrors({ password: newPasswordError(data.password, minLength) })) return;
    const body = { ...data, token: token ?? "" };
    const outcome = await form.waitFor(call("resetPassword", { body, token: session?.token }));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    open(outcome.data);
    showToast("success", "Contraseña actualizada");
    void navigate("/", { replace: true });
  };
  return (
    <SignInLayout title="Elige una contraseña nueva">
      {token === null ? (
        <Notice tone="error" title="A este enlace le falta una parte">
          Ábrelo desde el correo, o{" "}
          <Link to={paths.forgot} className="underline underline-offset-4">
            pide otro
          </Link>
          .
        </Notice>
      ) : (
        <Form form={form} onSubmit={submit}>
          <NewPasswordField {...form.field("password")} label="Contraseña nueva" min={minLength} />
          <Button type="submit" wide busy={form.busy}>
            Guardar y entrar
          </Button>
        </Form>
      )}
    </SignInLayout>
  );
}
