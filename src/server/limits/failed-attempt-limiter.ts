import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/connect.ts";

/** The kinds of secrets whose failed attempts are counted, separately for each kind. */
type SecretKind =
  | "password"
  | "current password"
  | "access code"
  | "coupon"
  | "order phone"
  | "staff password"
  | "staff factor";

export interface Attempt {
  secretKind: SecretKind;
  /** What the attempt would open, such as a normalized user name, a customer's id, an order or a code. */
  account: string;
  /** The caller's IP address. */
  ip: string;
}

/** Failed attempts of one IP address on one account before it must wait. */
const FREE_ATTEMPTS = 5;
/** Failed attempts of one IP address on an account that is under attack from many IP addresses. */
const FREE_ATTEMPTS_UNDER_ATTACK = 2;
/** An account with more failed attempts than this in an hour, from all IP addresses, is under attack. */
const ATTACK_ATTEMPTS = 50;
/** Failed attempts of one IP address on all accounts. A whole office or a mobile network may share it. */
const FREE_ATTEMPTS_ON_ALL_ACCOUNTS = 60;

const FIRST_WAIT_S = 15;
const MAX_WAIT_S = 900;
/** A count restarts this long after its first attempt, so that old attempts do not make a busy IP address wait. */
const WINDOW_S = 3_600;
/** How often counting is tried. It is tried again if the wait that blocked it has ended before it is read. */
const MAX_TRIES = 5;

/**
 * Limits the failed attempts of one IP address, on one account and on all accounts, for all processes together. Waits
 * double with each failed attempt. They never apply to another IP address, so an attacker is delayed and the owner is
 * not. An attempt is counted before it is checked and undone if it was correct, so that concurrent attempts cannot
 * bypass the limit.
 */
export class FailedAttemptLimiter {
  private readonly db: Db;
  private readonly scale: number;

  constructor(db: Db, scale: number) {
    this.db = db;
    this.scale = scale;
  }

  /**
   * Counts an attempt, before it is checked. Returns null if it may be checked, or the number of seconds to wait. An
   * attempt that must wait because of its account still counts for its IP address and for its account.
   */
  async recordAttempt(attempt: Attempt): Promise<number | null> {
    const { account, ip, pair } = keysOf(attempt);
    const ipCount = await this.increment(ip, FREE_ATTEMPTS_ON_ALL_ACCOUNTS);
    if (ipCount.waitSeconds !== null) return ipCount.waitSeconds;
    const accountCount = await this.increment(account, Number.MAX_SAFE_INTEGER);
    const freeAttempts =
      accountCount.failures > ATTACK_ATTEMPTS * this.scale ? FREE_ATTEMPTS_UNDER_ATTACK : FREE_ATTEMPTS;
    return (await this.increment(pair, freeAttempts)).waitSeconds;
  }

  /** How many seconds such an attempt must wait. Null if it may be made now. Counts nothing. */
  async waitSecondsOf(attempt: Attempt): Promise<number | null> {
    const { ip, pair } = keysOf(attempt);
    const { rows } = await sql<{ seconds: number | null }>`
      SELECT max(ceil(extract(epoch FROM next_attempt_at - clock_timestamp())))::int AS seconds FROM failed_attempts
      WHERE key IN (${ip}, ${pair}) AND next_attempt_at > clock_timestamp()`.execute(this.db);
    return rows[0]?.seconds ?? null;
  }

  /** To be called after a correct attempt: removes it, and restarts the count of this IP address on this account. */
  async recordSuccess(attempt: Attempt): Promise<void> {
    await this.undoAttempt(attempt);
    await sql`DELETE FROM failed_attempts WHERE key = ${keysOf(attempt).pair}`.execute(this.db);
  }

  /** Removes an attempt that was correct or could not be checked, and the wait that it caused. */
  async undoAttempt(attempt: Attempt): Promise<void> {
    for (const key of Object.values(keysOf(attempt))) {
      await sql`UPDATE failed_attempts SET failures = greatest(failures - 1, 0), next_attempt_at = '-infinity'
        WHERE key = ${key}`.execute(this.db);
    }
  }

  /** The WHERE clause is the guard: each of several concurrent attempts sees the wait that the previous one caused. */
  private async increment(
    key: Buffer,
    freeAttempts: number,
  ): Promise<{ failures: number; waitSeconds: number | null }> {
    const scaledLimit = Math.min(Math.ceil(freeAttempts * this.scale), 1_000_000_000);
    const wait = sql`interval '1 second' * least(${MAX_WAIT_S}::int,
      ${FIRST_WAIT_S}::int * power(2, least(failures_now - ${scaledLimit}::int, 20)))`;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { rows } = await sql<{ failures: number }>`
        INSERT INTO failed_attempts AS g (key, failures, next_attempt_at, expires_at)
        SELECT ${key}, failures_now, CASE WHEN failures_now >= ${scaledLimit}::int THEN clock_timestamp() + ${wait} ELSE '-infinity' END,
          clock_timestamp() + interval '1 second' * ${WINDOW_S}::int
        FROM (SELECT 1 AS failures_now) first
        ON CONFLICT (key) DO UPDATE SET (failures, next_attempt_at, expires_at) = (
          SELECT failures_now,
            CASE WHEN failures_now >= ${scaledLimit}::int THEN clock_timestamp() + ${wait} ELSE '-infinity' END,
            CASE WHEN g.expires_at < clock_timestamp() THEN excluded.expires_at ELSE g.expires_at END
          FROM (SELECT CASE WHEN g.expires_at < clock_timestamp() THEN 1 ELSE g.failures + 1 END AS failures_now) next)
        WHERE g.next_attempt_at <= clock_timestamp()
        RETURNING failures`.execute(this.db);
      if (rows[0]) return { failures: rows[0].failures, waitSeconds: null };
      const { rows: waitRows } = await sql<{ failures: number; seconds: number }>`
        SELECT failures, ceil(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS seconds
        FROM failed_attempts WHERE key = ${key} AND next_attempt_at > clock_timestamp()`.execute(this.db);
      if (waitRows[0]) return { failures: waitRows[0].failures, waitSeconds: Math.max(1, waitRows[0].seconds) };
      // The wait ended, or a correct attempt removed it, between the two statements: count again.
    }
    return { failures: 0, waitSeconds: 1 };
  }
}

/** Keys are hashes: the table does not reveal whose account was attempted. */
function keysOf({ secretKind, account, ip }: Attempt): Record<"account" | "ip" | "pair", Buffer> {
  const hash = (...parts: string[]): Buffer =>
    createHash("sha256")
      .update(JSON.stringify([secretKind, ...parts]))
      .digest();
  return { account: hash("account", account), ip: hash("address", ip), pair: hash("pair", account, ip) };
}
