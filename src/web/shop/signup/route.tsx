import { useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";
import { formatPhone, phoneDigits } from "../../../domain/phone.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { NewPasswordField, newPasswordError } from "../../ui/new-password-field.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { UsernameField } from "../../ui/username-field.tsx";
import { AccountReasons } from "../login/account-reasons.tsx";
import { SignInLayout } from "../login/sign-in-layout.tsx";
import { useRedirectWhenSignedIn } from "../login/use-return-path.ts";
import { pageMeta } from "../page-meta.ts";
import { NameFields, personErrors, PhoneField, RfcField, usernameError } from "../person-fields.tsx";
import { useIdempotencyKey } from "../use-idempotency-key.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Registro" });
}

const EMPTY_ACCOUNT = { name: "", lastName: "", phone: "", username: "", password: "", rfc: "" };

export default function Signup() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const returnPath = useRedirectWhenSignedIn();
  const { session, open } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const [data, setData] = useState(EMPTY_ACCOUNT);
  const form = useForm(data, setData);
  const idempotencyKeyOf = useIdempotencyKey();
  const minPasswordLength = shop.settings.accounts.passwordMin;
  /** Copies a phone number that is typed as the username to the empty field of the phone. */
  const copyPhoneFromUsername = (): void => {
    const digits = phoneDigits(data.username);
    if (digits && !data.phone) form.change({ phone: formatPhone(digits) });
  };
  const submit = async (): Promise<void> => {
    const hasErrors = form.showErrors({
      ...personErrors(data),
      username: usernameError(data.username),
      password: newPasswordError(data.password, minPasswordLength),
    });
    if (hasErrors) return;
    const body = { ...data, rfc: data.rfc.trim() || null };
    // With the token of a guest's session, the guest's orders become orders of the new account (decision 12).
    const options = { body, idempotencyKey: idempotencyKeyOf(body), token: session?.token };
    const outcome = await form.waitFor(call("createCustomer", options));
    if (!outcome.ok) return form.showProblem(outcome.problem, { USERNAME_TAKEN: "username" });
    open(outcome.data);
    showToast("success", `Bienvenido ${outcome.data.customer.name}!`);
    void navigate(returnPath, { replace: true });
  };
  return (
    <SignInLayout title="Crea tu cuenta" aside={<AccountReasons />}>
      <Form form={form} onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <NameFields form={form} />
        </div>
        <UsernameField
          {...form.field("username")}
          label="Correo electrónico o Teléfono celular (10 dígitos)"
          hint="Con él inicias sesión. Con un correo puedes recuperar tu contraseña."
          onBlur={copyPhoneFromUsername}
        />
        <PhoneField form={form} hint="Para avisarte de tus envíos." />
        <NewPasswordField {...form.field("password")} label="Contraseña" min={minPasswordLength} />
        <RfcField form={form} hint="Solo si vas a pedir factura." />
        <p className="text-sm text-soft">
          Al crear tu cuenta aceptas los{" "}
          <Link to={paths.terms} className="underline underline-offset-4">
            términos
          </Link>{" "}
          y el{" "}
          <Link to={paths.privacy} className="underline underline-offset-4">
            aviso de privacidad
          </Link>
          .
        </p>
        <Button type="submit" wide busy={form.busy}>
          Crear mi cuenta
        </Button>
        <p className="text-sm">
          ¿Ya tienes cuenta?{" "}
          <Link
            to={paths.login(returnPath === "/" ? undefined : returnPath)}
            className="font-semibold underline underline-offset-4"
          >
            Inicia sesión
          </Link>
        </p>
      </Form>
    </SignInLayout>
  );
}
