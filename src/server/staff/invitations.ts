import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import { isEmail } from "../../domain/username.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { isCommonPassword } from "../customers/common-passwords.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { insertMember, lockMember, lockStaff } from "./queries.ts";
import { removeFactor } from "./second-factor.ts";
import { endStaffSessionsOf, openStaffSession, type Device } from "./staff-sessions.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { enqueue } from "../jobs/enqueue.ts";

export const INVITATION_HOURS = 72;
export const STAFF_PASSWORD_MIN = 10;

/** Where an invitation's link leads. What stands behind `#` is in no log and no Referer. */
export const invitationPath = (token: string): string => `/panel/invitacion#clave=${token}`;

export interface Invitation {
  id: string;
  /** Null: the first owner says hers. */
  email: string | null;
  /** Set where a member chooses a new password. */
  memberId: string | null;
  grants: Grant[];
}

/**
 * Invites somebody by e-mail; an open invitation to the same address is void. Answers the link's token, which is another
 * one once the link `isMailed`.
 */
export function invite(
  app: App,
  typed: { email: string; grants: readonly Grant[]; isMailed: boolean },
  by: Actor,
): Promise<{ id: string; token: string } | Refusal<"email_wrong" | "no_role" | "email_taken">> {
  const email = typed.email.trim().toLowerCase();
  return transact(app.genericPlans, async (tx) => {
    if (!isEmail(email)) return refuse("email_wrong");
    if (typed.grants.length === 0) return refuse("no_role");
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
    const made = await insertInvitation(tx, { email, memberId: null, grants: typed.grants });
    if (typed.isMailed) await enqueue(tx, "mail_staff_invitation", { invitationId: made.id });
    const object = { kind: "staff-invitation", id: made.id };
    await logChange(tx, by, { act: "invite", object, after: { email, grants: typed.grants } });
    return made;
  });
}

/** A link for a member to choose a new password; her second factor and her sessions are gone from this moment. */
export function resetMember(
  app: App,
  memberId: string,
  isMailed: boolean,
  by: Actor,
): Promise<{ id: string; token: string } | Refusal<"member_not_found">> {
  return transact(app.genericPlans, async (tx) => {
    if (!(await lockMember(tx, memberId))) return refuse("member_not_found");
    await removeFactor(tx, memberId, by);
    await tx
      .updateTable("staff_invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("member_id", "=", memberId)
      .where("used_at", "is", null)
      .execute();
    const made = await insertInvitation(tx, { email: null, memberId, grants: [] });
    if (isMailed) await enqueue(tx, "mail_staff_invitation", { invitationId: made.id });
    return made;
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

/** An invitation that may still be accepted; looking at it uses nothing up. */
export async function findInvitation(db: App["genericPlans"] | Tx, token: string): Promise<Invitation | undefined> {
  return db
    .selectFrom("staff_invitations")
    .select(["id", "email", "member_id as memberId", "roles as grants"])
    .where("token_hash", "=", hashToken(token))
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
}

/** Invitations that nobody has used yet. */
export function listInvitations(app: App) {
  return app.genericPlans
    .selectFrom("staff_invitations")
    .select(["id", "email", "roles as grants", "expires_at as expiresAt"])
    .where("email", "is not", null)
    .where("used_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("expires_at", "desc")
    .execute();
}

/** Makes an open invitation void; false where there is none. */
export function withdrawInvitation(app: App, id: string, by: Actor): Promise<boolean> {
  return transact(app.genericPlans, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("staff_invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await logChange(tx, by, { act: "withdraw", object: { kind: "staff-invitation", id } });
    return true;
  });
}

interface Acceptance {
  name: string;
  /** Asked of the first owner alone. */
  email: string;
  password: string;
}

/** Uses an invitation up, once: makes the member, or sets the password of the one it is for, and signs her in. */
export async function acceptInvitation(
  app: App,
  token: string,
  typed: Acceptance,
  device: Device,
): Promise<
  | { token: string }
  | Refusal<"invitation_gone" | "name_missing" | "email_wrong" | "email_taken" | "password_short" | "password_common">
> {
  const password = typed.password.trim();
  if (password.length < STAFF_PASSWORD_MIN) return refuse("password_short");
  if (isCommonPassword(password)) return refuse("password_common");
  if (!(await findInvitation(app.genericPlans, token))) return refuse("invitation_gone");
  const passwordHash = await app.passwords.hash(password);
  return transact(app.genericPlans, async (tx) => {
    const found = await findInvitation(tx, token);
    if (!found) return refuse("invitation_gone");
    // Of two who use it at once the second waits here for the first, and finds it used.
    const used = await tx
      .updateTable("staff_invitations")
      .set({ used_at: sql<Date>`now()` })
      .where("id", "=", found.id)
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!used) return refuse("invitation_gone");
    const memberId = found.memberId
      ? await choosePassword(tx, found.memberId, passwordHash, device)
      : await becomeMember(tx, found, { ...typed, passwordHash }, device);
    if (isRefusal(memberId)) return memberId;
    return { token: await openStaffSession(tx, memberId, device, false) };
  });
}

async function becomeMember(
  tx: Tx,
  invitation: Invitation,
  typed: { name: string; email: string; passwordHash: string },
  { address }: Device,
): Promise<string | Refusal<"name_missing" | "email_wrong" | "email_taken">> {
  const { passwordHash } = typed;
  const { grants } = invitation;
  const name = typed.name.trim();
  const email = invitation.email ?? typed.email.trim().toLowerCase();
  if (name === "") return refuse("name_missing");
  if (!isEmail(email)) return refuse("email_wrong");
  const id = await insertMember(tx, { id: newId(), name, email, passwordHash, grants });
  if (id === undefined) return refuse("email_taken");
  const by = { memberId: id, name, address };
  await logChange(tx, by, { act: "join", object: { kind: "staff", id }, after: { name, email, grants } });
  return id;
}

async function choosePassword(
  tx: Tx,
  memberId: string,
  passwordHash: string,
  { address }: Device,
): Promise<string | Refusal<"invitation_gone">> {
  if (!(await lockMember(tx, memberId))) return refuse("invitation_gone");
  const { name } = await tx
    .updateTable("staff_members")
    .set({ password_hash: passwordHash })
    .where("id", "=", memberId)
    .returning("name")
    .executeTakeFirstOrThrow();
  await endStaffSessionsOf(tx, memberId);
  await logChange(tx, { memberId, name, address }, { act: "password", object: { kind: "staff", id: memberId } });
  return memberId;
}
