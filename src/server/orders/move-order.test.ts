import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { canMove, ORDER_TRANSITIONS, ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";
import { runAudit } from "../audit/run-audit.ts";
import { checkOut } from "../checkout/check-out.ts";
import type { Shop } from "../shops/shop.ts";
import { left, createTestSize, type TestSize } from "../testing/test-size.ts";
import { newCart, newGuest, wish, type Guest } from "../testing/shopper.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "./move-order.ts";
import { findOrder } from "./queries.ts";

let test_: TestApp;
let shop: Shop;
let guest: Guest;
beforeAll(async () => {
  test_ = await startTestApp();
  shop = await test_.shop();
  guest = await newGuest(test_.app, shop);
});
afterAll(() => test_.stop());

async function newOrder(): Promise<{ id: string; size: TestSize }> {
  const size = await createTestSize(test_.app, { pieces: 3 });
  const cart = await newCart(test_.app, shop, [{ ...size, pieces: 2 }]);
  const placed = await checkOut(test_.app, shop, guest.customerId, wish(cart, guest));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return { id: placed.orderId, size };
}

const move = (id: string, to: OrderStatus) =>
  moveOrder(test_.app, id, {
    to,
    actor: "prueba",
    reason: "Prueba",
    trackingNumber: to === "SHIPPED" ? "MX1" : undefined,
  });

/** How an order gets to each status. */
const WAY: Record<Exclude<OrderStatus, "PRESALE">, OrderStatus[]> = {
  WAITING_PAYMENT: [],
  RESERVED: ["RESERVED"],
  PAYMENT_ACCEPTED: ["PAYMENT_ACCEPTED"],
  SHIPPED: ["PAYMENT_ACCEPTED", "SHIPPED"],
  CANCELLED: ["CANCELLED"],
  JOINED: ["JOINED"],
};

/** One step of the way; joining needs another order to join. */
async function step(id: string, to: OrderStatus): Promise<unknown> {
  if (to !== "JOINED") return move(id, to);
  const into = await newOrder();
  const joined = await joinOrders(test_.app, { orderId: id, intoId: into.id, actor: "prueba" });
  return isRefusal(joined) ? joined : to;
}

describe.each(Object.keys(WAY) as (keyof typeof WAY)[])("from %s", (from) => {
  test.each(ORDER_STATUSES)("to %s: only along an edge, with its history row", async (to) => {
    const { id } = await newOrder();
    for (const next of WAY[from]) expect(await step(id, next)).toBe(next);
    const answer = await move(id, to);
    // These two have doors of their own.
    const allowed = canMove(from, to) && from !== "CANCELLED" && to !== "JOINED";
    expect(answer).toEqual(allowed ? to : { refused: "move_not_allowed" });
    const order = await findOrder(test_.app.db, shop.id, id);
    expect(order?.status).toBe(allowed ? to : from);
    expect(order?.history.at(-1)?.status).toBe(allowed ? to : from);
    expect(order?.history).toHaveLength(1 + WAY[from].length + (allowed ? 1 : 0));
  });
});

test("the database knows the same edges as the program", async () => {
  const { rows } = await sql<{ edge: string }>`
    SELECT from_status || '>' || to_status AS edge FROM order_transitions
    WHERE from_status <> 'NEW' AND from_status <> to_status`.execute(test_.app.db);
  const ours = Object.entries(ORDER_TRANSITIONS).flatMap(([from, tos]) => tos.map((to) => `${from}>${to}`));
  expect(rows.map((row) => row.edge).toSorted()).toEqual(ours.toSorted());
});

test("the database refuses a status without its history row, and a history off the edges", async () => {
  const { id } = await newOrder();
  const { db } = test_.app;
  await expect(db.updateTable("orders").set({ status: "SHIPPED" }).where("id", "=", id).execute()).rejects.toThrow(
    /without a history row/,
  );
  const event = { order_id: id, from_status: "WAITING_PAYMENT", to_status: "SHIPPED", actor: "x", reason: "x" };
  await expect(db.insertInto("order_events").values(event).execute()).rejects.toThrow(/order_events_along_edges/);
});

test("history and ledger are append-only", async () => {
  const { id } = await newOrder();
  const { db } = test_.app;
  await expect(db.deleteFrom("order_events").where("order_id", "=", id).execute()).rejects.toThrow(/append-only/);
  await expect(
    db.updateTable("stock_movements").set({ pieces: 1 }).where("order_id", "=", id).execute(),
  ).rejects.toThrow(/append-only/);
});

test("two who cancel at once give the pieces back once", async () => {
  const { id, size } = await newOrder();
  expect(await left(test_.app, size.sizeId)).toBe(1);
  const answers = await Promise.all([1, 2, 3, 4].map(() => move(id, "CANCELLED")));
  expect(answers.filter((answer) => answer === "CANCELLED")).toHaveLength(1);
  expect(await left(test_.app, size.sizeId)).toBe(3);
});

test("a parcel ships with its tracking number or not at all", async () => {
  const { id } = await newOrder();
  await move(id, "PAYMENT_ACCEPTED");
  const answer = await moveOrder(test_.app, id, { to: "SHIPPED", actor: "prueba", reason: "Prueba" });
  expect(answer).toEqual({ refused: "tracking_missing" });
});

test("after all of this every promise of the data holds", async () => {
  const broken = (await runAudit(test_.app.address)).filter((result) => result.violations > 0);
  expect(broken).toEqual([]);
});
