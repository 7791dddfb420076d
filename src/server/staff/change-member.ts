import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { isCommonPassword } from "../customers/common-passwords.ts";
import { transact } from "../db/transact.ts";
import { tooManyTries, type TooManyTries } from "../sessions/too-many-tries.ts";
import { STAFF_PASSWORD_MIN } from "./invitations.ts";
import { findMember, findMemberByEmail, hasOwner, lockMember, lockStaff, replaceGrants } from "./queries.ts";
import { dropFactor } from "./second-factor.ts";
import { endStaffSessionsOf, type Staff } from "./staff-sessions.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** Gives a member other roles; counts from her next request on. The last owner of all shops stays one. */
export function changeRoles(
  app: App,
  memberId: string,
  grants: readonly Grant[],
  by: Actor,
): Promise<null | Refusal<"member_not_found" | "last_owner" | "no_role">> {
  return transact(app.genericPlans, async (tx) => {
    if (grants.length === 0) return refuse("no_role");
    await lockStaff(tx);
    if (!(await lockMember(tx, memberId))) return refuse("member_not_found");
    const { grants: before } = (await findMember(tx, memberId))!;
    await replaceGrants(tx, memberId, grants);
    if (!(await hasOwner(tx, app))) return refuse("last_owner");
    await logChange(tx, by, { act: "roles", object: { kind: "staff", id: memberId }, before, after: grants });
    return null;
  });
}

/** Shuts a member out: her sessions end at once, in all processes. */
export function disableMember(
  app: App,
  memberId: string,
  by: Actor,
): Promise<null | Refusal<"member_not_found" | "last_owner">> {
  return transact(app.genericPlans, async (tx) => {
    await lockStaff(tx);
    if (!(await lockMember(tx, memberId))) return refuse("member_not_found");
    await tx
      .updateTable("staff_members")
      .set({ disabled_at: sql<Date>`now()` })
      .where("id", "=", memberId)
      .execute();
    if (!(await hasOwner(tx, app))) return refuse("last_owner");
    await dropFactor(tx, memberId);
    await endStaffSessionsOf(tx, memberId);
    await logChange(tx, by, { act: "disable", object: { kind: "staff", id: memberId } });
    return null;
  });
}

/** Whether this is her password, asked again before her keys change; slowed like signing in. */
export async function checkOwnPassword(
  app: App,
  staff: Staff,
  password: string,
  address: string,
): Promise<{ passwordHash: string } | Refusal<"password_wrong"> | TooManyTries> {
  const guess = { secret: "staff password" as const, of: staff.email, address };
  const wait = await app.failedAttempts.take(guess);
  if (wait !== null) return tooManyTries(wait);
  try {
    const member = await findMemberByEmail(app, staff.email);
    if (!(await app.passwords.verify(password, member?.passwordHash ?? null))) return refuse("password_wrong");
    await app.failedAttempts.right(guess);
    return { passwordHash: member!.passwordHash };
  } catch (error) {
    await app.failedAttempts.giveBack(guess).catch(() => {});
    throw error;
  }
}

/** A new password for oneself, for the old one; all other sessions end. */
export async function changeOwnPassword(
  app: App,
  staff: Staff,
  typed: { current: string; next: string },
  by: Actor,
): Promise<null | Refusal<"password_wrong" | "password_short" | "password_common"> | TooManyTries> {
  const next = typed.next.trim();
  if (next.length < STAFF_PASSWORD_MIN) return refuse("password_short");
  if (isCommonPassword(next)) return refuse("password_common");
  const judged = await checkOwnPassword(app, staff, typed.current.trim(), by.address ?? "");
  if ("refused" in judged) return judged;
  const passwordHash = await app.passwords.hash(next);
  return transact(app.genericPlans, async (tx) => {
    // Changed elsewhere while this one was judged.
    if ((await lockMember(tx, staff.memberId))?.passwordHash !== judged.passwordHash) return refuse("password_wrong");
    await tx
      .updateTable("staff_members")
      .set({ password_hash: passwordHash })
      .where("id", "=", staff.memberId)
      .execute();
    await endStaffSessionsOf(tx, staff.memberId, { except: staff.sessionId });
    await logChange(tx, by, { act: "password", object: { kind: "staff", id: staff.memberId } });
    return null;
  });
}
