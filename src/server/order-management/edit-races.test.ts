import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { setCartPieces } from "./phone-cart.ts";
import { newId } from "../db/new-id.ts";
import { expireOrder } from "../payments/expire-order.ts";
import { moveOrder } from "../orders/move-order.ts";
import { changeSize } from "../orders/change-size.ts";
import { openShopWithPayer, type Payer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { editOrderLines, type OrderEdit } from "./edit-order-lines.ts";
import { findEditableOrder } from "./editable-order.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());

const ACTOR = { memberId: null, name: "Lucía", ip: null };

async function edit(order: PlacedOrder, lines: OrderEdit["lines"], changes: Partial<OrderEdit> = {}) {
  return editOrderLines(server.app, await server.findShop(), order.id, {
    lines,
    staffDiscount: "keep",
    limitBps: 0,
    seen: null,
    expectedTotalCents: null,
    reason: "",
    by: ACTOR,
    ...changes,
  });
}

const newSize = (pieces: number) => createTestSize(server.app, { pieces });
const pageStatus = async (checkoutId: string) =>
  (await server.call("GET", `/sandbox/mp/checkout/v1/redirect?pref_id=${checkoutId}`)).status;

test("the payment page of the old total is closed at the provider, and the next one charges the new total", async () => {
  const order = await payer.order({ size: await newSize(5) });
  const edited = await edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }]);
  if (isRefusal(edited)) throw new Error(edited.refused);
  await expect.poll(() => pageStatus(order.preferenceId!), { timeout: 20_000 }).toBe(410);
  const opened = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
  expect(opened.status).toBe(200);
  await payer.pay(opened.json.preferenceId, "APRO");
  await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
  expect(await payer.paymentsOf(order)).toMatchObject([{ cents: edited.afterCents }]);
  await payer.expectConsistent(order);
});

test("a payment whose webhook was lost is applied, and the edit is refused", async () => {
  const order = await payer.order({ size: await newSize(5) });
  await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
  await payer.pay(order.preferenceId, "APRO");
  expect(await edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }])).toEqual({ refused: "edit_not_allowed" });
  expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
  await payer.control({ fault: { webhook: [] } });
});

test("an edit is refused during a pending payment, and if the provider does not answer", async () => {
  const order = await payer.order({ size: await newSize(5) });
  const lines = [{ sizeId: order.size.sizeId, pieces: 2 }];
  await payer.control({ fault: { api: "down" } });
  expect(await edit(order, lines)).toEqual({ refused: "edit_provider_silent" });
  await payer.control({ fault: { api: null } });
  await payer.pay(order.preferenceId, "CONT");
  expect(await edit(order, lines)).toEqual({ refused: "edit_payment_pending" });
  // An order that was never sent to the provider can be edited without it.
  const transfer = await payer.order({ size: await newSize(5), method: "TB" });
  await payer.control({ fault: { api: "down" } });
  expect(isRefusal(await edit(transfer, [{ sizeId: transfer.size.sizeId, pieces: 2 }]))).toBe(false);
  await payer.control({ fault: { api: null } });
  await payer.expectConsistent(order, transfer);
});

