import { openDb, openPool, type Db } from "../../src/server/db/connect.ts";
import { findRunningCluster } from "../../src/server/db/embedded-postgres.ts";
import { ensureDatabase } from "../../src/server/start-app.ts";

let database: Promise<Db> | undefined;

/** The database of the shop under test, in which tests insert their data. One connection per worker. */
export function openDatabase(): Promise<Db> {
  database ??= connect();
  return database;
}

async function connect(): Promise<Db> {
  const cluster = await findRunningCluster(process.env.E2E_DATA_DIR!);
  if (!cluster) throw new Error("The shop under test is not running.");
  return openDb(openPool(await ensureDatabase(cluster), 1));
}
