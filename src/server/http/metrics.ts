import { isIP } from "node:net";
import type { Hono } from "hono";
import { sql } from "kysely";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "../app.ts";
import { countAlarms } from "../holding/sources.ts";
import type { HttpEnv } from "./env.ts";
import { problem } from "./problems.ts";
import { isSameSecret } from "./same-secret.ts";

/** Seconds; the shop's budgets lie between the second and the last but three. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What an operator watches (`GET /metrics`, Prometheus text): how long each route takes, how this process does, and what
 * waits in the shop. Labels are route patterns, methods and states: no address, no person, never more than there are routes.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "How long answers took that were not served from memory or from a file",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
    collectDefaultMetrics({ register: this.registry });
    this.gauge("shop_orders", "Orders by status", ["status"], async (gauge) => {
      gauge.reset();
      for (const { status, count } of (await readOrders(app)).rows) gauge.set({ status }, count);
    });
    this.gauge(
      "shop_source_share",
      "Part of the shelf that the largest holder has, and how many hold too much",
      ["what"],
      async (gauge) => {
        const { alarms, largestShare } = await countAlarms(app);
        gauge.set({ what: "largest" }, largestShare);
        gauge.set({ what: "alarms" }, alarms);
      },
    );
    this.gauge("shop_waiting", "What is there now, or waits for hands, jobs or providers", ["what"], async (gauge) => {
      for (const [what, count] of Object.entries((await readWaiting(app)).rows[0]!)) gauge.set({ what }, count);
    });
  }

  heard(method: string, route: string, status: number, milliseconds: number): void {
    this.durations.observe({ method, route, status }, milliseconds / 1_000);
  }

  /** Answers who has the token and, in the demo, who calls from this machine itself; nobody else. */
  bind(api: Hono<HttpEnv>): void {
    const { app } = this;
    api.get("/metrics", async (context) => {
      const { req, env } = context;
      // A live shop's proxy may stand beside it: there nobody is believed to be this machine.
      const isHere = app.config.publicUrl === null && isThisMachine(env?.peer ?? "", req.raw);
      if (!isHere && !this.hasToken(req.header("authorization") ?? "")) {
        return problem(403, "FORBIDDEN", "Las métricas son de quien tiene su token (METRICS_TOKEN).");
      }
      const text = await this.registry.metrics();
      return context.body(text, 200, { "Content-Type": this.registry.contentType, "Cache-Control": "no-store" });
    });
  }

  private hasToken(authorization: string): boolean {
    const { metricsToken } = this.app.config;
    if (metricsToken === null) return false;
    return isSameSecret(authorization, `Bearer ${metricsToken}`);
  }

  private gauge(name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => Promise<void>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => collect(gauge),
    });
  }
}

/** Called here by a name of this machine: what a proxy beside us passes on was called by the shop's. */
function isThisMachine(peer: string, request: Request): boolean {
  const { hostname } = new URL(request.url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isLoopback = (address: string) => address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
  return (
    isLoopback(peer.replace(/^::ffff:/, "")) &&
    (host === "localhost" || isLoopback(host)) &&
    !request.headers.has("x-forwarded-for") &&
    !request.headers.has("forwarded")
  );
}

function readOrders(app: App) {
  return sql<{ status: string; count: number }>`SELECT status, count(*) AS count FROM orders GROUP BY status`.execute(
    app.db,
  );
}

/** Ages in seconds. */
function readWaiting(app: App) {
  return sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM carts WHERE state = 'active' AND expires_at > now()) AS live_carts,
    (SELECT count(*) FROM order_flags WHERE closed_at IS NULL) AS open_flags,
    (SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0)::float FROM payment_webhooks
      WHERE worked_at IS NULL) AS payment_webhook_age_seconds,
    (SELECT count(*) FROM invoices WHERE state IN ('stamping', 'cancelAsked')) AS invoices_on_their_way,
    (SELECT count(*) FROM graphile_worker.jobs WHERE last_error IS NOT NULL) AS failing_jobs,
    (SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0)::float FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND run_at < now() AND attempts < max_attempts) AS jobs_age_seconds`.execute(app.db);
}