test("an edit concurrent with the payment: the edit is refused, or the new total is paid", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await payer.order({ size: await newSize(5), method: "TB" });
    const pay = () => moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "x", reason: "x" });
    const change = () => edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }]);
    const [edited] =
      round % 2 === 0
        ? await Promise.all([change(), pay()])
        : ((await Promise.all([pay(), change()])).toReversed() as [Awaited<ReturnType<typeof change>>]);
    const [payment] = await payer.paymentsOf(order);
    const cents = Math.round(order.total * 100);
    if (isRefusal(edited)) expect([edited.refused, payment!.cents]).toEqual(["edit_not_allowed", cents]);
    else expect(payment!.cents).toBe(edited.afterCents);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("the last piece goes to the edit or to another cart, never to both", async () => {
  for (let round = 0; round < 6; round++) {
    const [own, last] = [await newSize(5), await newSize(1)];
    const order = await payer.order({ size: own, method: "TB" });
    const [edited, held] = await Promise.all([
      edit(order, [{ sizeId: last.sizeId, pieces: 1 }]),
      setCartPieces(server.app, await server.findShop(), newId(), { ...last, pieces: 1 }),
    ]);
    expect([isRefusal(edited), isRefusal(held)].filter(Boolean)).toHaveLength(1);
    if (isRefusal(edited)) expect(edited).toMatchObject({ refused: "edit_sold_out", outOfStock: [{ maxPieces: 0 }] });
    expect(await availableOf(server.app, last.sizeId)).toBe(0);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("a piece in an expired cart is available to an edit immediately", async () => {
  const last = await newSize(1);
  const order = await payer.order({ size: await newSize(5), method: "TB" });
  await setCartPieces(server.app, await server.findShop(), newId(), { ...last, pieces: 1 });
  expect(await edit(order, [{ sizeId: last.sizeId, pieces: 1 }])).toMatchObject({ refused: "edit_sold_out" });
  await sql`UPDATE carts SET expires_at = now() - interval '1 second' WHERE state = 'active'`.execute(server.app.db);
  expect(isRefusal(await edit(order, [{ sizeId: last.sizeId, pieces: 1 }]))).toBe(false);
});

test("an edit concurrent with a cancellation: all pieces return to stock", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await payer.order({ size: await newSize(5), method: "TB" });
    await Promise.all([
      edit(order, [{ sizeId: order.size.sizeId, pieces: 3 }]),
      moveOrder(server.app, order.id, { to: "CANCELLED", actor: "x", reason: "x" }),
    ]);
    expect((await payer.read(order)).status).toBe("CANCELLED");
    expect(await availableOf(server.app, order.size.sizeId)).toBe(5);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("an edit concurrent with the expiry: the order is cancelled, or it is edited and gets a new deadline", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await payer.order({ size: await newSize(5), method: "TB" });
    await sql`UPDATE orders SET pay_by = now() - interval '1 second' WHERE id = ${order.id}`.execute(server.app.db);
    const [edited] = await Promise.all([
      edit(order, [{ sizeId: order.size.sizeId, pieces: 3 }]),
      expireOrder(server.app, { orderId: order.id }),
    ]);
    const { status } = await payer.read(order);
    expect(status).toBe(isRefusal(edited) ? "CANCELLED" : "WAITING_PAYMENT");
    expect(await availableOf(server.app, order.size.sizeId)).toBe(isRefusal(edited) ? 5 : 2);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("the second of two concurrent edits is refused; edits of the same sizes in opposite order do not deadlock", async () => {
  const [one, other] = [await newSize(9), await newSize(9)];
  const [first, second] = [
    await payer.order({ size: one, method: "TB" }),
    await payer.order({ size: other, method: "TB" }),
  ];
  const { version: seen } = (await findEditableOrder(server.app.db, first.id))!;
  const outcomes = await Promise.all([
    edit(first, [{ sizeId: one.sizeId, pieces: 2 }], { seen }),
    edit(first, [{ sizeId: one.sizeId, pieces: 3 }], { seen }),
  ]);
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "order_changed" }]);
  for (let round = 0; round < 6; round++) {
    const both = [
      { sizeId: one.sizeId, pieces: 1 + (round % 2) },
      { sizeId: other.sizeId, pieces: 2 - (round % 2) },
    ];
    const crossed = await Promise.all([edit(first, both), edit(second, both.toReversed())]);
    for (const edited of crossed) if (isRefusal(edited)) expect(edited.refused).toBe("edit_empty");
  }
  const stale = {
    orderId: first.id,
    fromSizeId: one.sizeId,
    toSizeId: other.sizeId,
    pieces: 1,
    seenPieces: 9,
    by: ACTOR,
  };
  expect(await changeSize(server.app, stale)).toEqual({ refused: "order_changed" });
  await payer.expectConsistent(first, second);
});
