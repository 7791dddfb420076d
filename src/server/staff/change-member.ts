import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { isCommonPassword } from "../customers/is-common-password.ts";
import { transact } from "../db/transact.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import { STAFF_PASSWORD_MIN_LENGTH } from "./invitations.ts";
import { findMember, findMemberByEmail, hasOwner, lockMember, lockStaff, replaceGrants } from "./queries.ts";
import { deleteFactors } from "./second-factor.ts";
import { endStaffSessionsOf, type Staff } from "./staff-sessions.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** Replaces a member's roles, effective from their next request. The last owner of all shops cannot lose that role. */
export function changeRoles(
  app: App,
  memberId: string,
  grants: readonly Grant[],
  by: Actor,
): Promise<null | Refusal<"member_not_found" | "last_owner" | "no_role">> {
  return transact(app.genericPlanDb, async (tx) => {
    if (grants.length === 0) return refuse("no_role");
    await lockStaff(tx);
    if (!(await lockMember(tx, memberId))) return refuse("member_not_found");
    const { grants: before } = (await findMember(tx, memberId))!;
    await replaceGrants(tx, memberId, grants);
    if (!(await hasOwner(tx, app))) return refuse("last_owner");
    await logChange(tx, by, {
      action: "roles",
      object: { kind: "staff", id: memberId },
      before,
      after: grants,
    });
    return null;
  });
}

/**
 * Disables a member, deletes their second factors and withdraws their links. Their sessions end immediately in all processes. The last owner
 * of all shops cannot be disabled.
 */
export function disableMember(
  app: App,
  memberId: string,
  by: Actor,
): Promise<null | Refusal<"member_not_found" | "last_owner">> {
  return transact(app.genericPlanDb, async (tx) => {
    await lockStaff(tx);
    if (!(await lockMember(tx, memberId))) return refuse("member_not_found");
    await tx
      .updateTable("staff_members")
      .set({ disabled_at: sql<Date>`now()` })
      .where("id", "=", memberId)
      .execute();
    if (!(await hasOwner(tx, app))) return refuse("last_owner");
    await deleteFactors(tx, memberId);
    await endStaffSessionsOf(tx, memberId);
    // Otherwise the link for a new password would be valid again once the member is enabled.
    await tx
      .updateTable("staff_invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("member_id", "=", memberId)
      .where("used_at", "is", null)
      .execute();
    await logChange(tx, by, { action: "disable", object: { kind: "staff", id: memberId } });
    return null;
  });
}

/**
 * Checks the member's own password, before they change it or a second factor. Attempts are limited as for signing in.
 */
export async function checkOwnPassword(
  app: App,
  staff: Staff,
  password: string,
  ip: string,
): Promise<{ passwordHash: string } | Refusal<"password_wrong"> | TooManyAttempts> {
  const attempt = { secretKind: "staff password" as const, account: staff.email, ip };
  const waitSeconds = await app.failedAttempts.recordAttempt(attempt);
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  try {
    const member = await findMemberByEmail(app, staff.email);
    if (!(await app.passwords.verify(password, member?.passwordHash ?? null))) return refuse("password_wrong");
    await app.failedAttempts.recordSuccess(attempt);
    return { passwordHash: member!.passwordHash };
  } catch (error) {
    await app.failedAttempts.undoAttempt(attempt).catch(() => {});
    throw error;
  }
}

/** Changes the member's own password, given the current one. All other sessions end. */
export async function changeOwnPassword(
  app: App,
  staff: Staff,
  passwords: { current: string; next: string },
  by: Actor,
): Promise<null | Refusal<"password_wrong" | "password_short" | "password_common"> | TooManyAttempts> {
  const newPassword = passwords.next.trim();
  if (newPassword.length < STAFF_PASSWORD_MIN_LENGTH) return refuse("password_short");
  if (isCommonPassword(newPassword)) return refuse("password_common");
  const passwordCheck = await checkOwnPassword(app, staff, passwords.current.trim(), by.ip ?? "");
  if ("refused" in passwordCheck) return passwordCheck;
  const passwordHash = await app.passwords.hash(newPassword);
  return transact(app.genericPlanDb, async (tx) => {
    // Refused if the password was changed elsewhere during the check.
    if ((await lockMember(tx, staff.memberId))?.passwordHash !== passwordCheck.passwordHash)
      return refuse("password_wrong");
    await tx
      .updateTable("staff_members")
      .set({ password_hash: passwordHash })
      .where("id", "=", staff.memberId)
      .execute();
    await endStaffSessionsOf(tx, staff.memberId, { exceptSessionId: staff.sessionId });
    await logChange(tx, by, { action: "password", object: { kind: "staff", id: staff.memberId } });
    return null;
  });
}
