import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { orderMovedEmail } from "../notifications/order-emails.ts";
import { findOrder } from "../orders/queries.ts";
import { changeShop } from "../shops/change-shop.ts";
import { openShopWithPayer, type Payer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { createTestCart } from "../testing/checkout-fixtures.ts";
import { createTestSize } from "../testing/test-size.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());

const PLANS = [
  { months: 3, from: 500 },
  { months: 6, from: 1_000 },
];

async function changeSettings(values: Record<string, unknown>): Promise<void> {
  const changeResult = await changeShop(server.app, await server.findShop(), { values });
  expect(isRefusal(changeResult)).toBe(false);
}
/** Enables the plans above, and changes the given settings too. */
const enablePlans = (changes: Record<string, unknown> = {}) =>
  changeSettings({
    "payments.enabled": true,
    "payments.fee": 0,
    "payments.base": 0,
    "payments.installments": { confirmed: true, plans: PLANS },
    ...changes,
  });
beforeEach(() => enablePlans());

const createSizeWithPrice = (priceCents: number) => createTestSize(server.app, { pieces: 5, priceCents });
const productOf = async (productId: string) => (await server.call("GET", `/api/v1/products/${productId}`)).json;

/** The payment methods that the shop requested for an order's payment page. */
async function readRequestedMethods({ id }: PlacedOrder) {
  const { json } = await server.call("GET", `/sandbox/mp/state.json?external_reference=${id}`);
  return json.preferences[0].body.payment_methods;
}

describe("a product", () => {
  test.each([
    [499_99, null],
    [500_00, { months: 3, amount: 166.66 }],
    [1_299_00, { months: 6, amount: 216.5 }],
  ])("of %i centavos has its longest plan: %o", async (priceCents, installments) => {
    const { productId } = await createSizeWithPrice(priceCents);
    expect(await productOf(productId)).toMatchObject({ installments });
  });

  test.each([
    ["the owner has not confirmed them", { "payments.installments.confirmed": false }],
    ["there are no plans", { "payments.installments.plans": [] }],
    ["the shop takes no payments online", { "payments.enabled": false }],
  ])("has no plan if %s", async (_, changes) => {
    await enablePlans(changes);
    const { productId } = await createSizeWithPrice(1_299_00);
    expect(await productOf(productId)).toMatchObject({ installments: null });
  });
});

test("a cart and its quote have the longest plan of their totals, and a quote of a transfer has none", async () => {
  await changeSettings({ "orders.packaging": 0 });
  const size = await createSizeWithPrice(600_00);
  const { id } = await createTestCart(server.app, await server.findShop(), [{ ...size, pieces: 2 }]);
  const cart = (await server.call("GET", `/api/v1/carts/${id}`)).json;
  expect(cart.totals).toMatchObject({ total: 1_200, installments: { months: 6, amount: 200 } });
  const fetchQuote = async (query: string) => (await server.call("GET", `/api/v1/carts/${id}/quote?${query}`)).json;
  expect(await fetchQuote("payment_method=MP")).toMatchObject({ installments: { months: 6, amount: 200 } });
  expect(await fetchQuote("")).toMatchObject({ installments: { months: 6, amount: 200 } });
  expect(await fetchQuote("payment_method=TB")).toMatchObject({ installments: null });
});

describe("the payment page of an order", () => {
  test("offers the longest plan of its total, and the customer's choice is stored", async () => {
    const order = await payer.placeOrder({ size: await createSizeWithPrice(1_200_00) });
    expect(await readRequestedMethods(order)).toEqual({ installments: 6 });
    await payer.pay(order.preferenceId, "APRO", 6);
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.readOrder(order)).toMatchObject({
      payments: [{ state: "APPROVED", kind: "card", installments: 6 }],
    });
    expect(await payer.paymentsOf(order)).toMatchObject([{ installments: 6 }]);
    const headOffice = await server.findShop();
    const storedOrder = (await findOrder(server.app.db, headOffice.id, order.id))!;
    const email = orderMovedEmail(headOffice, storedOrder, { status: "PAYMENT_ACCEPTED", because: null, link: "" });
    expect(email!.rows).toContainEqual(["Pagaste", "con tarjeta, a 6 meses"]);
    await payer.expectConsistent(order);
  });

  test("offers a plan for tickets too", async () => {
    const size = await createTestSize(server.app, { pieces: 1, priceCents: 700_00, isDigital: true });
    expect(await readRequestedMethods(await payer.placeOrder({ size, isDigital: true }))).toEqual({ installments: 3 });
  });

  test("offers a single payment below every minimum", async () => {
    expect(await readRequestedMethods(await payer.placeOrder({ size: await createSizeWithPrice(100_00) }))).toEqual({
      installments: 1,
    });
  });

  test("leaves the months to the provider if the shop has no plans", async () => {
    await enablePlans({ "payments.installments.plans": [] });
    const order = await payer.placeOrder({ size: await createSizeWithPrice(1_200_00) });
    expect(await readRequestedMethods(order)).toEqual({});
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.readOrder(order)).toMatchObject({ payments: [{ installments: 1 }] });
  });

  test("offers no plan for an order that was placed with the online fee", async () => {
    await enablePlans({ "payments.installments.plans": [], "payments.fee": 3.49 });
    const order = await payer.placeOrder({ size: await createSizeWithPrice(1_200_00) });
    await enablePlans();
    await sql`UPDATE payment_checkouts SET closed_at = now() WHERE order_id = ${order.id}`.execute(server.app.db);
    await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
    expect(await readRequestedMethods(order)).toEqual({ installments: 1 });
  });

  test("stores no months for a payment in cash", async () => {
    const order = await payer.placeOrder({ size: await createSizeWithPrice(1_200_00) });
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.readOrder(order)).toMatchObject({ payments: [{ kind: "cash", installments: null }] });
  });
});
