import { randomUUID } from "node:crypto";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { normalizeUsername } from "../../domain/username.ts";
import type { App } from "../app.ts";
import {
  findAccount,
  findCustomer,
  lockPasswordHash,
  updatePasswordHash,
  type Customer,
} from "../customers/queries.ts";
import { transact } from "../db/transact.ts";
import { logAssistedAction } from "../change-log/assisted-action-log.ts";
import { useSuToken } from "../staff/su-tokens.ts";
import { openSession, type OpenSession } from "../sessions/sessions.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";

export interface LoginInput {
  username: string;
  password: string;
  /** If set, the password is ignored: only the token opens the session, an assisted one. */
  suToken: string | null;
  /** The caller's IP address, for the limits. */
  ip: string;
}

export interface SignedInCustomer {
  customer: Customer;
  session: OpenSession;
}

type LoginRefusal = Refusal<"login_failed" | "assisted_login_failed">;

/**
 * Opens a session for a user name and its password, or for a one-time su token. The response must not reveal whether
 * the user exists: an unknown user causes the same work and gets the same answer.
 */
export async function logIn(app: App, login: LoginInput): Promise<SignedInCustomer | LoginRefusal | TooManyAttempts> {
  const username = normalizeUsername(login.username) ?? login.username.trim().toLowerCase();
  const attempt = { secretKind: "password" as const, account: username, ip: login.ip };
  const waitSeconds = await app.failedAttempts.recordAttempt(attempt);
  if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
  try {
    const result = await logInBySecret(app, username, login);
    if (!isRefusal(result)) await app.failedAttempts.recordSuccess(attempt);
    return result;
  } catch (error) {
    // The attempt was not checked, because of overload or an outage of the database.
    await app.failedAttempts.undoAttempt(attempt).catch(() => {});
    throw error;
  }
}

function logInBySecret(app: App, username: string, login: LoginInput): Promise<SignedInCustomer | LoginRefusal> {
  if (login.suToken === null) return logInByPassword(app, username, login.password);
  return logInBySuToken(app, username, login.suToken);
}

async function logInByPassword(
  app: App,
  username: string,
  password: string,
): Promise<SignedInCustomer | Refusal<"login_failed">> {
  const account = await findAccount(app.genericPlanDb, username);
  const isCorrect = await app.passwords.verify(password, account?.passwordHash ?? null);
  if (!account || !isCorrect) return refuse("login_failed");
  const newHash = app.passwords.isOutdated(account.passwordHash) ? await app.passwords.hash(password) : null;
  return transact(app.genericPlanDb, async (tx) => {
    // The password may have been changed during the verification. That change ended all sessions, so the old password
    // must not open a new one.
    if ((await lockPasswordHash(tx, account.customerId)) !== account.passwordHash) return refuse("login_failed");
    if (newHash !== null) await updatePasswordHash(tx, account.customerId, newHash);
    const session = await openSession(tx, account.customerId);
    return { customer: (await findCustomer(tx, account.customerId))!, session };
  });
}

async function logInBySuToken(app: App, username: string, token: string): Promise<SignedInCustomer | LoginRefusal> {
  const account = await findAccount(app.genericPlanDb, username);
  // Does the work of a password check, so that the response time does not reveal whether the user exists.
  await app.passwords.verify(token, null);
  if (!account) return refuse("assisted_login_failed");
  return transact(app.genericPlanDb, async (tx) => {
    const staffName = await useSuToken(tx, token, account.customerId);
    if (staffName === undefined) return refuse("assisted_login_failed");
    const by = { customerId: account.customerId, assistedBy: staffName };
    await logAssistedAction(tx, { by, action: "login", target: {}, requestId: randomUUID() }, 200);
    const session = await openSession(tx, account.customerId, staffName);
    return { customer: (await findCustomer(tx, account.customerId))!, session };
  });
}
