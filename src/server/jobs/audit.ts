import type { AuditCheck } from "../db/audit-check.ts";
import { KEYED_JOBS } from "./registry.ts";

const KEYED_JOB_LITERALS = KEYED_JOBS.map((name) => `'${name}'`).join(", ");

/**
 * The checks of `shop audit` on background jobs. A keyed job without its key was replaced while it ran, so it is not
 * lost (`KEYED_JOBS`). Neither is a failed reconciliation, which is queued again until the payment ends, nor a job that
 * staff ended.
 */
export const jobChecks: readonly AuditCheck[] = [
  {
    name: "jobs-are-not-given-up",
    invariant: "ninguna tarea agotó sus intentos sin que alguien del equipo lo decidiera",
    sql: `
      SELECT id::text FROM graphile_worker.jobs
      WHERE attempts >= max_attempts AND locked_at IS NULL AND task_identifier <> 'reconcile_payment'
        AND NOT (key IS NULL AND task_identifier IN (${KEYED_JOB_LITERALS}))
        AND coalesce(last_error, '') NOT LIKE '%: ya no se intenta'`,
  },
  {
    name: "jobs-are-locked-by-live-runners",
    invariant: "ninguna tarea sigue apartada por un proceso que ya no existe mientras otro trabaja",
    sql: `
      SELECT j.id::text FROM graphile_worker.jobs j LEFT JOIN job_runners r ON r.pool_id = j.locked_by
      WHERE j.locked_by IS NOT NULL AND CASE
        WHEN r.pool_id IS NULL THEN j.locked_at < clock_timestamp() - interval '11 minutes'
        ELSE r.expires_at < clock_timestamp() - interval '1 minute'
          AND EXISTS (SELECT FROM job_runners live
            WHERE live.expires_at > clock_timestamp() AND live.started_at < clock_timestamp() - interval '1 minute') END`,
  },
];
