import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import { useFactorCode } from "./second-factor.ts";
import { findMemberByEmail, lockMember } from "./queries.ts";
import { findPendingSession, openStaffSession, type SignInDevice } from "./staff-sessions.ts";
import { logChange } from "../change-log/change-log.ts";

/** A new session's token. While the second factor is pending, the token opens only the page that asks for it. */
export interface StaffSignInResult {
  token: string;
  needsFactor: boolean;
}

/**
 * Signs in with email and password. An unknown email address, a disabled member and a wrong password get the same
 * answer after the same work.
 */
export async function signIn(
  app: App,
  input: { email: string; password: string },
  device: SignInDevice,
): Promise<StaffSignInResult | Refusal<"login_failed"> | TooManyAttempts> {
  const email = input.email.trim().toLowerCase();
  return withAttemptLimit(app, { secretKind: "staff password", account: email, ip: device.ip }, async () => {
    const member = await findMemberByEmail(app, email);
    const isCorrect = await app.passwords.verify(input.password, member?.passwordHash ?? null);
    if (!member || !isCorrect) return refuse("login_failed");
    return transact(app.genericPlanDb, async (tx) => {
      // Refused if the member was disabled or the password was changed during the verification.
      if ((await lockMember(tx, member.id))?.passwordHash !== member.passwordHash) return refuse("login_failed");
      const token = await openStaffSession(tx, member.id, device, member.hasFactor);
      if (!member.hasFactor) await logSignIn(tx, member, device);
      return { token, needsFactor: member.hasFactor };
    });
  });
}

/**
 * Completes a sign-in with the authenticator app's code or a recovery code. The pending session ends, and its token is
 * invalid from then on.
 */
export async function passSecondFactor(
  app: App,
  token: string,
  code: string,
  device: SignInDevice,
): Promise<{ token: string } | Refusal<"session_ended" | "code_wrong" | "factor_unreadable"> | TooManyAttempts> {
  const pendingSession = await findPendingSession(app, token);
  if (!pendingSession) return refuse("session_ended");
  return withAttemptLimit(app, { secretKind: "staff factor", account: pendingSession.memberId, ip: device.ip }, () =>
    transact(app.genericPlanDb, async (tx) => {
      if (!(await lockMember(tx, pendingSession.memberId))) return refuse("session_ended");
      const endedSession = await tx
        .deleteFrom("staff_sessions")
        .where("id", "=", pendingSession.id)
        .returning("id")
        .executeTakeFirst();
      if (!endedSession) return refuse("session_ended");
      const factorUse = await useFactorCode(app, tx, pendingSession.memberId, code);
      if (isRefusal(factorUse)) return factorUse;
      const member = await tx
        .selectFrom("staff_members")
        .select(["id", "name"])
        .where("id", "=", pendingSession.memberId)
        .executeTakeFirstOrThrow();
      await logSignIn(tx, member, device, factorUse.factor);
      return { token: await openStaffSession(tx, pendingSession.memberId, device, false) };
    }),
  );
}

export function logSignIn(
  tx: Tx,
  member: { id: string; name: string },
  device: SignInDevice,
  factor?: "app" | "recovery" | "passkey",
): Promise<void> {
  const by = { memberId: member.id, name: member.name, ip: device.ip };
  return logChange(tx, by, { action: "sign-in", object: { kind: "staff", id: member.id }, after: { factor } });
}

/** Counts the attempt before it is checked. The count is undone if the attempt was correct or could not be checked. */
export async function withAttemptLimit<Result>(
  app: App,
  attempt: Parameters<App["failedAttempts"]["recordAttempt"]>[0],
  check: () => Promise<Result>,
): Promise<Result | TooManyAttempts> {
  const waitSeconds = await app.failedAttempts.recordAttempt(attempt);
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  try {
    const result = await check();
    if (!isRefusal(result)) await app.failedAttempts.recordSuccess(attempt);
    return result;
  } catch (error) {
    await app.failedAttempts.undoAttempt(attempt).catch(() => {});
    throw error;
  }
}
