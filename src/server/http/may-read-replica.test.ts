import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../app.ts";
import { MAX_REPLICA_AGE_MS } from "../db/replica.ts";
import { createTestCart } from "../testing/checkout-fixtures.ts";
import { startReplicatedCluster, type ReplicatedCluster } from "../testing/replicated-cluster.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { serveTestApp, type TestServer } from "../testing/test-server.ts";
import { databaseUrlOf } from "../testing/run-shop-command.ts";

let cluster: ReplicatedCluster;
let server: TestServer;
let secondApp: TestApp;
let size: TestSize;
beforeAll(async () => {
  cluster = await startReplicatedCluster();
  const databaseConfig = cluster.databaseConfigOf(cluster.primary);
  const env = {
    DATABASE_URL: databaseUrlOf(databaseConfig),
    DATABASE_REPLICA_URL: databaseUrlOf(cluster.databaseConfigOf(cluster.standby)),
  };
  server = await serveTestApp(await startAppOnDatabase(databaseConfig, env));
  secondApp = await startAppOnDatabase(databaseConfig);
  size = await createTestSize(server.app, { pieces: 5 });
}, 60_000);
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
  await cluster.stop();
});

const getReplica = () => server.app.replica!.replica;
const setPrice = (app: App, pesos: number) =>
  sql`UPDATE products SET price_cents = ${pesos * 100} WHERE id = ${size.productId}`.execute(app.db);
let callCount = 0;
/** The product's price in the API. The query parameter makes each call miss the response cache. */
const readPrice = async (headers: Record<string, string> = {}): Promise<number> =>
  (await server.call("GET", `/api/v1/products/${size.productId}?n=${callCount++}`, { headers })).json.price;
const CHANGED_CART_HEADERS = { Cookie: "cart-stamp=1764000000000" };

async function queryStandby(text: string): Promise<void> {
  const client = new pg.Client(cluster.databaseConfigOf(cluster.standby));
  await client.connect();
  await client.query(text);
  await client.end();
}
async function letReplicaCatchUp(): Promise<void> {
  await queryStandby("SELECT pg_wal_replay_resume()");
  const version = server.app.productChanges.currentVersion();
  await expect
    .poll(() => getReplica().findReplayedVersion() ?? -1, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(version);
}

test("public responses come from the replica, except for customers with a changed cart and for staff", async () => {
  await setPrice(secondApp.app, 100);
  await letReplicaCatchUp();
  await expect.poll(() => readPrice(), { timeout: 5_000 }).toBe(100);
  await queryStandby("SELECT pg_wal_replay_pause()");
  await setPrice(secondApp.app, 200);
  expect(await readPrice()).toBe(100);
  expect(await readPrice(CHANGED_CART_HEADERS)).toBe(200);
  expect(await readPrice({ Cookie: "panel=anything" })).toBe(200);
  expect(await readPrice({ Cookie: "__Host-panel=anything" })).toBe(200);
  expect(await readPrice({ "X-CODE": "PRIMAVERA" })).toBe(200);
  const wholeCatalogue = await server.call("GET", "/products");
  expect(wholeCatalogue.json).toContainEqual(expect.objectContaining({ _id: size.productId, price: 100 }));
  // The response cache does not mix the responses of the two servers.
  const path = `/api/v1/products/${size.productId}`;
  const answers = [{}, CHANGED_CART_HEADERS, {}].map(
    async (headers) => (await server.call("GET", path, { headers })).json.price,
  );
  expect(await Promise.all(answers)).toEqual([100, 200, 100]);
});

test("a change of this process is seen at once, before the replica has it", async () => {
  await letReplicaCatchUp();
  await queryStandby("SELECT pg_wal_replay_pause()");
  await setPrice(server.app, 300);
  expect(await readPrice()).toBe(300);
  await createTestCart(server.app, await server.findShop(), [{ ...size, pieces: 1 }]);
  const stockResponse = await server.call("GET", `/api/v1/products/${size.productId}/stock`);
  expect(stockResponse.json[0].stock).toBe(4);
});

test("a product that the replica does not have yet is found", async () => {
  await letReplicaCatchUp();
  await queryStandby("SELECT pg_wal_replay_pause()");
  const addedSize = await createTestSize(secondApp.app, { pieces: 1 });
  expect((await server.call("GET", `/api/v1/products/${addedSize.productId}`)).status).toBe(200);
});

test("a replica that is five seconds behind is not read, and is used again when it has caught up", async () => {
  await setPrice(secondApp.app, 400);
  await letReplicaCatchUp();
  await queryStandby("SELECT pg_wal_replay_pause()");
  await setPrice(secondApp.app, 500);
  expect(await readPrice()).toBe(400);
  await expect.poll(() => readPrice(), { timeout: MAX_REPLICA_AGE_MS + 1_500 }).toBe(500);
  expect(getReplica().ageMs()).toBeGreaterThan(MAX_REPLICA_AGE_MS);
  const metrics = await server.call("GET", "/metrics");
  expect(Number(/^shop_replica_age_seconds (\S+)$/m.exec(metrics.text)?.[1])).toBeGreaterThan(5);
  await letReplicaCatchUp();
  expect(getReplica().ageMs()).toBeLessThan(MAX_REPLICA_AGE_MS);
});

test("an idle primary's replica is not old", async () => {
  await letReplicaCatchUp();
  await new Promise((wait) => setTimeout(wait, 2_000));
  expect(getReplica().ageMs()).toBeLessThan(2_000);
});

test("without its replica the server answers from the primary", async () => {
  await letReplicaCatchUp();
  await cluster.standby.stop();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => server.call("GET", `/api/v1/products/${size.productId}?without=${n}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect.poll(() => getReplica().findReplayedVersion()).toBeUndefined();
  expect(await server.app.salesReports.getReport("all")).toMatchObject({ cents: expect.any(Number) as number });
});

test("a primary is not used as a replica", async () => {
  const databaseConfig = cluster.databaseConfigOf(cluster.primary);
  const appWithPrimaryAsReplica = await startAppOnDatabase(databaseConfig, {
    DATABASE_URL: databaseUrlOf(databaseConfig),
    DATABASE_REPLICA_URL: databaseUrlOf(databaseConfig),
  });
  await new Promise((wait) => setTimeout(wait, 1_200));
  expect(appWithPrimaryAsReplica.app.replica!.replica.findReplayedVersion()).toBeUndefined();
  await appWithPrimaryAsReplica.stop();
});
