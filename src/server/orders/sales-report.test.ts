import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { openPayingShop, type PayingShop } from "../testing/payer.ts";
import { moveOrder } from "./move-order.ts";
import { reportSales } from "./sales-report.ts";

let shop: PayingShop;

beforeAll(async () => {
  shop = await openPayingShop();
  // The demo's own orders are not what is counted here.
  await inThePast(
    (await sql<{ id: string }>`SELECT id FROM orders`.execute(shop.app.db)).rows.map(({ id }) => id),
    400,
  );
});
afterAll(() => shop.stop());

/** As if they had been paid so many days ago. */
async function inThePast(orderIds: readonly string[], days: number): Promise<void> {
  await sql`ALTER TABLE order_events DISABLE TRIGGER order_events_append_only`.execute(shop.app.db);
  await sql`UPDATE order_events SET at = now() - interval '1 day' * ${days}::int
    WHERE order_id = ANY (${orderIds}::uuid[])`.execute(shop.app.db);
  await sql`ALTER TABLE order_events ENABLE TRIGGER order_events_append_only`.execute(shop.app.db);
}

async function sold(daysAgo: number, to?: "CANCELLED"): Promise<{ id: string; cents: number }> {
  const order = await shop.payer.order({ method: "TB" });
  for (const status of ["PAYMENT_ACCEPTED", ...(to ? [to] : [])] as const) {
    const moved = await moveOrder(shop.app, order.id, { to: status, actor: "prueba", reason: "prueba" });
    expect(isRefusal(moved)).toBe(false);
  }
  await inThePast([order.id], daysAgo);
  return { id: order.id, cents: Math.round(order.total * 100) };
}

describe("what was sold in 30 days, and in the 30 before", () => {
  test("counts an order on the day it was paid, not one that was cancelled or is not paid", async () => {
    const today = await sold(0);
    const edge = await sold(29);
    const before = await sold(30);
    await sold(60);
    await sold(3, "CANCELLED");
    await shop.payer.order({ method: "TB" });
    const report = await reportSales(shop.app.db, "all");
    expect(report).toMatchObject({
      cents: today.cents + edge.cents,
      beforeCents: before.cents,
      orders: 2,
      ordersBefore: 1,
      pieces: 2,
      piecesBefore: 1,
    });
    expect(report.days).toHaveLength(30);
    expect(report.days[0]).toMatchObject({ cents: edge.cents, beforeCents: 0, orders: 1 });
    expect(report.days.at(-1)).toMatchObject({ cents: today.cents, beforeCents: before.cents, orders: 1 });
    const pieces = (parts: { pieces: number }[]) => parts.reduce((sum, part) => sum + part.pieces, 0);
    expect([pieces(report.shops), pieces(report.brands), pieces(report.sizes)]).toEqual([2, 2, 2]);
    const cents = report.shops.reduce((sum, part) => sum + part.cents, 0);
    expect(cents).toBe(report.cents);
  });

  test("what was paid back counts no more", async () => {
    const { cents } = await reportSales(shop.app.db, "all");
    const { id } = await sold(1);
    await sql`UPDATE payments SET refunded_cents = cents WHERE order_id = ${id}`.execute(shop.app.db);
    expect(await reportSales(shop.app.db, "all")).toMatchObject({ cents });
  });

  test("another shop's sales are not hers", async () => {
    const branch = await shop.shop("norte");
    expect(await reportSales(shop.app.db, [branch.id])).toMatchObject({ cents: 0, orders: 0, shops: [], brands: [] });
    expect(await reportSales(shop.app.db, [])).toMatchObject({ cents: 0, days: { length: 30 } });
  });
});
