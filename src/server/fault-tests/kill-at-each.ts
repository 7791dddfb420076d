import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../db/connect.ts";
import type { ShopProcess } from "./shop-process.ts";

/** A statement before which the shop is killed, as a trigger names it: "INSERT ON invoices FOR EACH ROW WHEN (…)". */
export type KillPoint = string;

/** The name of the shop's database connections, which its DATABASE_URL gives: they end with it. */
export const KILLED = "killed";

interface Killable {
  shop: ShopProcess;
  env: Record<string, string>;
  db: Db;
  /** Starts the work. Ends with the signal, when the shop is killed for the first time. Rejects if it is refused. */
  begin(signal: AbortSignal): Promise<unknown>;
  /** Called until the shop gets to the next point. */
  passTime(): Promise<void>;
}

/**
 * Starts the shop once for each of these points and kills it there: the transaction is lost, what was committed before it
 * stays. Starts it once more at the end.
 */
export async function killAtEach(
  points: readonly KillPoint[],
  { shop, env, db, begin, passTime }: Killable,
): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION wait_for_kill() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'`.execute(db);
  const firstKill = new AbortController();
  let begun: Promise<unknown> | undefined;
  let refusal: unknown;
  let isKilled = false;
  for (const point of points) {
    await sql.raw(`CREATE TRIGGER kill_point BEFORE ${point} EXECUTE FUNCTION wait_for_kill()`).execute(db);
    await shop.start(env);
    begun ??= begin(firstKill.signal).catch((error: unknown) => {
      if (!isKilled) refusal = error;
    });
    const isReached = async () => {
      if (refusal !== undefined) throw refusal;
      return waitsAt(db, passTime);
    };
    await expect.poll(isReached, { timeout: 30_000, interval: 100, message: point }).toBe(true);
    isKilled = true;
    await shop.kill("SIGKILL");
    firstKill.abort();
    await begun;
    // The database server does not notice at once that its clients are gone.
    await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${IS_KILLED}`.execute(db);
    await sql.raw(`DROP TRIGGER kill_point ON ${/ ON (\w+)/.exec(point)![1]}`).execute(db);
  }
  await shop.start(env);
}

const IS_KILLED = sql`datname = current_database() AND application_name = ${KILLED}`;

async function waitsAt(db: Db, passTime: () => Promise<void>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_stat_activity WHERE ${IS_KILLED} AND wait_event = 'PgSleep'`.execute(db);
  if (rows.length > 0) return true;
  await passTime();
  return false;
}
