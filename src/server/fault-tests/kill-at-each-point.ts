import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../db/connect.ts";
import type { ShopProcess } from "./shop-process.ts";

/** The statement before which the shop is killed, as in CREATE TRIGGER: "INSERT ON invoices FOR EACH ROW WHEN (…)". */
export type KillPoint = string;

/** The `application_name` of the killed shop's database connections. Its DATABASE_URL has to set it. */
export const KILLED_APPLICATION_NAME = "killed";

interface KillOptions {
  shopProcess: ShopProcess;
  env: Record<string, string>;
  db: Db;
  /**
   * Starts the work. The signal is aborted when the shop is killed for the first time. Rejects if the work is refused.
   */
  begin(signal: AbortSignal): Promise<unknown>;
  /** Called repeatedly until the shop reaches the next point. */
  passTime(): Promise<void>;
}

/**
 * For each of these points, starts the shop and kills it there: the open transaction is rolled back. Then starts the
 * shop once more.
 */
export async function killAtEachPoint(
  points: readonly KillPoint[],
  { shopProcess, env, db, begin, passTime }: KillOptions,
): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION wait_for_kill() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'`.execute(db);
  const firstKill = new AbortController();
  let startedWork: Promise<unknown> | undefined;
  let workError: unknown;
  let isKilled = false;
  for (const point of points) {
    await sql.raw(`CREATE OR REPLACE TRIGGER kill_point BEFORE ${point} EXECUTE FUNCTION wait_for_kill()`).execute(db);
    await shopProcess.start(env);
    startedWork ??= begin(firstKill.signal).catch((error: unknown) => {
      if (!isKilled) workError = error;
    });
    // On a slow machine a job of the shop may do the work first. The started work is then refused, but the point is
    // reached.
    const isReached = () => pollKillPoint(db, passTime);
    await expect
      .poll(isReached, { timeout: 30_000, interval: 100, message: point })
      .toBe(true)
      .catch((error: unknown) => {
        throw workError ?? error;
      });
    isKilled = true;
    await shopProcess.kill("SIGKILL");
    firstKill.abort();
    await startedWork;
    // The database server does not notice at once that its clients have ended.
    await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${IS_SHOP_CONNECTION}`.execute(db);
    await sql.raw(`DROP TRIGGER kill_point ON ${/ ON (\w+)/.exec(point)![1]}`).execute(db);
  }
  await shopProcess.start(env);
}

const IS_SHOP_CONNECTION = sql`datname = current_database() AND application_name = ${KILLED_APPLICATION_NAME}`;

/** Whether a statement of the shop waits at the kill point. If none does, calls `passTime`. */
async function pollKillPoint(db: Db, passTime: () => Promise<void>): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE ${IS_SHOP_CONNECTION} AND wait_event = 'PgSleep'`.execute(db);
  if (rows.length > 0) return true;
  await passTime();
  return false;
}
