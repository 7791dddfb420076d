import { useEffect } from "react";
import { redirect, useFetcher } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { acceptInvitation, findInvitation, STAFF_PASSWORD_MIN_LENGTH } from "../../../../server/staff/invitations.ts";
import { appContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { NewPasswordField } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SignInLayout } from "../sign-in-layout.tsx";
import { deviceOf, readForm, sessionCookieHeaders } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export function loader() {
  return { min: STAFF_PASSWORD_MIN_LENGTH };
}

/** The invitation's key is in the URL fragment, which browsers do not send. The page sends it in a form instead. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const form = await readForm(request);
  const key = form.text("key");
  if (form.text("intent") === "open") {
    const invitation = await findInvitation(app.genericPlanDb, key);
    return {
      invitation: invitation ? { email: invitation.email, isPasswordReset: invitation.memberId !== null } : null,
    };
  }
  const typedFields = { name: form.text("name", 80), email: form.text("email") };
  const password = form.text("password", 128);
  const acceptance = await acceptInvitation(app, key, { ...typedFields, password }, deviceOf(context, request));
  if (isRefusal(acceptance)) return { typed: typedFields, failure: sentenceOf(acceptance) };
  return redirect(officePaths.home, { headers: sessionCookieHeaders(context, acceptance.token) });
}

export function meta() {
  return [{ title: "Invitación al panel" }];
}

type OpenedInvitation = { key: string; email: string | null; isPasswordReset: boolean };

/** The invitation whose key is in the URL. Undefined while it loads, null when the link is not valid. */
function useInvitation(): OpenedInvitation | null | undefined {
  const { data, submit } = useFetcher<{ invitation: Omit<OpenedInvitation, "key"> | null }>();
  useEffect(() => void submit({ intent: "open", key: readKeyInUrl() }, { method: "post" }), [submit]);
  return data?.invitation ? { ...data.invitation, key: readKeyInUrl() } : data && null;
}

const readKeyInUrl = (): string => new URLSearchParams(location.hash.slice(1)).get("clave") ?? "";

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const invitation = useInvitation();
  if (invitation === undefined) {
    return (
      <SignInLayout title="Abriendo tu invitación…">
        <noscript>
          <Notice tone="warning" title="Activa JavaScript en tu navegador para entrar al panel" />
        </noscript>
      </SignInLayout>
    );
  }
  if (invitation === null) {
    return (
      <SignInLayout title="Enlace vencido">
        <Notice tone="warning" title="Este enlace ya se usó, venció o está incompleto">
          Ábrelo otra vez desde el correo, o pide otro a quien te invitó.
        </Notice>
      </SignInLayout>
    );
  }
  const { email, isPasswordReset, key } = invitation;
  const typedFields = actionData?.typed;
  return (
    <SignInLayout title={isPasswordReset ? "Elige una contraseña nueva" : "Entra al equipo"}>
      <PostForm failure={actionData?.failure} submitLabel={isPasswordReset ? "Guardar contraseña" : "Entrar al equipo"}>
        <input type="hidden" name="key" value={key} />
        {!isPasswordReset && (
          <TextField name="name" label="Tu nombre" autoComplete="name" defaultValue={typedFields?.name} />
        )}
        {!isPasswordReset && (
          <TextField
            name="email"
            label="Correo electrónico"
            type="email"
            autoComplete="username"
            readOnly={email !== null}
            defaultValue={email ?? typedFields?.email}
          />
        )}
        <NewPasswordField name="password" label="Contraseña" min={loaderData.min} />
      </PostForm>
    </SignInLayout>
  );
}
