import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { sql } from "kysely";
import { toBase32 } from "../../domain/base32.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { hashToken } from "../sessions/token.ts";
import { encryptFactorSecret, decryptFactorSecret } from "./factor-secret.ts";
import { findMember, lockMember } from "./queries.ts";
import { endStaffSessionsOf, type Staff } from "./staff-sessions.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

/** RFC 4226: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20;
/** RFC 6238 §5.2: the previous and the next step are accepted too, for clock differences and slow typing. */
const WINDOW_STEPS = 1;
const PERIOD_S = 30;
const RECOVERY_CODE_COUNT = 10;
/** 120 bits, 24 characters: a plain hash is sufficient from 112 bits (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_CODE_BYTES = 15;

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, thirty seconds. */
function totpOf(secret: Uint8Array, email = "", issuer = ""): TOTP {
  const buffer = new Uint8Array(secret).buffer;
  return new TOTP({
    secret: new Secret({ buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
    label: email,
    issuer,
  });
}

/** The secret for the authenticator app: as the URI in the QR code, and as text to type. */
export interface FactorEnrollment {
  /** `otpauth://totp/…` */
  uri: string;
  secretText: string;
}

/**
 * Creates a secret for a member without an authenticator app and replaces one that is not confirmed. The secret takes
 * effect once a code confirms it.
 */
export async function startFactorEnrollment(
  app: App,
  staff: Staff,
  issuer: string,
): Promise<FactorEnrollment | Refusal<"factor_exists">> {
  const secret = randomBytes(SECRET_BYTES);
  const encryptedSecret = await encryptFactorSecret(app.config, secret, staff.memberId);
  const { rows } = await sql`
    INSERT INTO staff_second_factors AS f (member_id, secret) VALUES (${staff.memberId}, ${encryptedSecret})
    ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE f.confirmed_at IS NULL
    RETURNING 1`.execute(app.genericPlanDb);
  if (rows.length === 0) return refuse("factor_exists");
  return toEnrollment(secret, staff.email, issuer);
}

/** The secret that no code has confirmed yet. Undefined if there is none, or if no key decrypts it. */
export async function findFactorEnrollment(
  app: App,
  staff: Staff,
  issuer: string,
): Promise<FactorEnrollment | undefined> {
  const factor = await findFactor(app.genericPlanDb, staff.memberId);
  if (!factor || factor.confirmed_at !== null) return undefined;
  const secret = await decryptFactorSecret(app.config, factor.secret, staff.memberId);
  return isRefusal(secret) ? undefined : toEnrollment(secret, staff.email, issuer);
}

function toEnrollment(secret: Uint8Array, email: string, issuer: string): FactorEnrollment {
  const totp = totpOf(secret, email, issuer);
  return { uri: totp.toString(), secretText: toBase32(secret) };
}

/** Turns the second factor on with its first code. Returns the recovery codes, which are readable only now. */
export function confirmFactor(
  app: App,
  staff: Staff,
  code: string,
  by: Actor,
): Promise<string[] | Refusal<"code_wrong" | "factor_exists" | "factor_unreadable" | "session_ended">> {
  return transact(app.genericPlanDb, async (tx) => {
    if (!(await lockMember(tx, staff.memberId))) return refuse("session_ended");
    if ((await findFactor(tx, staff.memberId))?.confirmed_at) return refuse("factor_exists");
    const codeUse = await consumeAppCode(app, tx, staff.memberId, code);
    if (isRefusal(codeUse)) return codeUse;
    await tx
      .updateTable("staff_second_factors")
      .set({ confirmed_at: sql<Date>`now()` })
      .where("member_id", "=", staff.memberId)
      .execute();
    // All other sessions end: they may have been opened with the password alone.
    await endStaffSessionsOf(tx, staff.memberId, { exceptSessionId: staff.sessionId });
    await logChange(tx, by, { action: "factor-on", object: { kind: "staff", id: staff.memberId } });
    return replaceRecoveryCodes(tx, staff.memberId);
  });
}

/** Removes a member's app, passkeys and recovery codes and ends all their sessions: for a lost phone. */
export async function removeLostFactors(tx: Tx, memberId: string, by: Actor): Promise<void> {
  await deleteFactors(tx, memberId);
  await endStaffSessionsOf(tx, memberId);
  await logChange(tx, by, { action: "factor-off", object: { kind: "staff", id: memberId } });
}

export async function deleteFactors(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("staff_second_factors").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("staff_passkeys").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("staff_recovery_codes").where("member_id", "=", memberId).execute();
}

/** Whether the member has an authenticator app. A passkey is a second factor too. */
export async function hasAuthenticatorApp(db: Queryable, memberId: string): Promise<boolean> {
  const factor = await findFactor(db, memberId);
  return factor !== undefined && factor.confirmed_at !== null;
}

export async function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  const { left } = await db
    .selectFrom("staff_recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return left;
}

/** Replaces all recovery codes. The new ones are readable only in this result. */
export function renewRecoveryCodes(
  app: App,
  staff: Staff,
  by: Actor,
): Promise<string[] | Refusal<"session_ended" | "factor_missing">> {
  return transact(app.genericPlanDb, async (tx) => {
    if (!(await lockMember(tx, staff.memberId))) return refuse("session_ended");
    if (!(await findMember(tx, staff.memberId))?.hasFactor) return refuse("factor_missing");
    await logChange(tx, by, { action: "recovery-renew", object: { kind: "staff", id: staff.memberId } });
    return replaceRecoveryCodes(tx, staff.memberId);
  });
}

/** Checks a code of a member whose second factor is on, and uses it. The caller holds the member's lock. */
export async function useFactorCode(
  app: App,
  tx: Tx,
  memberId: string,
  input: string,
): Promise<{ factor: "app" | "recovery" } | Refusal<"code_wrong" | "factor_unreadable">> {
  if (!(await findMember(tx, memberId))?.hasFactor) return refuse("code_wrong");
  if (/^\d{6}$/.test(normalizeCode(input))) {
    // A secret without a confirmation is not valid.
    if (!(await hasAuthenticatorApp(tx, memberId))) return refuse("code_wrong");
    const codeUse = await consumeAppCode(app, tx, memberId, input);
    return isRefusal(codeUse) ? codeUse : { factor: "app" };
  }
  const usedCode = await tx
    .deleteFrom("staff_recovery_codes")
    .where("member_id", "=", memberId)
    .where("code_hash", "=", hashToken(normalizeCode(input)))
    .returning("member_id")
    .executeTakeFirst();
  return usedCode ? { factor: "recovery" } : refuse("code_wrong");
}

/** The WHERE clause is the guard: a code of this step or an older one is refused after its use (RFC 6238 §5.2). */
async function consumeAppCode(
  app: App,
  tx: Tx,
  memberId: string,
  input: string,
): Promise<true | Refusal<"code_wrong" | "factor_unreadable">> {
  const factor = await findFactor(tx, memberId);
  if (!factor) return refuse("code_wrong");
  const secret = await decryptFactorSecret(app.config, factor.secret, memberId);
  if (isRefusal(secret)) return secret;
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: normalizeCode(input), window: WINDOW_STEPS, timestamp: now });
  if (delta === null) return refuse("code_wrong");
  const step = Math.floor(now / 1_000 / PERIOD_S) + delta;
  const { numUpdatedRows } = await tx
    .updateTable("staff_second_factors")
    .set({ last_step: step })
    .where("member_id", "=", memberId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? true : refuse("code_wrong");
}

/** Ten codes that replace the previous ones. */
export async function replaceRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => toBase32(randomBytes(RECOVERY_CODE_BYTES)));
  await tx.deleteFrom("staff_recovery_codes").where("member_id", "=", memberId).execute();
  await tx
    .insertInto("staff_recovery_codes")
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashToken(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}

function findFactor(db: Queryable, memberId: string) {
  return db.selectFrom("staff_second_factors").selectAll().where("member_id", "=", memberId).executeTakeFirst();
}

/** Accepts codes as people type them: spaces, dashes, lower case. */
function normalizeCode(input: string): string {
  return input.replaceAll(/[\s-]/g, "").toUpperCase();
}
