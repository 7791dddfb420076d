import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import { isEmail } from "../../domain/username.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isCommonPassword } from "../customers/is-common-password.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { insertMember, lockMember, lockStaff } from "./queries.ts";
import { removeLostFactors } from "./second-factor.ts";
import { endStaffSessionsOf, openStaffSession, type SignInDevice } from "./staff-sessions.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { enqueue } from "../jobs/enqueue.ts";

export const INVITATION_HOURS = 72;
export const STAFF_PASSWORD_MIN_LENGTH = 10;

/** The path of an invitation's link. The part after `#` reaches no log and no Referer. */
export const invitationPath = (token: string): string => `/panel/invitacion#clave=${token}`;

export interface Invitation {
  id: string;
  /** Null for the first owner, who enters their own, and for a member who chooses a new password. */
  email: string | null;
  /** Set if a member chooses a new password. */
  memberId: string | null;
  grants: Grant[];
}

/**
 * Invites a person by email. An open invitation to the same mailbox becomes void. Returns the link's token, which is
 * replaced when a job emails the link (`shouldMail`).
 */
export function inviteMember(
  app: App,
  input: { email: string; grants: readonly Grant[]; shouldMail: boolean },
  by: Actor,
): Promise<{ id: string; token: string } | Refusal<"email_wrong" | "no_role" | "email_taken">> {
  const email = input.email.trim().toLowerCase();
  return transact(app.genericPlanDb, async (tx) => {
    if (!isEmail(email)) return refuse("email_wrong");
    if (input.grants.length === 0) return refuse("no_role");
    await lockStaff(tx);
    const member = await tx
      .selectFrom("staff_members")
      .select("disabled_at")
      .where("email", "=", email)
      .executeTakeFirst();
    if (member?.disabled_at === null) return refuse("email_taken");
    await tx
      .updateTable("staff_invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("email", "=", email)
      .where("used_at", "is", null)
      .execute();
    const createdInvitation = await insertInvitation(tx, { email, memberId: null, grants: input.grants });
    if (input.shouldMail) await enqueue(tx, "mail_staff_invitation", { invitationId: createdInvitation.id });
    const object = { kind: "staff-invitation", id: createdInvitation.id };
    await logChange(tx, by, { action: "invite", object, after: { email, grants: input.grants } });
    return createdInvitation;
  });
}

/**
 * Creates a link for a member to choose a new password. Their second factors, sessions and earlier links end
 * immediately.
 */
export function resetMemberAccess(
  app: App,
  memberId: string,
  shouldMail: boolean,
  by: Actor,
): Promise<{ id: string; token: string } | Refusal<"member_not_found">> {
  return transact(app.genericPlanDb, async (tx) => {
    if (!(await lockMember(tx, memberId))) return refuse("member_not_found");
    await removeLostFactors(tx, memberId, by);
    await tx
      .updateTable("staff_invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("member_id", "=", memberId)
      .where("used_at", "is", null)
      .execute();
    const createdInvitation = await insertInvitation(tx, { email: null, memberId, grants: [] });
    if (shouldMail) await enqueue(tx, "mail_staff_invitation", { invitationId: createdInvitation.id });
    return createdInvitation;
  });
}

export async function insertInvitation(
  tx: Tx,
  { email, memberId, grants }: { email: string | null; memberId: string | null; grants: readonly Grant[] },
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newToken()];
  await tx
    .insertInto("staff_invitations")
    .values({
      id,
      token_hash: hashToken(token),
      email,
      member_id: memberId,
      roles: JSON.stringify(grants),
      expires_at: sql<Date>`now() + interval '1 hour' * ${INVITATION_HOURS}::int`,
      used_at: null,
      withdrawn_at: null,
    })
    .execute();
  return { id, token };
}

/** Finds an invitation that can still be accepted. Reading it does not use it. */
export async function findInvitation(db: App["genericPlanDb"] | Tx, token: string): Promise<Invitation | undefined> {
  return db
    .selectFrom("staff_invitations")
    .select(["id", "email", "member_id as memberId", "roles as grants"])
    .where("token_hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
}

/** Open invitations of new members. Links for the first owner or a new password are not listed. */
export function listInvitations(app: App) {
  return app.genericPlanDb
    .selectFrom("staff_invitations")
    .select(["id", "email", "roles as grants", "expires_at as expiresAt"])
    .where("email", "is not", null)
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("expires_at", "desc")
    .execute();
}

/** Withdraws an open invitation. False if there is none. */
export function withdrawInvitation(app: App, id: string, by: Actor): Promise<boolean> {
  return transact(app.genericPlanDb, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("staff_invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await logChange(tx, by, { action: "withdraw", object: { kind: "staff-invitation", id } });
    return true;
  });
}

interface AcceptanceForm {
  name: string;
  /** Only the first owner enters one. */
  email: string;
  password: string;
}

/** Uses an invitation, once: creates the member or sets the invited member's password, and signs them in. */
export async function acceptInvitation(
  app: App,
  token: string,
  input: AcceptanceForm,
  device: SignInDevice,
): Promise<
  | { token: string }
  | Refusal<"invitation_gone" | "name_missing" | "email_wrong" | "email_taken" | "password_short" | "password_common">
> {
  const password = input.password.trim();
  if (password.length < STAFF_PASSWORD_MIN_LENGTH) return refuse("password_short");
  if (isCommonPassword(password)) return refuse("password_common");
  if (!(await findInvitation(app.genericPlanDb, token))) return refuse("invitation_gone");
  const passwordHash = await app.passwords.hash(password);
  return transact(app.genericPlanDb, async (tx) => {
    const invitation = await findInvitation(tx, token);
    if (!invitation) return refuse("invitation_gone");
    // Of two concurrent uses the second waits here for the first, and finds the invitation used.
    const usedInvitation = await tx
      .updateTable("staff_invitations")
      .set({ used_at: sql<Date>`now()` })
      .where("id", "=", invitation.id)
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!usedInvitation) return refuse("invitation_gone");
    const memberId = invitation.memberId
      ? await choosePassword(tx, invitation.memberId, passwordHash, device)
      : await createMember(tx, invitation, { ...input, passwordHash }, device);
    if (isRefusal(memberId)) return memberId;
    return { token: await openStaffSession(tx, memberId, device, false) };
  });
}

async function createMember(
  tx: Tx,
  invitation: Invitation,
  input: { name: string; email: string; passwordHash: string },
  { ip }: SignInDevice,
): Promise<string | Refusal<"name_missing" | "email_wrong" | "email_taken">> {
  const { passwordHash } = input;
  const { grants } = invitation;
  const name = input.name.trim();
  const email = invitation.email ?? input.email.trim().toLowerCase();
  if (name === "") return refuse("name_missing");
  if (!isEmail(email)) return refuse("email_wrong");
  const id = await insertMember(tx, { id: newId(), name, email, passwordHash, grants });
  if (id === undefined) return refuse("email_taken");
  const by = { memberId: id, name, ip };
  await logChange(tx, by, { action: "join", object: { kind: "staff", id }, after: { name, email, grants } });
  return id;
}

async function choosePassword(
  tx: Tx,
  memberId: string,
  passwordHash: string,
  { ip }: SignInDevice,
): Promise<string | Refusal<"invitation_gone">> {
  if (!(await lockMember(tx, memberId))) return refuse("invitation_gone");
  const { name } = await tx
    .updateTable("staff_members")
    .set({ password_hash: passwordHash })
    .where("id", "=", memberId)
    .returning("name")
    .executeTakeFirstOrThrow();
  await endStaffSessionsOf(tx, memberId);
  await logChange(tx, { memberId, name, ip }, { action: "password", object: { kind: "staff", id: memberId } });
  return memberId;
}
