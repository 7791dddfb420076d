import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { App } from "../app.ts";
import { readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { PdfThread } from "../pdf/pdf-thread.ts";
import type { Shop } from "../shops/shop.ts";
import { createEmptyHeadOffice } from "../shops/create-empty-head-office.ts";
import { ensureDatabase, migrateAll, startApp } from "../start-app.ts";
import { TEMPLATE_DATABASE } from "./cluster.ts";

export interface TestApp {
  app: App;
  /** The database for a second process. */
  databaseConfig: pg.PoolConfig;
  /** The shop with this key. The default is head office, "matriz". */
  findShop(key?: string): Promise<Shop>;
  stop(): Promise<void>;
}

/**
 * The Apps of a test worker share one thread for PDFs, because a thread loads its libraries and fonts for half a
 * second.
 */
class SharedPdfThread extends PdfThread {
  override async stop(): Promise<void> {}
}
const sharedPdfThread = new SharedPdfThread();

/** An App with its own database: a clone of the demo shop, created in some milliseconds. */
export async function startTestApp(env: Record<string, string> = {}, log = openLog("silent")): Promise<TestApp> {
  const server = inject("server");
  const database = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin((client) =>
    client.query(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY FILE_COPY`),
  );
  const databaseConfig = { ...server, database };
  const testApp = await startAppOnDatabase(databaseConfig, env, log);
  return {
    ...testApp,
    stop: async () => {
      await testApp.stop();
      await asAdmin((client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** An App with a database without the demo, like a new live shop. */
export async function startEmptyTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  const databaseConfig = await ensureDatabase(inject("server"), database);
  await migrateAll(databaseConfig);
  const testApp = await startAppOnDatabase(databaseConfig, { DEMO: "0", ...env });
  await createEmptyHeadOffice(testApp.app);
  return {
    ...testApp,
    stop: async () => {
      await testApp.stop();
      await asAdmin((client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** An App on this database, which may be a second one on it, like that of another process. */
export async function startAppOnDatabase(
  databaseConfig: pg.PoolConfig,
  env: Record<string, string> = {},
  log = openLog("silent"),
): Promise<TestApp> {
  const config = readConfig({ LOG_LEVEL: "silent", RATE_LIMIT_SCALE: "1000", ...env });
  const runningApp = await startApp(config, databaseConfig, log);
  runningApp.app.pdfs = sharedPdfThread;
  return {
    app: runningApp.app,
    databaseConfig,
    findShop: async (key = "matriz") => (await runningApp.app.shops.byKey(key))!,
    stop: runningApp.stop,
  };
}

async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...inject("server"), database: "postgres" });
  await client.connect();
  try {
    // Databases are created and dropped one after the other, because each of these statements waits for checkpoints.
    await client.query("SELECT pg_advisory_lock(1)");
    await work(client);
  } finally {
    await client.end();
  }
}
