import type { App } from "../app.ts";
import { staffInvitationEmail } from "../mail/account-emails.ts";
import { sendEmail } from "../mail/send-email.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { INVITATION_HOURS, invitationPath } from "./invitations.ts";
import { findMember } from "./queries.ts";

/**
 * Job: sends an invitation's link. The token is created here, so that no queue stores it. Each attempt invalidates the
 * previous token.
 */
export async function mailStaffInvitation(app: App, { invitationId }: { invitationId: string }): Promise<void> {
  const token = newToken();
  const invitation = await app.genericPlanDb
    .updateTable("staff_invitations")
    .set({ token_hash: hashToken(token) })
    .where("id", "=", invitationId)
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", new Date())
    .returning(["email", "member_id"])
    .executeTakeFirst();
  const shops = await app.shops.all();
  const shop = shops.find(({ kind }) => kind === "headOffice") ?? shops[0];
  if (!invitation || !shop) return;
  const member = invitation.member_id === null ? undefined : await findMember(app.genericPlanDb, invitation.member_id);
  const to = invitation.email ?? member?.email;
  if (!to) return;
  const link = app.originOf(shop.hosts) + invitationPath(token);
  const message = staffInvitationEmail(shop, member?.name ?? null, link, INVITATION_HOURS);
  const id = `${hashToken(token).toString("hex").slice(0, 32)}-staff`;
  await sendEmail(app, shop, message, { to, id, job: "mail_staff_invitation" });
}
