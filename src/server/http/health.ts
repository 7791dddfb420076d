import type { Env, Hono } from "hono";
import pg from "pg";
import { isMigrated, SchemaTooNew } from "../db/migrate.ts";
import type { App } from "../app.ts";

/** `/healthz`: the process runs. `/readyz`: the database responds and is migrated, and the process is not stopping. */
export function bindHealth<E extends Env>(api: Hono<E>, app: App, isStopping: () => boolean): void {
  api.get("/healthz", (context) => context.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));
  const probe = sharedProbe(app);
  api.get("/readyz", async (context) => {
    const reason = isStopping() ? "stopping" : await probe();
    const headers = { "Cache-Control": "no-store", ...(reason ? { "Retry-After": "2" } : {}) };
    return context.json({ status: reason ?? "ready" }, reason ? 503 : 200, headers);
  });
}

/** As long as a request waits for a connection: a load balancer must not drop the shop because the database is busy. */
const WAIT_MS = 2_000;

/** One probe at a time, cached for half a second: frequent probes must not use up the shop's connections. */
function sharedProbe(app: App): () => Promise<string | null> {
  let latest: { at: number; answer: Promise<string | null> } | undefined;
  return () => {
    if (!latest || performance.now() - latest.at > 500) latest = { at: performance.now(), answer: checkReadiness(app) };
    return latest.answer;
  };
}

async function checkReadiness(app: App): Promise<string | null> {
  const client = new pg.Client({ ...app.address, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await isMigrated(client)) ? null : "migrations pending";
  } catch (error) {
    return error instanceof SchemaTooNew ? "schema too new" : "database unreachable";
  } finally {
    client.end().catch(() => {});
  }
}
