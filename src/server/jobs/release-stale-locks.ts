import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** No job of ours works for so long: whoever holds one longer was killed. The runner itself would wait four hours. */
export const LONGEST_JOB_MINUTES = 10;

/** Gives jobs back that a killed process holds, for another to do: each of ours may be done twice. */
export async function releaseStaleLocks(db: Queryable, heldForMinutes: number): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(coalesce(array_agg(DISTINCT locked_by), '{}'))
    FROM graphile_worker.jobs
    WHERE locked_by IS NOT NULL AND locked_at <= now() - make_interval(mins => ${heldForMinutes})`.execute(db);
}
