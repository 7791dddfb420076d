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

export interface Login {
  username: string;
  password: string;
  /** If set, the password is ignored: only the token opens the session, an assisted one. */
  suToken: string | null;
  /** The caller's network address, for the limits. */
  address: string;
}

export interface SignedIn {
  customer: Customer;
  session: OpenSession;
}

type LoginRefusal = Refusal<"login_failed" | "assisted_login_failed">;

/**
 * Opens a session for a user name and its password, or for a one-time su token. The response must not reveal whether
 * the user exists: an unknown user causes the same work and gets the same answer.
 */
export async function logIn(app: App, login: Login): Promise<SignedIn | LoginRefusal | TooManyAttempts> {
  const username = normalizeUsername(login.username) ?? login.username.trim().toLowerCase();
  const attempt = { secret: "password" as const, account: username, address: login.address };
  const wait = await app.failedAttempts.countAttempt(attempt);
  if (wait !== null) return tooManyAttempts(wait);
  try {
    const opened = await open(app, username, login);
    if (!isRefusal(opened)) await app.failedAttempts.recordSuccess(attempt);
    return opened;
  } catch (error) {
    // Overload or no database: the attempt was not checked.
    await app.failedAttempts.undo(attempt).catch(() => {});
    throw error;
  }
}

function open(app: App, username: string, login: Login): Promise<SignedIn | LoginRefusal> {
  if (login.suToken === null) return byPassword(app, username, login.password);
  return bySuToken(app, username, login.suToken);
}

async function byPassword(app: App, username: string, password: string): Promise<SignedIn | Refusal<"login_failed">> {
  const account = await findAccount(app.genericPlanDb, username);
  const isCorrect = await app.passwords.verify(password, account?.passwordHash ?? null);
  if (!account || !isCorrect) return refuse("login_failed");
  const renewed = app.passwords.isOutdated(account.passwordHash) ? await app.passwords.hash(password) : null;
  return transact(app.genericPlanDb, async (tx) => {
    // The password may have been changed during the verification, which ended all sessions: no new session may be
    // opened with the old one.
    if ((await lockPasswordHash(tx, account.customerId)) !== account.passwordHash) return refuse("login_failed");
    if (renewed !== null) await updatePasswordHash(tx, account.customerId, renewed);
    const session = await openSession(tx, account.customerId);
    return { customer: (await findCustomer(tx, account.customerId))!, session };
  });
}

async function bySuToken(app: App, username: string, token: string): Promise<SignedIn | LoginRefusal> {
  const account = await findAccount(app.genericPlanDb, username);
  // Takes as long as a wrong password.
  await app.passwords.verify(token, null);
  if (!account) return refuse("assisted_login_failed");
  return transact(app.genericPlanDb, async (tx) => {
    const staff = await useSuToken(tx, token, account.customerId);
    if (staff === undefined) return refuse("assisted_login_failed");
    const by = { customerId: account.customerId, assistedBy: staff };
    await logAssistedAction(tx, { by, action: "login", target: {}, requestId: randomUUID() }, 200);
    const session = await openSession(tx, account.customerId, staff);
    return { customer: (await findCustomer(tx, account.customerId))!, session };
  });
}
