import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillOrders } from "../testing/fill-orders.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let own: TestApp;
beforeAll(async () => {
  own = await startTestApp();
});
afterAll(() => own.stop());

async function nextReference(): Promise<number> {
  const { rows } = await sql<{ reference: number }>`SELECT next_order_reference() AS reference`.execute(own.app.db);
  return rows[0]!.reference;
}

const beginTimeline = (timeline: string) => sql`UPDATE order_numbering SET timeline = ${timeline}`.execute(own.app.db);

test("numbers are consecutive while the database loses nothing", async () => {
  const first = await nextReference();
  expect([await nextReference(), await nextReference()]).toEqual([first + 1, first + 2]);
});

test("the first orders after a standby took over skip 1,000 numbers once, however many come at the same time", async () => {
  const before = await nextReference();
  await beginTimeline("0000000F");
  const numbers = await Promise.all(Array.from({ length: 24 }, nextReference));
  expect(new Set(numbers).size).toBe(24);
  expect(Math.min(...numbers)).toBe(before + 1_001);
  expect(Math.max(...numbers)).toBe(before + 1_024);
});

test("more numbers are skipped when a busy shop's newest order is days old: two busiest days for each day", async () => {
  const { app } = own;
  const client = new pg.Client(own.address);
  await client.connect();
  await fillOrders((text, values) => client.query(text, values), 200);
  await client.end();
  await sql`UPDATE orders SET created_at = date_trunc('day', now()) - interval '9 days'`.execute(app.db);
  const { rows } = await sql<{ orders: number }>`SELECT count(*) AS orders FROM orders`.execute(app.db);
  const before = await nextReference();
  await beginTimeline("00000010");
  expect(await nextReference()).toBe(before + 2 * rows[0]!.orders * 10 + 1);
});
