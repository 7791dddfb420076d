import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { StormShop } from "./shop.ts";

/** After every fault the shop must recover within this time, without a manual restart. */
export const RECOVERED_WITHIN_SECONDS = 30;

export interface Recovery {
  /** Infinite if it took longer than `RECOVERED_WITHIN_SECONDS`. */
  seconds: number;
  /** The last thing that did not work yet. */
  lastProblem: string | null;
}

/** Waits until every process is ready and no job has been due for more than three seconds without an attempt. */
export async function waitForRecovery(shop: StormShop): Promise<Recovery> {
  const startedAt = performance.now();
  let lastProblem: string | null = null;
  for (;;) {
    const problem = await findProblem(shop);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (problem === null) return { seconds, lastProblem };
    lastProblem = problem;
    if (seconds > RECOVERED_WITHIN_SECONDS) return { seconds: Infinity, lastProblem };
    await sleep(100);
  }
}

/** The first thing that does not work yet. Null if everything works. */
async function findProblem(shop: StormShop): Promise<string | null> {
  for (const each of [...shop.webProcesses, ...shop.workers]) {
    if (!(await each.isReady())) return `${each.name} is not ready`;
  }
  try {
    const { rows } = await sql<{ task: string; seconds: number }>`
      SELECT task_identifier AS task, extract(epoch FROM now() - run_at)::int AS seconds FROM graphile_worker.jobs
      WHERE attempts = 0 AND run_at < now() - interval '3 seconds' ORDER BY run_at LIMIT 1`.execute(shop.database.db);
    return rows[0] ? `job ${rows[0].task} has waited for ${rows[0].seconds} s` : null;
  } catch {
    return "the database does not answer";
  }
}
