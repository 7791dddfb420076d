import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { acceptInvitation, findInvitation, STAFF_PASSWORD_MIN } from "../../../../server/staff/invitations.ts";
import { appContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { NewPasswordField } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Door } from "../door.tsx";
import { deviceOf, readForm, sessionCookie } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

const keyOf = (request: Request): string => new URL(request.url).searchParams.get("clave") ?? "";

export async function loader({ context, request }: Route.LoaderArgs) {
  const found = await findInvitation(context.get(appContext).keyed, keyOf(request));
  if (!found) return null;
  return { email: found.email, isReset: found.memberId !== null, min: STAFF_PASSWORD_MIN };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const typed = { name: form.text("name", 80), email: form.text("email") };
  const password = form.text("password", 128);
  const device = deviceOf(context, request);
  const accepted = await acceptInvitation(context.get(appContext), keyOf(request), { ...typed, password }, device);
  if (isRefusal(accepted)) return { ...typed, failure: sentenceOf(accepted) };
  return redirect(officePaths.home, { headers: sessionCookie(context, accepted.token) });
}

export function meta() {
  return [{ title: "Invitación al panel" }];
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <Door title="Enlace vencido">
        <Notice mood="warn" title="Este enlace ya se usó o venció">
          Pide otro a quien te invitó.
        </Notice>
      </Door>
    );
  }
  const { email, isReset, min } = loaderData;
  return (
    <Door title={isReset ? "Elige una contraseña nueva" : "Entra al equipo"}>
      <PostForm failure={actionData?.failure} submit={isReset ? "Guardar contraseña" : "Entrar al equipo"}>
        {!isReset && <TextField name="name" label="Tu nombre" autoComplete="name" defaultValue={actionData?.name} />}
        {!isReset && (
          <TextField
            name="email"
            label="Correo electrónico"
            type="email"
            autoComplete="username"
            readOnly={email !== null}
            defaultValue={email ?? actionData?.email}
          />
        )}
        <NewPasswordField name="password" label="Contraseña" min={min} />
      </PostForm>
    </Door>
  );
}
