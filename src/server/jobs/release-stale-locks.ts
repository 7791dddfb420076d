import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** No job runs this long: a process that holds one longer was killed. graphile-worker itself would wait four hours. */
export const MAX_JOB_MINUTES = 10;

/** Releases the jobs of killed processes, so that another process runs them. All jobs are idempotent. */
export async function releaseStaleLocks(db: Queryable, heldForMinutes: number): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(coalesce(array_agg(DISTINCT locked_by), '{}'))
    FROM graphile_worker.jobs
    WHERE locked_by IS NOT NULL AND locked_at <= now() - make_interval(mins => ${heldForMinutes})`.execute(db);
}
