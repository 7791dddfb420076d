import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { CHECKS } from "../audit/checks.ts";
import { runAudit } from "../audit/run-audit.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { AuditFinding } from "../db/schema-values.ts";
import { enqueue } from "../jobs/enqueue.ts";

/** A run that has not ended this long after its request counts as failed: probably its process was killed. */
const RUN_TIMEOUT_MINUTES = 60;

/** Requests an audit of the whole database, which runs as a job because it may take long. One runs at a time. */
export function requestAudit(app: App, by: Actor): Promise<{ id: string } | Refusal<"audit_running">> {
  return transact(app.db, async (tx) => {
    await tx
      .updateTable("audit_runs")
      .set({ ended_at: sql<Date>`now()`, failure: "Se interrumpió." })
      .where("ended_at", "is", null)
      .where("requested_at", "<", sql<Date>`now() - make_interval(mins => ${RUN_TIMEOUT_MINUTES})`)
      .execute();
    const id = newId();
    const { numInsertedOrUpdatedRows: insertedCount } = await tx
      .insertInto("audit_runs")
      .values({ id, requested_by: by.name, checks_total: CHECKS.length })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (insertedCount !== 1n) return refuse("audit_running");
    await enqueue(tx, "run_audit", { runId: id });
    await logChange(tx, by, { action: "audit", object: { kind: "audit", id } });
    return { id };
  });
}

/** Job: runs the audit. A failure is stored in the run, and the job is not retried: staff may request another run. */
export async function runRequestedAudit(app: App, { runId }: { runId: string }): Promise<void> {
  const updateRun = () => app.db.updateTable("audit_runs").where("id", "=", runId).where("ended_at", "is", null);
  try {
    const results = await runAudit(
      app.databaseConfig,
      async (checksDone) => void (await updateRun().set({ checks_done: checksDone }).execute()),
    );
    const findings: AuditFinding[] = results.map(({ check: { name, invariant }, violationCount, examples }) => ({
      name,
      promise: invariant,
      violations: violationCount,
      examples,
    }));
    await updateRun()
      .set({ results: JSON.stringify(findings), ended_at: sql<Date>`clock_timestamp()` })
      .execute();
  } catch (error) {
    app.log.error({ err: error }, "audit failed");
    await updateRun()
      .set({ failure: "No se pudo terminar: la causa está en el registro del servidor.", ended_at: sql<Date>`now()` })
      .execute();
  }
}

/** The newest requested runs, newest first. */
export function listAuditRuns(app: App, limit = 10) {
  return app.db.selectFrom("audit_runs").selectAll().orderBy("requested_at", "desc").limit(limit).execute();
}
