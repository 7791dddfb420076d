import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openLog } from "../log.ts";
import { readConfig } from "../config.ts";
import { startCluster, type Cluster, type ServerConfig } from "../db/embedded-postgres.ts";
import { loadDemo } from "../../../demo/load/load-demo.ts";
import { ensureDatabase, migrateAll, startApp } from "../start-app.ts";

declare module "vitest" {
  export interface ProvidedContext {
    server: ServerConfig;
    demoDataDir: string;
  }
}

/** The database that test databases are cloned from: migrated, with the demo shop. */
export const TEMPLATE_DATABASE = "escaparate";

/**
 * Creates one data folder with the demo shop, and starts one real PostgreSQL for all tests on a copy of it. Tests that
 * start the whole shop as a process copy the folder too (`copyDataDir`).
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const demoDataDir = mkdtempSync(path.join(tmpdir(), "escaparate-demo-"));
  await createDemoDataDir(demoDataDir);
  const dataDir = copyDataDir(demoDataDir, "escaparate-test-");
  const cluster = await startTestCluster(dataDir);
  project.provide("server", cluster.serverConfig);
  project.provide("demoDataDir", demoDataDir);
  return async () => {
    await cluster.stop();
    for (const folder of [dataDir, demoDataDir]) rmSync(folder, { recursive: true, force: true });
  };
}

async function createDemoDataDir(dataDir: string): Promise<void> {
  const cluster = await startTestCluster(dataDir);
  const databaseConfig = await ensureDatabase(cluster.serverConfig, TEMPLATE_DATABASE);
  await migrateAll(databaseConfig);
  const runningApp = await startApp(readConfig({ LOG_LEVEL: "silent" }), databaseConfig, openLog("silent"));
  await loadDemo(runningApp.app);
  await runningApp.stop();
  await cluster.stop();
}

function startTestCluster(dataDir: string): Promise<Cluster> {
  return startCluster({
    dataDir,
    // The database of a test may be lost in a crash, so PostgreSQL does not wait for the disk.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
    warn: (message) => console.warn(message),
  });
}

/** Copies a data folder whose database server is stopped. Files keep their owner, as PostgreSQL requires. */
export function copyDataDir(from: string, prefix: string): string {
  const to = mkdtempSync(path.join(tmpdir(), prefix));
  execFileSync("cp", ["-a", `${from}/.`, to]);
  return to;
}
