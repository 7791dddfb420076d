import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { signIn } from "../../../../server/staff/sign-in.ts";
import { appContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { SignInLayout } from "../sign-in-layout.tsx";
import { deviceOf, readForm, sessionCookieHeaders, officeSessionOf } from "../../guard.ts";
import { returnPathOf, officePaths } from "../../paths.ts";
import { PasskeyButton } from "../passkey/passkey-button.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export function loader({ context, request }: Route.LoaderArgs) {
  if (officeSessionOf(context).staff) throw redirect(returnPathOf(request) ?? officePaths.home);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const email = form.text("email");
  const credentials = { email, password: form.text("password", 128) };
  const session = await signIn(context.get(appContext), credentials, deviceOf(context, request));
  if (isRefusal(session)) return { email, failure: sentenceOf(session) };
  const returnPath = returnPathOf(request);
  const nextPath = session.needsFactor ? officePaths.secondFactor(returnPath) : (returnPath ?? officePaths.home);
  return redirect(nextPath, { headers: sessionCookieHeaders(context, session.token) });
}

export function meta() {
  return [{ title: "Entrar al panel" }];
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  return (
    <SignInLayout title="Entrar">
      <PostForm failure={actionData?.failure} submitLabel="Entrar">
        <TextField
          name="email"
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.email}
        />
        <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
      </PostForm>
      <PasskeyButton />
      <p className="text-sm text-soft">¿Olvidaste tu contraseña? Una dueña puede restablecer tu acceso.</p>
    </SignInLayout>
  );
}
