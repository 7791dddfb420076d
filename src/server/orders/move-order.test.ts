import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { canMoveOrder, ORDER_TRANSITIONS, ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkOut } from "../checkout/check-out.ts";
import type { Shop } from "../shops/shop.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput, type Guest } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "./move-order.ts";
import { findOrder } from "./queries.ts";

let testApp: TestApp;
let shop: Shop;
let guest: Guest;
beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop();
  guest = await createTestGuest(testApp.app, shop);
});
afterAll(() => testApp.stop());

async function newOrder(): Promise<{ id: string; size: TestSize }> {
  const size = await createTestSize(testApp.app, { pieces: 3 });
  const cart = await createTestCart(testApp.app, shop, [{ ...size, pieces: 2 }]);
  const checkoutResult = await checkOut(testApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  return { id: checkoutResult.orderId, size };
}

const move = (id: string, to: OrderStatus) =>
  moveOrder(testApp.app, id, {
    to,
    actor: "prueba",
    reason: "Prueba",
    trackingNumber: to === "SHIPPED" ? "MX1" : undefined,
  });

/** For each status, the transitions that lead a new order to it. */
const TRANSITIONS_TO: Record<Exclude<OrderStatus, "PRESALE">, OrderStatus[]> = {
  WAITING_PAYMENT: [],
  RESERVED: ["RESERVED"],
  PAYMENT_ACCEPTED: ["PAYMENT_ACCEPTED"],
  SHIPPED: ["PAYMENT_ACCEPTED", "SHIPPED"],
  CANCELLED: ["CANCELLED"],
  JOINED: ["JOINED"],
};

/** Moves the order to a status. A join needs another order. */
async function makeTransition(id: string, to: OrderStatus): Promise<unknown> {
  if (to !== "JOINED") return move(id, to);
  const target = await newOrder();
  const joinResult = await joinOrders(testApp.app, { orderId: id, intoId: target.id, actor: "prueba" });
  return isRefusal(joinResult) ? joinResult : to;
}

describe.each(Object.keys(TRANSITIONS_TO) as (keyof typeof TRANSITIONS_TO)[])("from %s", (from) => {
  test.each(ORDER_STATUSES)("to %s: only along an allowed transition, with its history row", async (to) => {
    const { id } = await newOrder();
    for (const nextStatus of TRANSITIONS_TO[from]) expect(await makeTransition(id, nextStatus)).toBe(nextStatus);
    const outcome = await move(id, to);
    // Transitions from CANCELLED and to JOINED have their own use cases.
    const isAllowed = canMoveOrder(from, to) && from !== "CANCELLED" && to !== "JOINED";
    expect(outcome).toEqual(isAllowed ? to : { refused: "move_not_allowed" });
    const order = await findOrder(testApp.app.db, shop.id, id);
    expect(order?.status).toBe(isAllowed ? to : from);
    expect(order?.history.at(-1)?.status).toBe(isAllowed ? to : from);
    expect(order?.history).toHaveLength(1 + TRANSITIONS_TO[from].length + (isAllowed ? 1 : 0));
  });
});

test("the database has the same transitions as the code", async () => {
  const { rows } = await sql<{ transition: string }>`
    SELECT from_status || '>' || to_status AS transition FROM order_transitions
    WHERE from_status <> 'NEW' AND from_status <> to_status`.execute(testApp.app.db);
  const expected = Object.entries(ORDER_TRANSITIONS).flatMap(([from, targets]) => targets.map((to) => `${from}>${to}`));
  expect(rows.map((row) => row.transition).toSorted()).toEqual(expected.toSorted());
});

test("the database refuses a status without its history row, and a history row of a forbidden transition", async () => {
  const { id } = await newOrder();
  const { db } = testApp.app;
  await expect(db.updateTable("orders").set({ status: "SHIPPED" }).where("id", "=", id).execute()).rejects.toThrow(
    /without a history row/,
  );
  const event = { order_id: id, from_status: "WAITING_PAYMENT", to_status: "SHIPPED", actor: "x", reason: "x" };
  await expect(db.insertInto("order_events").values(event).execute()).rejects.toThrow(/order_events_along_edges/);
});

test("the order history and the stock movements are append-only", async () => {
  const { id } = await newOrder();
  const { db } = testApp.app;
  await expect(db.deleteFrom("order_events").where("order_id", "=", id).execute()).rejects.toThrow(/append-only/);
  await expect(
    db.updateTable("stock_movements").set({ pieces: 1 }).where("order_id", "=", id).execute(),
  ).rejects.toThrow(/append-only/);
});

test("concurrent cancellations return the pieces once", async () => {
  const { id, size } = await newOrder();
  expect(await availableOf(testApp.app, size.sizeId)).toBe(1);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => move(id, "CANCELLED")));
  expect(outcomes.filter((outcome) => outcome === "CANCELLED")).toHaveLength(1);
  expect(await availableOf(testApp.app, size.sizeId)).toBe(3);
});

test("an order with goods needs a tracking number to be shipped", async () => {
  const { id } = await newOrder();
  await move(id, "PAYMENT_ACCEPTED");
  const outcome = await moveOrder(testApp.app, id, { to: "SHIPPED", actor: "prueba", reason: "Prueba" });
  expect(outcome).toEqual({ refused: "tracking_missing" });
});

test("after these tests no invariant of the data is violated", async () => {
  // `moveOrder` sets no deadline when it moves an order to WAITING_PAYMENT: `requestPayment` does.
  await sql`UPDATE orders SET payment_due_at = now() + interval '1 day' WHERE status = 'WAITING_PAYMENT' AND payment_due_at IS NULL`.execute(
    testApp.app.db,
  );
  const violatedInvariants = await listViolatedInvariants(testApp.app);
  expect(violatedInvariants).toEqual([]);
});
