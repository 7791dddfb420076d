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
import { TEMPLATE_DATABASE } from "./vitest-global-setup.ts";

export interface TestApp {
  app: App;
  /** How to connect to the database, for a second process. */
  databaseConfig: pg.PoolConfig;
  /** The shop with this key. The default is head office, "matriz". */
  findShop(key?: string): Promise<Shop>;
  stop(): Promise<void>;
}

/**
 * The Apps of a test worker share one thread for PDFs, because a thread needs half a second to load its libraries and
 * fonts.
 */
class SharedPdfThread extends PdfThread {
  override async stop(): Promise<void> {}
}
const sharedPdfThread = new SharedPdfThread();

/** An App with its own database: a clone of the demo shop, created in some milliseconds. */
export async function startTestApp(env: Record<string, string> = {}, log = openLog("silent")): Promise<TestApp> {
  const server = inject("server");
  const database = `test_${randomBytes(6).toString("hex")}`;
  await runOnPostgresDatabase((client) =>
    client.query(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY FILE_COPY`),
  );
  const databaseConfig = { ...server, database };
  const testApp = await startAppOnDatabase(databaseConfig, env, log);
  return {
    ...testApp,
    stop: async () => {
      await testApp.stop();
      await runOnPostgresDatabase((client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** An App with its own database that has only an empty head office, like a new live shop. */
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
      await runOnPostgresDatabase((client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** An App on this database. There may already be one, so that a test has two Apps, like two processes. */
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

async function runOnPostgresDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...inject("server"), database: "postgres" });
  await client.connect();
  try {
    // CREATE and DROP DATABASE wait for checkpoints, so they run one after the other.
    await client.query("SELECT pg_advisory_lock(1)");
    await work(client);
  } finally {
    await client.end();
  }
}
