import { sql } from "kysely";
import type { App } from "../app.ts";
import { countAlarms } from "../holding/sources.ts";
import type { Metrics } from "../http/metrics.ts";

/** Adds the shop's figures to `/metrics`: orders, the read replica, the largest source and pending work. */
export function addShopMetrics(metrics: Metrics, app: App): void {
  metrics.addGauge("shop_orders", "Orders by status", ["status"], async (gauge) => {
    gauge.reset();
    for (const { status, count } of (await countOrdersByStatus(app)).rows) gauge.set({ status }, count);
  });
  const { replica } = app;
  if (replica) {
    metrics.addGauge(
      "shop_replica_age_seconds",
      "Upper bound of the age of the read replica's data",
      [],
      async (gauge) => {
        gauge.set(replica.replica.ageMs() / 1_000);
      },
    );
  }
  metrics.addGauge(
    "shop_source_share",
    "Share of the stock that the largest source holds, and number of sources at or above the alarm threshold",
    ["what"],
    async (gauge) => {
      const { alarms, largestShare } = await countAlarms(app);
      gauge.set({ what: "largest" }, largestShare);
      gauge.set({ what: "alarms" }, alarms);
    },
  );
  // The gauges of one answer share one reading.
  let reading: Promise<PendingWork> | undefined;
  const pendingWork = () => (reading ??= readPendingWork(app).finally(() => (reading = undefined)));
  metrics.addGauge("shop_active_carts", "Carts that reserve pieces", [], async (gauge) => {
    gauge.set((await pendingWork()).activeCarts);
  });
  metrics.addGauge("shop_pending_work", "Work that waits for staff, jobs or providers", ["kind"], async (gauge) => {
    for (const [kind, count] of Object.entries((await pendingWork()).counts)) gauge.set({ kind }, count);
  });
  metrics.addGauge(
    "shop_pending_work_age_seconds",
    "Age of the oldest pending work of a kind, 0 if there is none",
    ["kind"],
    async (gauge) => {
      for (const [kind, seconds] of Object.entries((await pendingWork()).agesSeconds)) gauge.set({ kind }, seconds);
    },
  );
}

function countOrdersByStatus(app: App) {
  return sql<{ status: string; count: number }>`SELECT status, count(*) AS count FROM orders GROUP BY status`.execute(
    app.db,
  );
}

interface PendingWork {
  activeCarts: number;
  counts: Record<string, number>;
  agesSeconds: Record<string, number>;
}

async function readPendingWork(app: App): Promise<PendingWork> {
  const { rows } = await sql<PendingWork>`SELECT
    (SELECT count(*) FROM carts WHERE state = 'active' AND expires_at > now()) AS "activeCarts",
    json_build_object(
      'payment_flags', (SELECT count(*) FROM order_flags WHERE closed_at IS NULL),
      'invoices', (SELECT count(*) FROM invoices WHERE state IN ('stamping', 'cancelAsked')),
      'failing_jobs', (SELECT count(*) FROM graphile_worker.jobs WHERE last_error IS NOT NULL)) AS counts,
    json_build_object(
      'payment_webhooks', (SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0)::float
        FROM payment_webhooks WHERE processed_at IS NULL),
      'invoices_to_stamp', (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float
        FROM invoices WHERE state = 'stamping'),
      'jobs', (SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0)::float FROM graphile_worker.jobs
        WHERE locked_at IS NULL AND run_at < now() AND attempts < max_attempts)) AS "agesSeconds"`.execute(app.db);
  return rows[0]!;
}
