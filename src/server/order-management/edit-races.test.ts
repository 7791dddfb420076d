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

const createSize = (pieces: number) => createTestSize(server.app, { pieces });
const fetchPageStatus = async (checkoutId: string) =>
  (await server.call("GET", `/sandbox/mp/checkout/v1/redirect?pref_id=${checkoutId}`)).status;

test("the payment page of the old total is closed at the provider, and the next one charges the new total", async () => {
  const order = await payer.placeOrder({ size: await createSize(5) });
  const editResult = await edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }]);
  if (isRefusal(editResult)) throw new Error(editResult.refused);
  await expect.poll(() => fetchPageStatus(order.preferenceId!), { timeout: 20_000 }).toBe(410);
  const paymentResponse = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
  expect(paymentResponse.status).toBe(200);
  await payer.pay(paymentResponse.json.preferenceId, "APRO");
  await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
  expect(await payer.paymentsOf(order)).toMatchObject([{ cents: editResult.afterCents }]);
  await payer.expectConsistent(order);
});

test("a payment whose webhook was lost is applied, and the edit is refused", async () => {
  const order = await payer.placeOrder({ size: await createSize(5) });
  await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
  await payer.pay(order.preferenceId, "APRO");
  expect(await edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }])).toEqual({ refused: "edit_not_allowed" });
  expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
  await payer.controlSandbox({ fault: { webhook: [] } });
});

test("an edit is refused during a pending payment, and if the provider does not answer", async () => {
  const order = await payer.placeOrder({ size: await createSize(5) });
  const lines = [{ sizeId: order.size.sizeId, pieces: 2 }];
  await payer.controlSandbox({ fault: { api: "down" } });
  expect(await edit(order, lines)).toEqual({ refused: "edit_provider_silent" });
  await payer.controlSandbox({ fault: { api: null } });
  await payer.pay(order.preferenceId, "CONT");
  expect(await edit(order, lines)).toEqual({ refused: "edit_payment_pending" });
  // An order that was never sent to the provider can be edited without it.
  const transferOrder = await payer.placeOrder({ size: await createSize(5), method: "TB" });
  await payer.controlSandbox({ fault: { api: "down" } });
  expect(isRefusal(await edit(transferOrder, [{ sizeId: transferOrder.size.sizeId, pieces: 2 }]))).toBe(false);
  await payer.controlSandbox({ fault: { api: null } });
  await payer.expectConsistent(order, transferOrder);
});

