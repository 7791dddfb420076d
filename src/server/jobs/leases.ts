import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** Runners of older versions have no lease. Their jobs are released after this time, because no job runs this long. */
const MAX_JOB_MINUTES = 10;

/**
 * Creates or renews a runner's lease for `leaseMs`. A runner whose lease has expired counts as ended. `poolId` is what
 * graphile-worker stores as `locked_by`.
 */
export async function renewLease(db: Queryable, poolId: string, leaseMs: number): Promise<void> {
  await sql`
    INSERT INTO job_runners (pool_id, expires_at) VALUES (${poolId}, clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}))
    ON CONFLICT (pool_id) DO UPDATE SET expires_at = excluded.expires_at`.execute(db);
}

/** Deletes the lease of a runner that has stopped and released its jobs. */
export async function endLease(db: Queryable, poolId: string): Promise<void> {
  await sql`DELETE FROM job_runners WHERE pool_id = ${poolId}`.execute(db);
}

/**
 * Releases the jobs of runners whose leases have expired, and those that a runner without a lease locked
 * `MAX_JOB_MINUTES` ago, so that another runner runs them. All jobs are idempotent.
 * graphile-worker itself would wait four hours. Deletes the leases that expired more than a day ago.
 */
export async function releaseAbandonedJobs(db: Queryable): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT j.locked_by))
    FROM graphile_worker.jobs j LEFT JOIN job_runners r ON r.pool_id = j.locked_by
    WHERE j.locked_by IS NOT NULL AND CASE
      WHEN r.pool_id IS NULL THEN j.locked_at <= now() - make_interval(mins => ${MAX_JOB_MINUTES})
      ELSE r.expires_at <= clock_timestamp() END
    HAVING count(*) > 0`.execute(db);
  await sql`DELETE FROM job_runners WHERE expires_at < now() - interval '1 day'`.execute(db);
}

/** Releases all jobs and deletes all leases: for the only process of an embedded database, at its start. */
export async function releaseAllJobs(db: Queryable): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs WHERE locked_by IS NOT NULL HAVING count(*) > 0`.execute(db);
  await sql`DELETE FROM job_runners`.execute(db);
}
