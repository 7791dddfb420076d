import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { tooManyTries, type TooManyTries } from "../sessions/too-many-tries.ts";
import { checkFactorCode } from "./second-factor.ts";
import { findMemberByEmail, lockMember } from "./queries.ts";
import { findHalfOpen, openStaffSession, type Device } from "./staff-sessions.ts";
import { logChange } from "../change-log/change-log.ts";

/** A new session's token; with a second factor still to come it opens nothing but that page. */
export interface StaffSignedIn {
  token: string;
  needsFactor: boolean;
}

/** By e-mail and password. An unknown, a disabled and a wrong one are the same answer, after the same work. */
export async function signIn(
  app: App,
  typed: { email: string; password: string },
  device: Device,
): Promise<StaffSignedIn | Refusal<"login_failed"> | TooManyTries> {
  const email = typed.email.trim().toLowerCase();
  return guarded(app, { secret: "staff password", of: email, address: device.address }, async () => {
    const member = await findMemberByEmail(app, email);
    const isRight = await app.passwords.verify(typed.password, member?.passwordHash ?? null);
    if (!member || !isRight) return refuse("login_failed");
    return transact(app.genericPlans, async (tx) => {
      // Disabled, or the password changed, while it was verified.
      if ((await lockMember(tx, member.id))?.passwordHash !== member.passwordHash) return refuse("login_failed");
      const token = await openStaffSession(tx, member.id, device, member.hasFactor);
      if (!member.hasFactor) await writeSignIn(tx, member, device);
      return { token, needsFactor: member.hasFactor };
    });
  });
}

/** By the code of the authenticator app, or a recovery code. The half-open session ends; its token opens nothing more. */
export async function passSecondFactor(
  app: App,
  token: string,
  code: string,
  device: Device,
): Promise<{ token: string } | Refusal<"session_ended" | "code_wrong" | "factor_unreadable"> | TooManyTries> {
  const half = await findHalfOpen(app, token);
  if (!half) return refuse("session_ended");
  return guarded(app, { secret: "staff factor", of: half.memberId, address: device.address }, () =>
    transact(app.genericPlans, async (tx) => {
      if (!(await lockMember(tx, half.memberId))) return refuse("session_ended");
      const used = await tx.deleteFrom("staff_sessions").where("id", "=", half.id).returning("id").executeTakeFirst();
      if (!used) return refuse("session_ended");
      const judged = await checkFactorCode(app, tx, half.memberId, code);
      if (isRefusal(judged)) return judged;
      const member = await tx
        .selectFrom("staff_members")
        .select(["id", "name"])
        .where("id", "=", half.memberId)
        .executeTakeFirstOrThrow();
      await writeSignIn(tx, member, device, judged.by);
      return { token: await openStaffSession(tx, half.memberId, device, false) };
    }),
  );
}

export function writeSignIn(
  tx: Tx,
  member: { id: string; name: string },
  device: Device,
  factor?: "app" | "recovery" | "passkey",
): Promise<void> {
  const by = { memberId: member.id, name: member.name, address: device.address };
  return logChange(tx, by, { act: "sign-in", object: { kind: "staff", id: member.id }, after: { factor } });
}

/** Counts the guess before it is judged, and gives it back where it was right or not judged at all. */
export async function guarded<Answer>(
  app: App,
  guess: Parameters<App["failedAttempts"]["take"]>[0],
  judge: () => Promise<Answer>,
): Promise<Answer | TooManyTries> {
  const wait = await app.failedAttempts.take(guess);
  if (wait !== null) return tooManyTries(wait);
  try {
    const answer = await judge();
    if (!isRefusal(answer)) await app.failedAttempts.right(guess);
    return answer;
  } catch (error) {
    await app.failedAttempts.giveBack(guess).catch(() => {});
    throw error;
  }
}
