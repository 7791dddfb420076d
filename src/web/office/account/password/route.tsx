import { changeOwnPassword } from "../../../../server/staff/change-member.ts";
import { STAFF_PASSWORD_MIN_LENGTH } from "../../../../server/staff/invitations.ts";
import { appContext } from "../../../context.ts";
import { NewPasswordField } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { actorOf, readForm, requireSignedInStaff } from "../../guard.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export function loader({ context, request }: Route.LoaderArgs) {
  requireSignedInStaff(context, request);
  return { min: STAFF_PASSWORD_MIN_LENGTH };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireSignedInStaff(context, request);
  const form = await readForm(request);
  const passwords = { current: form.text("current", 128), next: form.text("next", 128) };
  const refusal = await changeOwnPassword(context.get(appContext), staff, passwords, actorOf(context, staff));
  return refusal ? { isDone: false, failure: sentenceOf(refusal) } : { isDone: true, failure: undefined };
}

export function meta() {
  return [{ title: "Cambiar contraseña · Panel" }];
}

export default function PasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-bold">Cambiar contraseña</h1>
      {actionData?.isDone ? (
        <Notice tone="success" icon="check" alert title="Tu contraseña cambió">
          Tus demás sesiones se cerraron.
        </Notice>
      ) : (
        <Section title="Tu contraseña nueva">
          <PostForm className="max-w-md" failure={actionData?.failure} submitLabel="Cambiar contraseña">
            <PasswordField name="current" label="Contraseña actual" autoComplete="current-password" />
            <NewPasswordField name="next" label="Contraseña nueva" min={loaderData.min} />
          </PostForm>
        </Section>
      )}
    </>
  );
}
