import type { AuditCheck } from "../db/audit-check.ts";

/**
 * What `shop audit` checks of background jobs. The reconciliation of a payment is queued anew until the payment ends. A
 * job without an error was not given up: another one with its key replaced it while it ran (graphile-worker's
 * `add_job`), and its process was killed.
 */
export const jobChecks: readonly AuditCheck[] = [
  {
    name: "jobs-not-given-up",
    promise: "ninguna tarea agotó sus intentos sin que alguien del equipo lo decidiera",
    sql: `
      SELECT id::text FROM graphile_worker.jobs
      WHERE attempts >= max_attempts AND locked_at IS NULL AND task_identifier <> 'reconcile_payment'
        AND last_error NOT LIKE '%: ya no se intenta'`,
  },
  {
    name: "jobs-locked-by-live-runners",
    promise: "ninguna tarea sigue apartada por un proceso que ya no existe",
    sql: `
      SELECT j.id::text FROM graphile_worker.jobs j LEFT JOIN job_runners r ON r.pool_id = j.locked_by
      WHERE j.locked_by IS NOT NULL AND CASE
        WHEN r.pool_id IS NULL THEN j.locked_at < clock_timestamp() - interval '11 minutes'
        ELSE r.expires_at < clock_timestamp() - interval '1 minute' END`,
  },
];
