import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { passSecondFactor } from "../../../../server/staff/sign-in.ts";
import { findPendingSession } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { SignInLayout } from "../sign-in-layout.tsx";
import { deviceOf, readForm, sessionCookieHeaders, officeSessionOf } from "../../guard.ts";
import { returnPathOf, officePaths } from "../../paths.ts";
import { PasskeyButton } from "../passkey/passkey-button.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff, token } = officeSessionOf(context);
  if (staff) throw redirect(returnPathOf(request) ?? officePaths.home);
  if (!token || !(await findPendingSession(context.get(appContext), token)))
    throw redirect(officePaths.signIn(returnPathOf(request)));
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { token } = officeSessionOf(context);
  const code = (await readForm(request)).text("code", 40);
  const returnPath = returnPathOf(request);
  const session = await passSecondFactor(context.get(appContext), token ?? "", code, deviceOf(context, request));
  if (!isRefusal(session)) {
    return redirect(returnPath ?? officePaths.home, { headers: sessionCookieHeaders(context, session.token) });
  }
  if (session.refused === "session_ended") return redirect(officePaths.signIn(returnPath));
  return { failure: sentenceOf(session) };
}

export function meta() {
  return [{ title: "Segundo factor" }];
}

export default function SecondFactor({ actionData }: Route.ComponentProps) {
  return (
    <SignInLayout title="Escribe tu código">
      <PostForm failure={actionData?.failure} submitLabel="Continuar">
        <TextField
          name="code"
          label="Código de tu aplicación"
          hint="Los seis dígitos que muestra ahora, o uno de tus códigos de recuperación."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </PostForm>
      <PasskeyButton />
    </SignInLayout>
  );
}
