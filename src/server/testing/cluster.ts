import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openLog } from "../log.ts";
import { readConfig } from "../config.ts";
import { startCluster, type ServerAddress } from "../db/embedded-postgres.ts";
import { loadDemo } from "../demo/load-demo.ts";
import { ensureDatabase, migrateAll, startApp } from "../start-app.ts";

declare module "vitest" {
  export interface ProvidedContext {
    server: ServerAddress;
  }
}

/** The template every test database is cloned from: migrated, the demo shop loaded. */
export const TEMPLATE = "escaparate_template";

/** Starts one real PostgreSQL for all tests and fills the template once. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-test-"));
  const cluster = await startCluster({
    dataDir,
    // Tests may lose their database; they must not wait for the disk.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
    warn: (message) => console.warn(message),
  });
  const address = await ensureDatabase(cluster.address, TEMPLATE);
  await migrateAll(address);
  const running = await startApp(readConfig({ LOG_LEVEL: "silent" }), address, openLog("silent"));
  await loadDemo(running.app);
  await running.stop();
  project.provide("server", cluster.address);
  return async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
