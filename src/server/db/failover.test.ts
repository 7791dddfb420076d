import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { readConfig } from "../config.ts";
import { startWorker } from "../job-worker.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { openLog } from "../log.ts";
import { changeShop } from "../shops/change-shop.ts";
import { openDatabase } from "../start-app.ts";
import { startReplicatedCluster, type ReplicatedCluster } from "../testing/replicated-cluster.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { serveTestApp, type TestServer } from "../testing/test-server.ts";

let cluster: ReplicatedCluster;
let server: TestServer;
let secondApp: TestApp;
beforeAll(async () => {
  cluster = await startReplicatedCluster();
  const hosts = [cluster.standby, cluster.primary].map(({ serverConfig }) => serverConfig.host).join(",");
  const env = { DATABASE_URL: `postgres://postgres@/escaparate?host=${hosts}&target_session_attrs=read-write` };
  // Each of the two apps has its own `PrimaryFinder`, as in two processes.
  const createDatabaseConfig = async () => (await openDatabase(readConfig(env), openLog("silent"))).databaseConfig;
  server = await serveTestApp(await startAppOnDatabase(await createDatabaseConfig(), env));
  secondApp = await startAppOnDatabase(await createDatabaseConfig(), env);
}, 60_000);
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
  await cluster.stop();
});

const addPiece = async (size: TestSize): Promise<boolean> => {
  const added = await addToCart(server.app, await server.findShop(), {
    cartId: null,
    presaleId: null,
    lines: [{ ...size, pieces: 1 }],
  });
  return !isRefusal(added) && added.cart !== null;
};
const isReady = async () => (await server.call("GET", "/readyz")).status === 200;

test("the shop works again within 30 seconds after its primary stops and the standby is promoted", async () => {
  const worker = startWorker(server.app);
  const size = await createTestSize(server.app, { pieces: 50 });
  expect(await addPiece(size)).toBe(true);
  expect(await isReady()).toBe(true);
  await expect.poll(() => readFromStandby(size), { timeout: 10_000 }).toBe(49);

  await cluster.primary.stop();
  const primaryStoppedAt = performance.now();
  const response = await server.call("GET", `/api/v1/products/${size.productId}`);
  expect([200, 503]).toContain(response.status);
  await expect.poll(isReady).toBe(false);
  await queryStandby("SELECT pg_promote()");

  await expect.poll(() => addPiece(size).catch(() => false), { timeout: 30_000 }).toBe(true);
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  await enqueue(server.app.db, "purge_receipts", {}, { key: "after failover" });
  const pendingJobs = () => sql`SELECT FROM graphile_worker.jobs WHERE key = 'after failover'`.execute(server.app.db);
  await expect.poll(async () => (await pendingJobs()).rows, { timeout: 30_000 }).toEqual([]);
  expect(performance.now() - primaryStoppedAt).toBeLessThan(30_000);

  const changed = await changeShop(server.app, await server.findShop(), { values: { "orders.packaging": 37 } });
  if (isRefusal(changed)) throw new Error(changed.refused);
  await expect.poll(async () => (await secondApp.findShop()).settings.orders.packaging, { timeout: 5_000 }).toBe(37);
  await worker.stop();
}, 120_000);

test("a server that becomes read-only is no longer used, although it does not close its connections", async () => {
  const size = await createTestSize(server.app, { pieces: 5 });
  await queryStandby("ALTER SYSTEM SET default_transaction_read_only = on");
  await queryStandby("SELECT pg_reload_conf()");
  await expect
    .poll(() => addPiece(size).catch((error: Error) => error.message), { timeout: 10_000 })
    .toMatch(/accepts writes/);
  await queryStandby("ALTER SYSTEM RESET default_transaction_read_only");
  await queryStandby("SELECT pg_reload_conf()");
  await expect.poll(() => addPiece(size).catch(() => false), { timeout: 10_000 }).toBe(true);
});

async function queryStandby(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(cluster.databaseConfigOf(cluster.standby));
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function readFromStandby({ sizeId }: TestSize): Promise<number | undefined> {
  const { rows } = await queryStandby(`SELECT available FROM sizes WHERE id = '${sizeId}'`);
  return (rows[0] as { available: number } | undefined)?.available;
}
