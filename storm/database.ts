import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import type { PoolConfig } from "pg";
import { openDb, openPool, type Db } from "../src/server/db/connect.ts";
import { startCluster, type Cluster } from "../src/server/db/embedded-postgres.ts";
import { ensureDatabase } from "../src/server/start-app.ts";
import { startDatabaseProxy, type DatabaseProxy } from "../src/server/testing/database-proxy.ts";
import { startPgBouncer } from "../src/server/testing/pgbouncer.ts";
import { startStandby } from "../src/server/testing/start-standby.ts";
import { mountDisk, type Disk } from "./disk.ts";

/** The database of a shop under attack. */
export interface StormDatabase {
  /** The environment variables with which the shop connects. */
  env: Record<string, string>;
  /** The proxy of all connections between the shop and the server. */
  proxy: DatabaseProxy;
  /** Connects directly to the server, without the proxy. */
  db: Db;
  databaseConfig: PoolConfig;
  /** The folder of the server in use. */
  dataDir: string;
  /** The disk to which the server writes. Null if this machine does not allow mounting one, or with a standby. */
  disk: Disk | null;
  /** Freezes the primary until `stop`, and promotes the standby. Null without a standby, or after a failover. */
  failOver: (() => Promise<void>) | null;
  stop(): Promise<void>;
}

const SETTINGS = { max_connections: "120" };
const ignoreWarning = (): void => {};

/** Migrates and fills the database before the shop starts. */
type Prepare<Prepared> = (databaseConfig: PoolConfig) => Promise<Prepared>;

/** Starts one server. The shop connects to it through the proxy only. */
export async function startSingleServer<Prepared>(
  folder: string,
  prepare: Prepare<Prepared>,
): Promise<{ database: StormDatabase; prepared: Prepared }> {
  const dataDir = path.join(folder, "database");
  mkdirSync(dataDir, { recursive: true });
  const disk = mountDisk(dataDir);
  const cluster = await startCluster({ dataDir, settings: SETTINGS, warn: ignoreWarning });
  const databaseConfig = await ensureDatabase(cluster.serverConfig);
  const prepared = await prepare(databaseConfig).catch(async (error: unknown) => {
    await cluster.stop();
    disk?.unmount();
    throw error;
  });
  const proxy = await startDatabaseProxy(databaseConfig);
  const db = openDb(openPool(databaseConfig, 4));
  const database: StormDatabase = {
    env: { DATABASE_URL: toUrl(proxy.databaseConfig) },
    proxy,
    db,
    databaseConfig,
    dataDir,
    disk,
    failOver: null,
    stop: async () => {
      await db.destroy();
      await proxy.close();
      await cluster.stop();
      disk?.unmount();
    },
  };
  return { database, prepared };
}

/**
 * Starts a primary, a standby that confirms every commit, and PgBouncer in transaction mode, which connects to the
 * current primary.
 */
export async function startReplicatedServers<Prepared>(
  folder: string,
  prepare: Prepare<Prepared>,
): Promise<{ database: StormDatabase; prepared: Prepared }> {
  const folders = { primary: path.join(folder, "primary"), standby: path.join(folder, "standby") };
  const initialCluster = await startCluster({ dataDir: folders.primary, settings: SETTINGS, warn: ignoreWarning });
  const initialConfig = await ensureDatabase(initialCluster.serverConfig);
  const prepared = await prepare(initialConfig).finally(() => initialCluster.stop());
  execFileSync("cp", ["-a", folders.primary, folders.standby]);

  const primary = await startCluster({ dataDir: folders.primary, settings: SETTINGS, warn: ignoreWarning });
  const settings = { ...SETTINGS, wal_retrieve_retry_interval: "500ms" };
  const standby = await startStandby(primary, { dataDir: folders.standby, settings, warn: ignoreWarning });
  const databaseConfig = { ...initialConfig, ...primary.serverConfig };
  const proxy = await startDatabaseProxy(databaseConfig);
  const pooler = await startPgBouncer(proxy.databaseConfig, 30);
  const db = openDb(openPool(databaseConfig, 4));
  await sql`ALTER SYSTEM SET synchronous_standby_names = '*'`.execute(db);
  await sql`SELECT pg_reload_conf()`.execute(db);
  const formerDbs: Db[] = [];
  const database: StormDatabase = {
    env: { DATABASE_URL: toUrl(pooler.databaseConfig), DATABASE_DIRECT_URL: toUrl(proxy.databaseConfig) },
    proxy,
    db,
    databaseConfig,
    dataDir: folders.primary,
    disk: null,
    failOver: async () => {
      database.failOver = null;
      freezeServer(folders.primary);
      formerDbs.push(database.db);
      database.databaseConfig = { ...databaseConfig, ...standby.serverConfig };
      database.dataDir = folders.standby;
      database.db = openDb(openPool(database.databaseConfig, 4));
      await sql`SELECT pg_promote(true, 30)`.execute(database.db);
      proxy.redirect(database.databaseConfig);
    },
    stop: async () => {
      thawServer(folders.primary);
      await Promise.all([...formerDbs, database.db].map((each) => each.destroy()));
      await pooler.stop();
      await proxy.close();
      // Both are stopped together, because the primary's commits wait for the standby.
      await stopAll([primary, standby]);
    },
  };
  return { database, prepared };
}

function stopAll(clusters: readonly Cluster[]): Promise<void[]> {
  return Promise.all(clusters.map((cluster) => cluster.stop()));
}

/**
 * The process id of the server's main process. Throws if the folder has no `postmaster.pid`, as after a shutdown. After
 * `kill -9` it is the id of the killed process until the server is started again.
 */
export function getPostmasterPid(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

export function freezeServer(dataDir: string): void {
  const pid = getPostmasterPid(dataDir);
  process.kill(pid, "SIGSTOP");
  signalChildProcesses(pid, "STOP");
}

export function thawServer(dataDir: string): void {
  const pid = getPostmasterPid(dataDir);
  signalChildProcesses(pid, "CONT");
  process.kill(pid, "SIGCONT");
}

/** Signals the server's child processes: all of them, or those that `pkill` selects by these arguments. */
export function signalChildProcesses(pid: number, signal: string, pkillArguments: string[] = []): void {
  try {
    execFileSync("pkill", [`-${signal}`, "-P", String(pid), ...pkillArguments]);
  } catch {
    // No such process: nothing to signal.
  }
}

export function toUrl({ host, port, database }: PoolConfig): string {
  const url = new URL(`postgres://postgres@localhost/${database}`);
  url.searchParams.set("host", host!);
  url.searchParams.set("port", String(port));
  return url.href;
}
