import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { sql } from "kysely";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { moveOrder } from "../orders/move-order.ts";
import { createUnpaidOrder } from "../testing/unpaid-orders.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { readOrderArrival } from "./order-arrival.ts";
import { markDelivered } from "./mark-delivered.ts";
import { moveParcel } from "./move-parcel.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const NOW = new Date("2026-11-24T18:00:00Z");

async function placeShippedOrder(guide = crypto.randomUUID()) {
  const order = await createUnpaidOrder(testApp);
  for (const move of [{ to: "PAYMENT_ACCEPTED" }, { to: "SHIPPED", trackingNumber: guide }] as const) {
    const moveResult = await moveOrder(testApp.app, order.id, { ...move, actor: "prueba", reason: "Prueba" });
    if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  }
  return order;
}

/** Sets when an order's parcels left, and removes the carrier and its estimate of the arrival. */
const setHandedOver = (orderId: string, at: string) =>
  sql`
    UPDATE parcels SET handed_over_at = ${at}, carrier_id = NULL, earliest_arrival_on = NULL, latest_arrival_on = NULL
    WHERE order_id = ${orderId}`.execute(testApp.app.db);

test("a shipped order has an estimated arrival until staff record its arrival", async () => {
  const { id } = await placeShippedOrder();
  await setHandedOver(id, "2026-11-09T18:00:00Z");
  expect(await readOrderArrival(testApp.app.db, id)).toEqual({
    deliveredAt: null,
    // Ten business days from Monday the 9th; the 16th is a holiday.
    estimatedArrivalAt: new Date("2026-11-25T05:59:00Z"),
  });
  const at = new Date("2026-11-12T18:00:00Z");
  expect(await markDelivered(testApp.app, id, { at, now: NOW, by })).toBe("delivered");
  expect(await readOrderArrival(testApp.app.db, id)).toEqual({ deliveredAt: at, estimatedArrivalAt: null });
  expect(await markDelivered(testApp.app, id, { at, now: NOW, by })).toEqual({ refused: "already_delivered" });
});

test("the time of arrival can be corrected, but not to a time in the future", async () => {
  const { id } = await placeShippedOrder();
  await markDelivered(testApp.app, id, { at: new Date("2026-11-20T18:00:00Z"), now: NOW, by });
  const earlierTime = new Date("2026-10-01T18:00:00Z");
  expect(await markDelivered(testApp.app, id, { at: earlierTime, now: NOW, by })).toBe("delivered");
  expect((await readOrderArrival(testApp.app.db, id)).deliveredAt).toEqual(earlierTime);
  const futureTime = new Date(NOW.getTime() + 1);
  expect(await markDelivered(testApp.app, id, { at: futureTime, now: NOW, by })).toEqual({
    refused: "delivered_in_future",
  });
});

test("an order whose only parcel came back cannot be marked as delivered", async () => {
  const { id } = await placeShippedOrder();
  const parcel = await testApp.app.db
    .selectFrom("parcels")
    .select("id")
    .where("order_id", "=", id)
    .executeTakeFirstOrThrow();
  await moveParcel(testApp.app, parcel.id, { to: "RETURNED", at: NOW, by });
  expect(await markDelivered(testApp.app, id, { at: NOW, now: NOW, by })).toEqual({ refused: "no_parcel_on_its_way" });
});

test("an order that has not left has no arrival", async () => {
  const { id } = await createUnpaidOrder(testApp);
  expect(await markDelivered(testApp.app, id, { at: NOW, now: NOW, by })).toEqual({ refused: "not_shipped" });
  expect(await readOrderArrival(testApp.app.db, id)).toEqual({ deliveredAt: null, estimatedArrivalAt: null });
});

test("an order that an earlier version of the code ships without a parcel gets one", async () => {
  const order = await createUnpaidOrder(testApp);
  await moveOrder(testApp.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  await testApp.app.db.transaction().execute(async (tx) => {
    await sql`UPDATE orders SET status = 'SHIPPED', tracking_number = 'ANTES-1' WHERE id = ${order.id}`.execute(tx);
    await sql`INSERT INTO order_events (order_id, from_status, to_status, actor, reason)
      VALUES (${order.id}, 'PAYMENT_ACCEPTED', 'SHIPPED', 'prueba', 'Prueba')`.execute(tx);
  });
  await sql`UPDATE orders SET tracking_number = 'ANTES-2' WHERE id = ${order.id}`.execute(testApp.app.db);
  const { rows } = await sql`
    SELECT p.state, p.guide, sum(l.pieces)::int AS pieces FROM parcels p JOIN parcel_lines l ON l.parcel_id = p.id
    WHERE p.order_id = ${order.id} GROUP BY 1, 2`.execute(testApp.app.db);
  expect(rows).toEqual([{ state: "HANDED_OVER", guide: "ANTES-2", pieces: 2 }]);
});