test("an edit concurrent with the payment: the edit is refused, or the new total is paid", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await payer.placeOrder({ size: await createSize(5), method: "TB" });
    const pay = () => moveOrder(server.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "x", reason: "x" });
    const change = () => edit(order, [{ sizeId: order.size.sizeId, pieces: 2 }]);
    const [editResult] =
      round % 2 === 0
        ? await Promise.all([change(), pay()])
        : ((await Promise.all([pay(), change()])).toReversed() as [Awaited<ReturnType<typeof change>>]);
    const [payment] = await payer.paymentsOf(order);
    const cents = Math.round(order.totalPesos * 100);
    if (isRefusal(editResult)) expect([editResult.refused, payment!.cents]).toEqual(["edit_not_allowed", cents]);
    else expect(payment!.cents).toBe(editResult.afterCents);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("the last piece goes to the edit or to another cart, never to both", async () => {
  for (let round = 0; round < 6; round++) {
    const [orderedSize, lastPieceSize] = [await createSize(5), await createSize(1)];
    const order = await payer.placeOrder({ size: orderedSize, method: "TB" });
    const [editResult, cartResult] = await Promise.all([
      edit(order, [{ sizeId: lastPieceSize.sizeId, pieces: 1 }]),
      setCartPieces(server.app, await server.findShop(), newId(), { ...lastPieceSize, pieces: 1 }),
    ]);
    expect([isRefusal(editResult), isRefusal(cartResult)].filter(Boolean)).toHaveLength(1);
    if (isRefusal(editResult))
      expect(editResult).toMatchObject({ refused: "edit_sold_out", outOfStock: [{ maxPieces: 0 }] });
    expect(await availableOf(server.app, lastPieceSize.sizeId)).toBe(0);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("a piece in an expired cart is available to an edit immediately", async () => {
  const lastPieceSize = await createSize(1);
  const order = await payer.placeOrder({ size: await createSize(5), method: "TB" });
  await setCartPieces(server.app, await server.findShop(), newId(), { ...lastPieceSize, pieces: 1 });
  expect(await edit(order, [{ sizeId: lastPieceSize.sizeId, pieces: 1 }])).toMatchObject({ refused: "edit_sold_out" });
  await sql`UPDATE carts SET expires_at = now() - interval '1 second' WHERE state = 'active'`.execute(server.app.db);
  expect(isRefusal(await edit(order, [{ sizeId: lastPieceSize.sizeId, pieces: 1 }]))).toBe(false);
});

test("an edit concurrent with a cancellation: all pieces return to stock", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await payer.placeOrder({ size: await createSize(5), method: "TB" });
    await Promise.all([
      edit(order, [{ sizeId: order.size.sizeId, pieces: 3 }]),
      moveOrder(server.app, order.id, { to: "CANCELLED", actor: "x", reason: "x" }),
    ]);
    expect((await payer.readOrder(order)).status).toBe("CANCELLED");
    expect(await availableOf(server.app, order.size.sizeId)).toBe(5);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("an edit concurrent with the expiry: the order is cancelled, or it is edited and gets a new deadline", async () => {
  for (let round = 0; round < 6; round++) {
    const order = await payer.placeOrder({ size: await createSize(5), method: "TB" });
    await sql`UPDATE orders SET payment_due_at = now() - interval '1 second' WHERE id = ${order.id}`.execute(
      server.app.db,
    );
    const [editResult] = await Promise.all([
      edit(order, [{ sizeId: order.size.sizeId, pieces: 3 }]),
      expireOrder(server.app, { orderId: order.id }),
    ]);
    const { status } = await payer.readOrder(order);
    expect(status).toBe(isRefusal(editResult) ? "CANCELLED" : "WAITING_PAYMENT");
    expect(await availableOf(server.app, order.size.sizeId)).toBe(isRefusal(editResult) ? 5 : 2);
    await payer.expectConsistent(order);
  }
}, 60_000);

test("the second of two concurrent edits is refused; edits of the same sizes in opposite order do not deadlock", async () => {
  const [firstSize, otherSize] = [await createSize(9), await createSize(9)];
  const [firstOrder, secondOrder] = [
    await payer.placeOrder({ size: firstSize, method: "TB" }),
    await payer.placeOrder({ size: otherSize, method: "TB" }),
  ];
  const { version: seen } = (await findEditableOrder(server.app.db, firstOrder.id))!;
  const outcomes = await Promise.all([
    edit(firstOrder, [{ sizeId: firstSize.sizeId, pieces: 2 }], { seen }),
    edit(firstOrder, [{ sizeId: firstSize.sizeId, pieces: 3 }], { seen }),
  ]);
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "order_changed" }]);
  for (let round = 0; round < 6; round++) {
    const bothLines = [
      { sizeId: firstSize.sizeId, pieces: 1 + (round % 2) },
      { sizeId: otherSize.sizeId, pieces: 2 - (round % 2) },
    ];
    const results = await Promise.all([edit(firstOrder, bothLines), edit(secondOrder, bothLines.toReversed())]);
    for (const result of results) if (isRefusal(result)) expect(result.refused).toBe("edit_empty");
  }
  const staleChange = {
    orderId: firstOrder.id,
    fromSizeId: firstSize.sizeId,
    toSizeId: otherSize.sizeId,
    pieces: 1,
    seenPieces: 9,
    by: ACTOR,
  };
  expect(await changeSize(server.app, staleChange)).toEqual({ refused: "order_changed" });
  await payer.expectConsistent(firstOrder, secondOrder);
});
