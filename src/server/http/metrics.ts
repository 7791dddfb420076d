import { isIP } from "node:net";
import type { Env, Hono } from "hono";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "../app.ts";
import { problem } from "./problems.ts";
import { isSameSecret } from "./same-secret.ts";

/** Upper bounds of the buckets in seconds. The shop's budgets for response times are between 0.01 and 1. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics for operators (`GET /metrics`, Prometheus text): durations per route, the process, and pending work of
 * the shop. Labels are route patterns, methods and states. No label has a URL or personal data, so the number of series
 * is limited.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Durations of requests whose responses were computed, not served from the cache or a file",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
    collectDefaultMetrics({ register: this.registry });
  }

  observe(method: string, route: string, status: number, milliseconds: number): void {
    this.durations.observe({ method, route, status }, milliseconds / 1_000);
  }

  /** Binds `/metrics`, for callers with the token and, in the demo, for callers on this machine. */
  bind<E extends Env>(api: Hono<E>): void {
    const { app } = this;
    api.get("/metrics", async (context) => {
      const { req } = context;
      const env = context.env as { peer?: string } | undefined;
      // In a live shop a proxy may run on this machine, so local callers are not trusted.
      const isLocalCaller = app.config.publicUrl === null && isFromThisMachine(env?.peer ?? "", req.raw);
      if (!isLocalCaller && !this.hasToken(req.header("authorization") ?? "")) {
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

  /** Adds a gauge whose value is read at each call of `/metrics`. */
  addGauge(name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => Promise<void>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => collect(gauge),
    });
  }
}

/**
 * Whether the caller is on this machine, used a local name, and did not come through a proxy that adds a forwarding
 * header. A request that a local proxy forwards uses the shop's name.
 */
function isFromThisMachine(peer: string, request: Request): boolean {
  const { hostname } = new URL(request.url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isLoopback = (ip: string) => ip === "::1" || (isIP(ip) === 4 && ip.startsWith("127."));
  return (
    isLoopback(peer.replace(/^::ffff:/, "")) &&
    (host === "localhost" || isLoopback(host)) &&
    !request.headers.has("x-forwarded-for") &&
    !request.headers.has("forwarded")
  );
}
