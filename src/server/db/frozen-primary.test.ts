import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { readConfig } from "../config.ts";
import { startWorker } from "../job-worker.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { openLog } from "../log.ts";
import { openDatabase } from "../start-app.ts";
import { startDatabaseProxy, type DatabaseProxy } from "../testing/database-proxy.ts";
import { startReplicatedCluster, type ReplicatedCluster } from "../testing/replicated-cluster.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";

let cluster: ReplicatedCluster;
let proxy: DatabaseProxy;
let testApp: TestApp;
beforeAll(async () => {
  cluster = await startReplicatedCluster();
  proxy = await startDatabaseProxy(cluster.databaseConfigOf(cluster.primary));
  const hosts = `${proxy.databaseConfig.host},${cluster.standby.serverConfig.host}`;
  const env = { DATABASE_URL: `postgres://postgres@/escaparate?host=${hosts}&target_session_attrs=read-write` };
  testApp = await startAppOnDatabase((await openDatabase(readConfig(env), openLog("silent"))).databaseConfig, env);
}, 60_000);
afterAll(async () => {
  await testApp.stop();
  await proxy.close();
  await cluster.stop();
});

test("a primary that stops answering, with its connections open, is replaced by the promoted standby within 30 seconds", async () => {
  const { app } = testApp;
  const worker = startWorker(app);
  const size = await createTestSize(app, { pieces: 50 });
  const request = { cartId: null, presaleId: null, lines: [{ ...size, pieces: 1 }] };
  const addPiece = async (): Promise<boolean> => {
    const added = await addToCart(app, await testApp.findShop(), request);
    return !isRefusal(added) && added.cart !== null;
  };
  expect(await addPiece()).toBe(true);
  const standby = new pg.Client(cluster.databaseConfigOf(cluster.standby));
  await standby.connect();
  const queryAvailable = () => standby.query(`SELECT available FROM sizes WHERE id = '${size.sizeId}'`);
  await expect.poll(async () => (await queryAvailable()).rows, { timeout: 10_000 }).toEqual([{ available: 49 }]);

  proxy.freeze();
  const frozenAt = performance.now();
  await standby.query("SELECT pg_promote()");
  await expect.poll(() => addPiece().catch(() => false), { timeout: 30_000 }).toBe(true);
  await enqueue(app.db, "purge_receipts", {}, { key: "after the freeze" });
  const pendingJobs = () => sql`SELECT FROM graphile_worker.jobs WHERE key = 'after the freeze'`.execute(app.db);
  await expect.poll(async () => (await pendingJobs().catch(() => null))?.rows, { timeout: 30_000 }).toEqual([]);
  const listenConnectionsQuery = `SELECT FROM pg_stat_activity WHERE application_name = 'escaparate listen'`;
  await expect.poll(async () => (await standby.query(listenConnectionsQuery)).rowCount, { timeout: 30_000 }).toBe(1);
  expect(performance.now() - frozenAt).toBeLessThan(30_000);
  await standby.end();
  const stoppingSince = performance.now();
  await worker.stop();
  expect(performance.now() - stoppingSince).toBeLessThan(10_000);
}, 120_000);
