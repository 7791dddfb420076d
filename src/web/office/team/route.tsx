import { Form, Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { inviteMember, listInvitations, withdrawInvitation } from "../../../server/staff/invitations.ts";
import { isId } from "../../../server/db/new-id.ts";
import { listMembers } from "../../../server/staff/queries.ts";
import { listChanges } from "../../../server/change-log/change-log.ts";
import { appContext } from "../../context.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ChangeList } from "../kit/change-list.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { PostForm } from "../kit/post-form.tsx";
import { grantsText, readGrants, RoleFields } from "./role-fields.tsx";
import { Section } from "../kit/section.tsx";
import { sentenceOf } from "../sentences.ts";
import { toChange } from "../kit/to-change.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "staff.manage", "all");
  const app = context.get(appContext);
  const shops = (await app.shops.all()).map(({ id, name }) => ({ id, name }));
  const [members, invitations] = [await listMembers(app), await listInvitations(app)];
  const changes = [
    ...(await listChanges(app.genericPlanDb, "staff", { limit: 30 })),
    ...(await listChanges(app.genericPlanDb, "staff-invitation", { limit: 30 })),
  ].sort((a, b) => b.id - a.id);
  return {
    shops,
    members: members.map(({ grants, ...member }) => ({ ...member, roles: grantsText(grants, shops) })),
    invitations: invitations.map(({ grants, ...invitation }) => ({ ...invitation, roles: grantsText(grants, shops) })),
    changes: changes.slice(0, 30).map((change) => toChange(change, shops, members)),
  };
}

/** Invites a person, or withdraws an invitation (`withdraw`: its id). */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "staff.manage", "all");
  const app = context.get(appContext);
  const form = await readForm(request);
  const by = actorOf(context, staff);
  const withdrawnId = form.text("withdraw");
  if (withdrawnId) {
    if (isId(withdrawnId)) await withdrawInvitation(app, withdrawnId, by);
    return { successText: "La invitación ya no sirve." };
  }
  const email = form.text("email");
  const shopIds = (await app.shops.all()).map(({ id }) => id);
  const grants = readGrants(form.all("grant"), shopIds);
  const outcome = await inviteMember(app, { email, grants, shouldMail: true }, by);
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome), email };
  return { successText: `Le mandamos la invitación a ${email}. Sirve durante 72 horas.` };
}

export function meta() {
  return [{ title: "Equipo · Panel" }];
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, members, invitations, changes } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-bold">Equipo</h1>
      {actionData?.successText && <Notice tone="success" icon="check" alert title={actionData.successText} />}
      <Section title="Quién trabaja aquí">
        <ul className="divide-y divide-line">
          {members.map(({ id, name, email, roles, disabledAt, hasFactor }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-3">
              <span className="min-w-0">
                <Link to={officePaths.member(id)} className="font-semibold underline underline-offset-4">
                  {name}
                </Link>
                <span className="block text-sm wrap-anywhere text-soft">{email}</span>
              </span>
              <span className="text-sm">
                {disabledAt ? "Sin acceso" : roles}
                {!disabledAt && !hasFactor && <span className="block text-warning">Sin segundo factor</span>}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {invitations.length > 0 && (
        <Section title="Invitaciones sin usar">
          <ul className="divide-y divide-line text-sm">
            {invitations.map(({ id, email, roles, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{email}</span> · {roles}
                  <span className="block text-soft">Vence el {formatDateTime(expiresAt)}</span>
                </span>
                <Form method="post">
                  <input type="hidden" name="withdraw" value={id} />
                  <Button type="submit" variant="secondary" aria-label={`Retirar la invitación a ${email}`}>
                    Retirar
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Invitar a alguien">
        <PostForm key={actionData?.successText} failure={actionData?.failure} submitLabel="Enviar invitación">
          <TextField name="email" label="Correo electrónico" type="email" defaultValue={actionData?.email} />
          <RoleFields shops={shops} grants={[]} />
        </PostForm>
      </Section>
      <Section title="Últimos cambios">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
