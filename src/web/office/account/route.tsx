import { redirect } from "react-router";
import { isId } from "../../../server/db/new-id.ts";
import { endStaffSession, listStaffSessions } from "../../../server/staff/staff-sessions.ts";
import { listPasskeys } from "../../../server/staff/passkeys.ts";
import { countRecoveryCodes, hasAuthenticatorApp } from "../../../server/staff/second-factor.ts";
import { appContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { readForm, requireSignedInStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { Section } from "../kit/section.tsx";
import { SessionList } from "../session-list.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { name, email, hasFactor, memberId, sessionId } = requireSignedInStaff(context, request);
  const { genericPlanDb } = context.get(appContext);
  const sessions = await listStaffSessions(genericPlanDb, memberId);
  const passkeyCount = (await listPasskeys(genericPlanDb, memberId)).length;
  const recoveryCodeCount = await countRecoveryCodes(genericPlanDb, memberId);
  const hasApp = await hasAuthenticatorApp(genericPlanDb, memberId);
  return {
    name,
    email,
    hasFactor,
    hasAuthenticatorApp: hasApp,
    passkeyCount,
    recoveryCodeCount,
    sessions,
    currentSessionId: sessionId,
  };
}

/** Ends one of the member's own sessions. */
export async function action({ context, request }: Route.ActionArgs) {
  const { memberId } = requireSignedInStaff(context, request);
  const id = (await readForm(request)).text("session");
  if (isId(id)) await endStaffSession(context.get(appContext).genericPlanDb, memberId, id);
  return redirect(officePaths.account);
}

export function meta() {
  return [{ title: "Mi cuenta · Panel" }];
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { name, email, hasFactor, passkeyCount, recoveryCodeCount, sessions, currentSessionId } = loaderData;
  return (
    <>
      <div>
        <h1 className="text-2xl font-bold">Mi cuenta</h1>
        <p className="wrap-anywhere text-soft">
          {name} · {email}
        </p>
      </div>
      <Section title="Contraseña y segundo factor">
        <p className="text-sm text-soft">
          {hasFactor
            ? "Para entrar pedimos tu contraseña y tu segundo factor, o solo tu llave de acceso."
            : "Para entrar basta tu contraseña. Con un segundo factor, quien la adivine no entra."}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={officePaths.password} variant="secondary">
            Cambiar contraseña
          </ButtonLink>
          {!loaderData.hasAuthenticatorApp && (
            <ButtonLink to={officePaths.accountSecondFactor} variant={hasFactor ? "secondary" : "primary"}>
              Activar segundo factor
            </ButtonLink>
          )}
          <ButtonLink to={officePaths.passkeys} variant="secondary">
            Llaves de acceso ({passkeyCount})
          </ButtonLink>
          {hasFactor && (
            <ButtonLink to={officePaths.recoveryCodes} variant="secondary">
              Códigos de recuperación ({recoveryCodeCount})
            </ButtonLink>
          )}
        </div>
      </Section>
      <Section title="Mis sesiones">
        <SessionList sessions={sessions} currentId={currentSessionId} />
      </Section>
    </>
  );
}
