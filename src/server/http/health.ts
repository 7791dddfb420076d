import { statfs } from "node:fs/promises";
import type { Env, Hono } from "hono";
import type pg from "pg";
import { configForRequests } from "../db/database-config.ts";
import { isMigrated, SchemaTooNew } from "../db/applied-migrations.ts";
import { ShopClient } from "../db/shop-client.ts";
import type { App } from "../app.ts";
import { JOBS } from "../jobs/registry.ts";

/**
 * `/healthz`: the process runs. `/readyz`: the database can be written and is migrated, the disk of an embedded
 * database has space, the process is not stopping, and with `checkJobs` no job has been due for long.
 */
export function bindHealth<E extends Env>(
  api: Hono<E>,
  app: App,
  { isStopping, checkJobs = false }: { isStopping: () => boolean; checkJobs?: boolean },
): void {
  api.get("/healthz", (context) => context.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));
  const probe = makeSharedProbe(app, checkJobs);
  api.get("/readyz", async (context) => {
    const reason = isStopping() ? "stopping" : await probe();
    const headers = { "Cache-Control": "no-store", ...(reason ? { "Retry-After": "2" } : {}) };
    return context.json({ status: reason ?? "ready" }, reason ? 503 : 200, headers);
  });
}

/**
 * How long a probe waits for its connection to the database, and for each query. Requests wait equally long for a
 * connection: a load balancer must not stop sending requests to the shop because the database is busy.
 */
const WAIT_MS = 2_000;

/** One probe in half a second, whose result all calls share: frequent calls must not use up the shop's connections. */
function makeSharedProbe(app: App, checkJobs: boolean): () => Promise<string | null> {
  let latestProbe: { at: number; answer: Promise<string | null> } | undefined;
  return () => {
    if (!latestProbe || performance.now() - latestProbe.at > 500)
      latestProbe = { at: performance.now(), answer: checkReadiness(app, checkJobs) };
    return latestProbe.answer;
  };
}

/** With less space than this PostgreSQL may stop at any moment (`wal_segment_size` is 16 MiB). */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** A worker is not ready if a job has been due for longer. Normally a due job waits for a few seconds at most. */
const MAX_JOB_DELAY_SECONDS = 120;

/** Null, or why this process should get no requests. */
async function checkReadiness(app: App, checkJobs: boolean): Promise<string | null> {
  if (app.config.databaseUrl === null && (await readFreeBytes(app.config.dataDir)) < MIN_FREE_BYTES) return "disk full";
  const client = new ShopClient({
    ...configForRequests(app.databaseConfig),
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
  });
  try {
    await client.connect();
    if (!(await isMigrated(client))) return "migrations pending";
    if (!(await isWritable(client))) return "database read-only";
    return checkJobs && (await readJobDelaySeconds(client)) > MAX_JOB_DELAY_SECONDS ? "jobs delayed" : null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    client.end().catch(() => {});
  }
}

/** Commits a record to the write-ahead log and changes no table. A full disk and a standby refuse it. */
async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(
    `SELECT NOT current_setting('transaction_read_only')::boolean AS writable,
      pg_logical_emit_message(true, 'escaparate', 'ready')`,
  );
  return rows[0]!.writable;
}

async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder is created when it is first needed.
    return Infinity;
  }
}

/** How long the oldest due job has waited. Jobs of an older version, which no worker runs any more, do not count. */
async function readJobDelaySeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8 AS seconds FROM graphile_worker.jobs
    WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts AND task_identifier = ANY ($1)`,
    [Object.keys(JOBS)],
  );
  return rows[0]!.seconds;
}

function reasonOf(error: unknown): string {
  if (error instanceof SchemaTooNew) return "schema too new";
  const { code } = error as { code?: string };
  if (code === "53100") return "disk full";
  return code === "25006" || code === "55000" ? "database read-only" : "database unreachable";
}
