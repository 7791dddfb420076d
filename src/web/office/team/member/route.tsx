import { data, redirect } from "react-router";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { changeRoles, disableMember } from "../../../../server/staff/change-member.ts";
import { resetMemberAccess } from "../../../../server/staff/invitations.ts";
import { findMember } from "../../../../server/staff/queries.ts";
import { listChanges, type Actor } from "../../../../server/change-log/change-log.ts";
import { endStaffSession, listStaffSessions } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { readGrants, RoleFields } from "../role-fields.tsx";
import { Section } from "../../kit/section.tsx";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { SessionList } from "../../session-list.tsx";
import { toChange } from "../../kit/to-change.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "staff.manage", "all");
  const app = context.get(appContext);
  const member = isId(params.memberId) ? await findMember(app.genericPlanDb, params.memberId) : undefined;
  if (!member) throw data(null, { status: 404 });
  const shops = (await app.shops.all()).map(({ id, name }) => ({ id, name }));
  const changes = await listChanges(app.genericPlanDb, "staff", { id: member.id });
  return {
    member,
    shops,
    currentSessionId: staff.sessionId,
    sessions: await listStaffSessions(app.genericPlanDb, member.id),
    changes: changes.map((change) => toChange(change, shops, [])),
  };
}

type ActionOutcome = Promise<{ id: string } | boolean | null | Refusal<OfficeRefusalName>>;

/** The actions of this page, by the name of the field that the form submits. */
const ACTIONS: Record<string, (app: App, memberId: string, values: string[], by: Actor) => ActionOutcome> = {
  grant: async (app, memberId, values, by) => {
    const shopIds = (await app.shops.all()).map(({ id }) => id);
    return changeRoles(app, memberId, readGrants(values, shopIds), by);
  },
  disable: (app, memberId, _values, by) => disableMember(app, memberId, by),
  reset: (app, memberId, _values, by) => resetMemberAccess(app, memberId, true, by),
  session: async (app, memberId, [id = ""]) => isId(id) && endStaffSession(app.genericPlanDb, memberId, id),
};

export async function action({ context, request, params: { memberId } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "staff.manage", "all");
  if (!isId(memberId)) throw data(null, { status: 404 });
  const form = await readForm(request);
  const fieldName = Object.keys(ACTIONS).find((name) => form.all(name).length > 0) ?? "grant";
  const app = context.get(appContext);
  const outcome = await ACTIONS[fieldName]!(app, memberId, form.all(fieldName), actorOf(context, staff));
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome as Refusal<OfficeRefusalName>) };
  return redirect(officePaths.member(memberId));
}

export function meta() {
  return [{ title: "Equipo · Panel" }];
}

export default function MemberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, shops, sessions, currentSessionId, changes } = loaderData;
  return (
    <>
      <div>
        <h1 className="text-2xl font-bold">{member.name}</h1>
        <p className="wrap-anywhere text-soft">{member.email}</p>
      </div>
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {member.disabledAt ? (
        <Notice tone="warning" title="Ya no tiene acceso al panel" />
      ) : (
        <>
          <Section title="Qué puede hacer, y dónde">
            <PostForm submitLabel="Guardar roles">
              <RoleFields shops={shops} grants={member.grants} />
            </PostForm>
          </Section>
          <Section title="Sesiones abiertas">
            <SessionList sessions={sessions} currentId={currentSessionId} />
          </Section>
          <Section title="Acceso">
            <p className="text-sm text-soft">
              {member.hasFactor ? "Tiene segundo factor." : "No tiene segundo factor."} Restablecer cierra sus sesiones,
              quita su segundo factor y le manda un enlace para elegir otra contraseña.
            </p>
            <div className="flex flex-wrap gap-3">
              <PostForm submitLabel="Restablecer acceso" variant="secondary">
                <input type="hidden" name="reset" value="1" />
              </PostForm>
            </div>
            <details className="text-sm">
              <summary className="inline-block min-h-9 py-2 font-semibold text-error underline underline-offset-4">
                Quitar acceso…
              </summary>
              <PostForm submitLabel="Quitar acceso" variant="danger" className="pt-2">
                <p className="text-soft">Sus sesiones se cierran ahora mismo. Para volver necesita otra invitación.</p>
                <input type="hidden" name="disable" value="1" />
              </PostForm>
            </details>
          </Section>
        </>
      )}
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
