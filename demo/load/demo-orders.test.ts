import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../src/server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

const HOUR_MS = 3_600_000;

interface OrderRow {
  status: string;
  created: Date;
  payBy: Date | null;
  history: { to: string; at: string; actor: string }[];
}

const listOrders = async () =>
  (
    await sql<OrderRow>`
      SELECT o.status, o.created_at AS created, o.payment_due_at AS "payBy",
        (SELECT json_agg(json_build_object('to', to_status, 'at', at, 'actor', actor) ORDER BY id)
          FROM order_events WHERE order_id = o.id) AS history
      FROM orders o ORDER BY o.reference`.execute(testApp.app.db)
  ).rows;

test("the demo's orders were placed one after the other, and moved hours or days later by named actors", async () => {
  const rows = await listOrders();
  expect(new Set(rows.map(({ status }) => status)).size).toBe(7);
  const created = rows.map((row) => row.created.getTime());
  expect(created).toEqual(created.toSorted((a, b) => a - b));
  for (const { history, created: placed } of rows) {
    const instants = history.map(({ at }) => Date.parse(at));
    expect(instants[0]).toBe(placed.getTime());
    expect(instants.at(-1)).toBeLessThan(Date.now());
    for (let index = 1; index < instants.length; index++) {
      expect(instants[index]! - instants[index - 1]!).toBeGreaterThan(2 * HOUR_MS);
    }
    expect(history[0]!.actor).toMatch(/^cliente /);
    expect(history.slice(1).every(({ actor }) => ["Marisol Vega", "sistema"].includes(actor))).toBe(true);
  }
});

test("unpaid orders can still be paid, until 48 hours after they were placed", async () => {
  const unpaidOrders = (await listOrders()).filter(({ status }) => status === "WAITING_PAYMENT");
  expect(unpaidOrders.length).toBeGreaterThan(0);
  for (const { payBy, created } of unpaidOrders) {
    expect(payBy!.getTime()).toBeGreaterThan(Date.now());
    expect(Math.round((payBy!.getTime() - created.getTime()) / HOUR_MS)).toBe(48);
  }
});

test("payments and stock movements have the time of their order's transition, and receipts are older than all sales", async () => {
  const { rows: payments } = await sql<{ same: boolean }>`
    SELECT p.paid_at = e.at AND p.created_at = e.at AS same FROM payments p
    JOIN order_events e ON e.order_id = p.order_id AND e.to_status = 'PAYMENT_ACCEPTED'`.execute(testApp.app.db);
  expect(payments.map(({ same }) => same)).toEqual([true, true, true, true]);
  const { rows: movements } = await sql<{ kind: string; known: boolean }>`
    SELECT m.kind, EXISTS (SELECT FROM order_events e WHERE e.order_id = m.order_id AND e.at = m.at) AS known
    FROM stock_movements m WHERE m.order_id IS NOT NULL`.execute(testApp.app.db);
  expect(new Set(movements.map(({ kind }) => kind))).toEqual(new Set(["sale", "return", "join"]));
  expect(movements.every(({ known }) => known)).toBe(true);
  const { rows } = await sql<{ first: boolean }>`
    SELECT (SELECT max(at) FROM stock_movements WHERE kind = 'receipt') < min(at) AS first
    FROM stock_movements WHERE kind = 'sale'`.execute(testApp.app.db);
  expect(rows[0]!.first).toBe(true);
});

test("one exchange, for a more expensive product, waits for the answer of staff", async () => {
  const { rows } = await sql<{ state: string; surcharge: number }>`
    SELECT r.state, l.piece_surcharge_cents AS surcharge FROM returns r JOIN return_lines l ON l.return_id = r.id
    WHERE l.piece_surcharge_cents > 0`.execute(testApp.app.db);
  expect(rows).toEqual([{ state: "ASKED", surcharge: 1_450_00 }]);
});

test("history and stock movements are append-only again after loading", async () => {
  for (const table of ["order_events", "stock_movements"]) {
    await expect(sql`UPDATE ${sql.table(table)} SET at = now()`.execute(testApp.app.db)).rejects.toThrow("append-only");
  }
});
