import { useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../client.ts";
import { useSession } from "../../../state/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { useForm } from "../../../ui/use-form.ts";
import { UsernameField } from "../../../ui/username-field.tsx";
import { pageMeta } from "../../page-meta.ts";
import { SignInLayout } from "../sign-in-layout.tsx";
import { useRedirectWhenSignedIn } from "../use-return-path.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Sesión asistida" });
}

/** The sign-in of staff who act for a customer, with a one-time token (rule STAFF-1). */
export default function AssistedLogin() {
  const returnPath = useRedirectWhenSignedIn();
  const { session, open } = useSession();
  const navigate = useNavigate();
  const [data, setData] = useState({ username: "", suToken: "" });
  // The panel's link has username and token after the #, which is not sent to any server. They are removed from the
  // URL immediately. This is a layout effect, because it must run before the boot script (build/boot.ts) repeats a
  // press of the button from before the hydration.
  useLayoutEffect(() => {
    const linkData = new URLSearchParams(window.location.hash.slice(1));
    const suToken = linkData.get("token");
    if (!suToken) return;
    setData({ username: linkData.get("usuario") ?? "", suToken });
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  }, []);
  const form = useForm(data, setData);
  const submit = async (): Promise<void> => {
    const hasErrors = form.showErrors({
      username: data.username.trim() ? undefined : "Escribe el correo o celular del cliente",
      suToken: data.suToken.trim() ? undefined : "Escribe el token",
    });
    if (hasErrors) return;
    const outcome = await form.waitFor(call("login", { body: data, token: session?.token }));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    open(outcome.data);
    void navigate(returnPath, { replace: true });
  };
  return (
    <SignInLayout title="Sesión asistida">
      <p className="text-soft">
        Para el personal de la tienda: abre por 60 minutos la sesión de un cliente que lo pidió.
      </p>
      <Form form={form} failureTitle="Error iniciando sesión" onSubmit={submit}>
        <UsernameField
          {...form.field("username")}
          label="Correo electrónico o teléfono del cliente"
          autoComplete="off"
        />
        <TextField
          {...form.field("suToken")}
          label="Su Token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          hint="Sirve una vez, durante 10 minutos."
        />
        <Button type="submit" wide busy={form.busy}>
          Ingresar
        </Button>
      </Form>
    </SignInLayout>
  );
}
