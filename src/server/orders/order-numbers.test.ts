import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillOrders } from "../testing/fill-orders.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

async function takeNextReference(): Promise<number> {
  const { rows } = await sql<{ reference: number }>`SELECT next_order_reference() AS reference`.execute(testApp.app.db);
  return rows[0]!.reference;
}

/** Stores another timeline than the server's. For the next order the timeline has changed, as after a failover. */
const setTimeline = (timeline: string) =>
  sql`UPDATE order_numbering SET timeline = ${timeline}`.execute(testApp.app.db);

test("numbers are consecutive while no standby takes over", async () => {
  const firstReference = await takeNextReference();
  expect([await takeNextReference(), await takeNextReference()]).toEqual([firstReference + 1, firstReference + 2]);
});

test("after a standby took over, concurrent new orders skip 1,000 numbers once", async () => {
  const referenceBefore = await takeNextReference();
  await setTimeline("0000000F");
  const numbers = await Promise.all(Array.from({ length: 24 }, takeNextReference));
  expect(new Set(numbers).size).toBe(24);
  expect(Math.min(...numbers)).toBe(referenceBefore + 1_001);
  expect(Math.max(...numbers)).toBe(referenceBefore + 1_024);
});

test("after a standby took over, the next order skips twice the busiest day's orders for each day since the newest order", async () => {
  const { app } = testApp;
  const client = new pg.Client(testApp.databaseConfig);
  await client.connect();
  await fillOrders((text, values) => client.query(text, values), 200);
  await client.end();
  await sql`UPDATE orders SET created_at = date_trunc('day', now()) - interval '9 days'`.execute(app.db);
  const { rows } = await sql<{ orders: number }>`SELECT count(*) AS orders FROM orders`.execute(app.db);
  const referenceBefore = await takeNextReference();
  await setTimeline("00000010");
  expect(await takeNextReference()).toBe(referenceBefore + 2 * rows[0]!.orders * 10 + 1);
});
