import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { orderMovedEmail } from "../notifications/order-emails.ts";
import { findOrder } from "../orders/queries.ts";
import { changeShop } from "../shops/change-shop.ts";
import { openShopWithPayer, type Payer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { newCart } from "../testing/shopper.ts";
import { createTestSize } from "../testing/test-size.ts";

let shop: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  shop = await openShopWithPayer();
  payer = shop.payer;
});
afterAll(() => shop.stop());

const PLANS = [
  { months: 3, from: 500 },
  { months: 6, from: 1_000 },
];

async function set(values: Record<string, unknown>): Promise<void> {
  const changed = await changeShop(shop.app, await shop.shop(), { values });
  expect(isRefusal(changed)).toBe(false);
}
const offer = (changes: Record<string, unknown> = {}) =>
  set({
    "payments.enabled": true,
    "payments.fee": 0,
    "payments.base": 0,
    "payments.installments": { confirmed: true, plans: PLANS },
    ...changes,
  });
beforeEach(() => offer());

const sizeOf = (priceCents: number) => createTestSize(shop.app, { pieces: 5, priceCents });
const productOf = async (productId: string) => (await shop.call("GET", `/api/v1/products/${productId}`)).json;

/** What the payment page of an order was asked for. */
async function pageOf({ id }: PlacedOrder) {
  const { json } = await shop.call("GET", `/sandbox/mp/state.json?external_reference=${id}`);
  return json.preferences[0].body.payment_methods;
}

describe("a product", () => {
  test.each([
    [499_99, null],
    [500_00, { months: 3, amount: 166.66 }],
    [1_299_00, { months: 6, amount: 216.5 }],
  ])("of %i centavos names its most months: %o", async (priceCents, installments) => {
    const { productId } = await sizeOf(priceCents);
    expect(await productOf(productId)).toMatchObject({ installments });
  });

  test.each([
    ["the owner has not confirmed them", { "payments.installments.confirmed": false }],
    ["there are no plans", { "payments.installments.plans": [] }],
    ["the shop takes no payments online", { "payments.enabled": false }],
  ])("names none if %s", async (_, changes) => {
    await offer(changes);
    const { productId } = await sizeOf(1_299_00);
    expect(await productOf(productId)).toMatchObject({ installments: null });
  });
});

test("a cart and its quote name the months of their totals, a transfer none", async () => {
  await set({ "orders.packaging": 0 });
  const size = await sizeOf(600_00);
  const { id } = await newCart(shop.app, await shop.shop(), [{ ...size, pieces: 2 }]);
  const cart = (await shop.call("GET", `/api/v1/carts/${id}`)).json;
  expect(cart.totals).toMatchObject({ total: 1_200, installments: { months: 6, amount: 200 } });
  const quote = async (query: string) => (await shop.call("GET", `/api/v1/carts/${id}/quote?${query}`)).json;
  expect(await quote("payment_method=MP")).toMatchObject({ installments: { months: 6, amount: 200 } });
  expect(await quote("")).toMatchObject({ installments: { months: 6, amount: 200 } });
  expect(await quote("payment_method=TB")).toMatchObject({ installments: null });
});

describe("the payment page of an order", () => {
  test("offers the most months of its total, and the months that were paid are stored", async () => {
    const order = await payer.order({ size: await sizeOf(1_200_00) });
    expect(await pageOf(order)).toEqual({ installments: 6 });
    await payer.pay(order.preferenceId, "APRO", 6);
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.read(order)).toMatchObject({ payments: [{ state: "APPROVED", kind: "card", installments: 6 }] });
    expect(await payer.paymentsOf(order)).toMatchObject([{ installments: 6 }]);
    const matriz = await shop.shop();
    const stored = (await findOrder(shop.app.db, matriz.id, order.id))!;
    const email = orderMovedEmail(matriz, stored, { status: "PAYMENT_ACCEPTED", because: null, link: "" });
    expect(email!.rows).toContainEqual(["Pagaste", "con tarjeta, a 6 meses"]);
    await payer.expectConsistent(order);
  });

  test("also of tickets", async () => {
    const size = await createTestSize(shop.app, { pieces: 1, priceCents: 700_00, isDigital: true });
    expect(await pageOf(await payer.order({ size, digital: true }))).toEqual({ installments: 3 });
  });

  test("offers a single payment below every minimum", async () => {
    expect(await pageOf(await payer.order({ size: await sizeOf(100_00) }))).toEqual({ installments: 1 });
  });

  test("leaves the months to the provider where the shop has no plans", async () => {
    await offer({ "payments.installments.plans": [] });
    const order = await payer.order({ size: await sizeOf(1_200_00) });
    expect(await pageOf(order)).toEqual({});
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.read(order)).toMatchObject({ payments: [{ installments: 1 }] });
  });

  test("offers no months for an order that carries the online fee of an earlier day", async () => {
    await offer({ "payments.installments.plans": [], "payments.fee": 3.49 });
    const order = await payer.order({ size: await sizeOf(1_200_00) });
    await offer();
    await sql`UPDATE payment_checkouts SET closed_at = now() WHERE order_id = ${order.id}`.execute(shop.app.db);
    await shop.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
    expect(await pageOf(order)).toEqual({ installments: 1 });
  });

  test("paid in cash stores no months", async () => {
    const order = await payer.order({ size: await sizeOf(1_200_00) });
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.control({ act: "approve", payment_id: paymentId });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.read(order)).toMatchObject({ payments: [{ kind: "cash", installments: null }] });
  });
});
