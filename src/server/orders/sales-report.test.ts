import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { openShopWithPayer, type ShopWithPayer } from "../testing/payer.ts";
import { moveOrder } from "./move-order.ts";
import { readSalesReport } from "./sales-report.ts";

let server: ShopWithPayer;

beforeAll(async () => {
  server = await openShopWithPayer();
  // Dates the demo's orders back to before the 60 days of the report.
  await setHistoryDaysAgo(
    (await sql<{ id: string }>`SELECT id FROM orders`.execute(server.app.db)).rows.map(({ id }) => id),
    400,
  );
});
afterAll(() => server.stop());

/** Sets the time of these orders' history to this number of days ago. */
async function setHistoryDaysAgo(orderIds: readonly string[], days: number): Promise<void> {
  await sql`ALTER TABLE order_events DISABLE TRIGGER order_events_append_only`.execute(server.app.db);
  await sql`UPDATE order_events SET at = now() - interval '1 day' * ${days}::int
    WHERE order_id = ANY (${orderIds}::uuid[])`.execute(server.app.db);
  await sql`ALTER TABLE order_events ENABLE TRIGGER order_events_append_only`.execute(server.app.db);
}

/** An order that was paid this number of days ago and, with `to`, cancelled on the same day. */
async function placePaidOrder(daysAgo: number, to?: "CANCELLED"): Promise<{ id: string; cents: number }> {
  const order = await server.payer.placeOrder({ method: "TB" });
  for (const status of ["PAYMENT_ACCEPTED", ...(to ? [to] : [])] as const) {
    const moveResult = await moveOrder(server.app, order.id, { to: status, actor: "prueba", reason: "prueba" });
    expect(isRefusal(moveResult)).toBe(false);
  }
  await setHistoryDaysAgo([order.id], daysAgo);
  return { id: order.id, cents: Math.round(order.totalPesos * 100) };
}

async function setBrand(orderId: string, name: string): Promise<void> {
  const id = crypto.randomUUID();
  await sql`INSERT INTO brands (id, name, slug) VALUES (${id}, ${name}, ${id})`.execute(server.app.db);
  await sql`UPDATE order_lines SET brand_id = ${id} WHERE order_id = ${orderId}`.execute(server.app.db);
}

type SummedField = "cents" | "previousCents" | "pieces";
const sumOf = (rows: readonly Record<SummedField, number>[], field: SummedField): number =>
  rows.reduce((sum, part) => sum + part[field], 0);

describe("sales of 30 days, and of the 30 days before", () => {
  test("an order counts on the day it was paid, unless it was cancelled", async () => {
    const newestOrder = await placePaidOrder(0);
    const oldestOrder = await placePaidOrder(29);
    const orderOfPreviousPeriod = await placePaidOrder(30);
    const { id: oldOrderId } = await placePaidOrder(60);
    await sql`INSERT INTO order_events (order_id, from_status, to_status, actor, reason)
      VALUES (${oldOrderId}, 'PAYMENT_ACCEPTED', 'PAYMENT_ACCEPTED', 'prueba', 'Otra dirección')`.execute(
      server.app.db,
    );
    await placePaidOrder(3, "CANCELLED");
    await server.payer.placeOrder({ method: "TB" });
    const report = await readSalesReport(server.app.db, "all");
    expect(report).toMatchObject({
      cents: newestOrder.cents + oldestOrder.cents,
      previousCents: orderOfPreviousPeriod.cents,
      orders: 2,
      previousOrders: 1,
      pieces: 2,
      previousPieces: 1,
    });
    expect(report.days).toHaveLength(30);
    expect(report.days[0]).toMatchObject({ cents: oldestOrder.cents, previousCents: 0, orders: 1 });
    expect(report.days.at(-1)).toMatchObject({
      cents: newestOrder.cents,
      previousCents: orderOfPreviousPeriod.cents,
      orders: 1,
    });
    const sumPieces = (rows: { pieces: number }[]) => rows.reduce((sum, part) => sum + part.pieces, 0);
    expect([sumPieces(report.shops), sumPieces(report.brands), sumPieces(report.sizes)]).toEqual([2, 2, 2]);
    const cents = report.shops.reduce((sum, part) => sum + part.cents, 0);
    expect(cents).toBe(report.cents);
  });

  test("refunds do not count as sales", async () => {
    const { cents } = await readSalesReport(server.app.db, "all");
    const { id } = await placePaidOrder(1);
    await sql`UPDATE payments SET refunded_cents = cents WHERE order_id = ${id}`.execute(server.app.db);
    expect(await readSalesReport(server.app.db, "all")).toMatchObject({ cents });
  });

  test("each breakdown adds up to the sales, with rows for charges, refunds and all names after the tenth", async () => {
    const { id, cents } = await placePaidOrder(2);
    await sql`UPDATE payments SET refunded_cents = 7_77 WHERE order_id = ${id}`.execute(server.app.db);
    const orderWithOnlineFee = await placePaidOrder(31);
    await sql`UPDATE orders SET online_fee_cents = 12_34, grand_total_cents = grand_total_cents + 12_34
      WHERE id = ${orderWithOnlineFee.id}`.execute(server.app.db);
    for (let n = 0; n < 12; n++) await setBrand((await placePaidOrder(n < 11 ? 4 : 35)).id, `Marca ${n}`);
    const report = await readSalesReport(server.app.db, "all");
    for (const [name, rows] of Object.entries({ brands: report.brands, sizes: report.sizes, shops: report.shops })) {
      expect(sumOf(rows, "cents"), name).toBe(report.cents);
      expect(sumOf(rows, "previousCents"), name).toBe(report.previousCents);
      expect(sumOf(rows, "pieces"), name).toBe(report.pieces);
    }
    const kinds = report.brands.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array<string>(10).fill("named"), "others", "charges", "refunds"]);
    expect(report.sizes.map(({ kind }) => kind)).toEqual(["named", "charges", "refunds"]);
    expect(report.shops.map(({ kind }) => kind)).toEqual(["named"]);
    expect(report.brands.at(-1)).toMatchObject({ cents: -(cents + 7_77), pieces: 0 });
    expect(report.brands.at(-2)!.previousCents).toBeGreaterThan(12_34);
  });

  test("a branch's report has no sales of another shop", async () => {
    const branch = await server.findShop("norte");
    expect(await readSalesReport(server.app.db, [branch.id])).toMatchObject({
      cents: 0,
      orders: 0,
      shops: [],
      brands: [],
    });
    expect(await readSalesReport(server.app.db, [])).toMatchObject({ cents: 0, days: { length: 30 } });
  });
});
