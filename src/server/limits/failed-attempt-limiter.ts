import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/connect.ts";

/** What is guessed at: each kind has its own counts. */
type Secret = "password" | "current password" | "access code" | "order phone" | "staff password" | "staff factor";

export interface Guess {
  secret: Secret;
  /** Whose: the user name as it was normalised, or a customer's id. */
  of: string;
  /** From where. */
  address: string;
}

/** Wrong guesses of one address at one account before it has to wait. */
const FREE = 5;
/** The same while the account is guessed at from everywhere. */
const FREE_UNDER_ATTACK = 2;
/** An account with more wrong guesses than this in an hour, from all addresses, is under attack. */
const ATTACK = 50;
/** Wrong guesses of one address at all accounts: a whole office or a mobile network may stand behind it. */
const FREE_OF_ADDRESS = 60;

const FIRST_WAIT_S = 15;
const LONGEST_WAIT_S = 900;
/** Counts begin anew this long after their first guess: a busy address is not made to wait for last week. */
const FORGET_S = 3_600;
/** Counting is repeated when the wait that stopped it is gone by the time it is read. */
const MOST_ATTEMPTS = 5;

/**
 * Makes guessing useless, by account and by address, for all processes together. Waits double with each wrong guess and
 * count for one address at one account: whoever guesses at somebody's account makes himself wait, never the owner, who
 * comes from elsewhere. A guess is counted before it is judged and given back if right, so that many at once are no way
 * around it.
 */
export class FailedAttemptLimiter {
  private readonly db: Db;
  private readonly scale: number;

  constructor(db: Db, scale: number) {
    this.db = db;
    this.scale = scale;
  }

  /** Counts a guess. Null, or for how many seconds no guess is judged. */
  async take(guess: Guess): Promise<number | null> {
    const { account, address, pair } = keysOf(guess);
    const fromAddress = await this.count(address, FREE_OF_ADDRESS);
    if (fromAddress.wait !== null) return fromAddress.wait;
    const atAccount = await this.count(account, Number.MAX_SAFE_INTEGER);
    const free = atAccount.misses > ATTACK * this.scale ? FREE_UNDER_ATTACK : FREE;
    return (await this.count(pair, free)).wait;
  }

  /** For how many seconds no guess like this is judged; null where it would be. Counts nothing. */
  async waitOf(guess: Guess): Promise<number | null> {
    const { address, pair } = keysOf(guess);
    const { rows } = await sql<{ seconds: number | null }>`
      SELECT max(ceil(extract(epoch FROM wait_until - clock_timestamp())))::int AS seconds FROM failed_attempts
      WHERE key IN (${address}, ${pair}) AND wait_until > clock_timestamp()`.execute(this.db);
    return rows[0]?.seconds ?? null;
  }

  /** The guess was right: it is given back, and this address starts anew at this account. */
  async right(guess: Guess): Promise<void> {
    await this.giveBack(guess);
    await sql`DELETE FROM failed_attempts WHERE key = ${keysOf(guess).pair}`.execute(this.db);
  }

  /** The guess was not judged, or it was right: as if it had not been taken, the wait it made included. */
  async giveBack(guess: Guess): Promise<void> {
    for (const key of Object.values(keysOf(guess))) {
      await sql`UPDATE failed_attempts SET misses = greatest(misses - 1, 0), wait_until = '-infinity'
        WHERE key = ${key}`.execute(this.db);
    }
  }

  /** The guard is the WHERE: of many at once each sees the wait that the one before it made. */
  private async count(key: Buffer, free: number): Promise<{ misses: number; wait: number | null }> {
    const scaled = Math.min(Math.ceil(free * this.scale), 1_000_000_000);
    const wait = sql`interval '1 second' * least(${LONGEST_WAIT_S}::int,
      ${FIRST_WAIT_S}::int * power(2, least(misses_now - ${scaled}::int, 20)))`;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const { rows } = await sql<{ misses: number }>`
        INSERT INTO failed_attempts AS g (key, misses, wait_until, forget_at)
        SELECT ${key}, misses_now, CASE WHEN misses_now >= ${scaled}::int THEN clock_timestamp() + ${wait} ELSE '-infinity' END,
          clock_timestamp() + interval '1 second' * ${FORGET_S}::int
        FROM (SELECT 1 AS misses_now) first
        ON CONFLICT (key) DO UPDATE SET (misses, wait_until, forget_at) = (
          SELECT misses_now,
            CASE WHEN misses_now >= ${scaled}::int THEN clock_timestamp() + ${wait} ELSE '-infinity' END,
            CASE WHEN g.forget_at < clock_timestamp() THEN excluded.forget_at ELSE g.forget_at END
          FROM (SELECT CASE WHEN g.forget_at < clock_timestamp() THEN 1 ELSE g.misses + 1 END AS misses_now) next)
        WHERE g.wait_until <= clock_timestamp()
        RETURNING misses`.execute(this.db);
      if (rows[0]) return { misses: rows[0].misses, wait: null };
      const { rows: waiting } = await sql<{ misses: number; seconds: number }>`
        SELECT misses, ceil(extract(epoch FROM wait_until - clock_timestamp()))::int AS seconds
        FROM failed_attempts WHERE key = ${key} AND wait_until > clock_timestamp()`.execute(this.db);
      if (waiting[0]) return { misses: waiting[0].misses, wait: Math.max(1, waiting[0].seconds) };
      // The wait ended, or a right guess took it away, between the two statements: count again.
    }
    return { misses: 0, wait: 1 };
  }
}

/** Hashes: the table tells nobody who was guessed at. */
function keysOf({ secret, of, address }: Guess): Record<"account" | "address" | "pair", Buffer> {
  const hash = (...parts: string[]): Buffer =>
    createHash("sha256")
      .update(JSON.stringify([secret, ...parts]))
      .digest();
  return { account: hash("account", of), address: hash("address", address), pair: hash("pair", of, address) };
}
