import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { startWorker } from "../job-worker.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { INSURED_CARRIER, PIECES_FEE_CARRIER, PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { sendCheckout } from "../testing/send-checkout.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  server = await startTestServer();
  worker = startWorker(server.app);
  await changeSetting(server.app, await server.findShop(), "payments.enabled", false);
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const ADDRESS = { street: "Calle 5 #10", neigh: "Roma", postalCode: "06700", city: "Cuauhtémoc", state: "CDMX" };
const newSize = (spec: Parameters<typeof createTestSize>[1]) => createTestSize(server.app, spec);

interface Shopper {
  id: string;
  token: string;
  addressId: string;
}

async function newShopper(email: string | null = null, shopKey?: string): Promise<Shopper> {
  const body = { name: "Lucía", lastName: "Ñandú", phone: "+52 55 1111 2222", email };
  const { json } = await server.call("POST", "/api/v1/customers", { body, shop: shopKey });
  const token = json.access_token as string;
  const saved = await server.call("POST", `/api/v1/customers/${json.customer._id}/address`, { body: ADDRESS, token });
  return { id: json.customer._id, token, addressId: saved.json.addresses[0]._id };
}

async function newCart(lines: [TestSize, number][], shopKey?: string): Promise<string> {
  const products = lines.map(([size, quantity]) => ({ productId: size.productId, attributeId: size.sizeId, quantity }));
  const { json } = await server.call("POST", "/api/v1/carts", { body: { products }, shop: shopKey });
  return json.cart._id;
}

const checkoutBody = ({ id, addressId }: Shopper) => ({
  customerId: id,
  addressId,
  shippingId: PLAIN_CARRIER,
  secured: false,
  payment_method: "TB",
});

function checkout(
  cartId: string,
  shopper: Shopper,
  changes: Record<string, unknown> = {},
  headers = {},
  shopKey?: string,
) {
  const body = { ...checkoutBody(shopper), ...changes };
  return sendCheckout(server, cartId, { body, token: shopper.token, headers, shop: shopKey! });
}

describe("the quote", () => {
  test("has all figures that the order will be charged", async () => {
    const size = await newSize({ pieces: 10, priceCents: 350_50 });
    const cartId = await newCart([[size, 7]]);
    const getQuote = async (query: Record<string, string>) =>
      (await server.call("GET", `/api/v1/carts/${cartId}/quote?${new URLSearchParams(query)}`)).json;
    expect(await getQuote({})).toEqual({
      subtotal: 2453.5,
      packaging: 10,
      shipping: 0,
      extraFee: 0,
      insurance: 0,
      discounts: [],
      savings: 0,
      total: 2463.5,
      fee: 0,
      grandTotal: 2463.5,
      installments: null,
      wholesale: false,
      pieces: 7,
    });
    expect(await getQuote({ shippingId: PIECES_FEE_CARRIER, payment_method: "TB" })).toMatchObject({
      shipping: 79,
      extraFee: 25,
      grandTotal: 2567.5,
    });
    // ceil(2453.50 × 2 %) = 50, × 1.16 = 58
    expect(await getQuote({ shippingId: INSURED_CARRIER, secured: "true" })).toMatchObject({ insurance: 58 });
    expect(await getQuote({ shippingId: PLAIN_CARRIER, secured: "true" })).toMatchObject({ insurance: 0 });
  });

  test("refuses an unknown carrier, and online payment if it is disabled", async () => {
    const cartId = await newCart([[await newSize({ pieces: 1 }), 1]]);
    const getQuote = (query: string) => server.call("GET", `/api/v1/carts/${cartId}/quote?${query}`);
    expect(await getQuote("shippingId=no-existe")).toMatchObject({ status: 404, json: { code: "CARRIER_NOT_FOUND" } });
    expect(await getQuote("payment_method=MP")).toMatchObject({
      status: 409,
      json: { code: "PAYMENT_METHOD_DISABLED" },
    });
    expect(await getQuote("payment_method=ORO")).toMatchObject({ status: 422 });
    expect(await getQuote("secured=quizas")).toMatchObject({ status: 422 });
  });
});

describe("packaging is the shop's setting", () => {
  const setPackaging = async (pesos: number, shopKey?: string) =>
    changeSetting(server.app, await server.findShop(shopKey), "orders.packaging", pesos);
  const getQuotedFigures = async (cartId: string, shopKey?: string) =>
    (await server.call("GET", `/api/v1/carts/${cartId}/quote?shippingId=${PLAIN_CARRIER}`, { shop: shopKey })).json;
  const newCartWithOnePiece = async (shopKey?: string) =>
    newCart([[await newSize({ pieces: 2, priceCents: 200_00 }), 1]], shopKey);

  test("the quote, the cart and the order include it, and the order keeps it when the setting changes", async () => {
    await setPackaging(25.5);
    const [cartId, shopper] = [await newCartWithOnePiece(), await newShopper()];
    const { json } = await server.call("GET", `/api/v1/carts/${cartId}`);
    expect(json).toMatchObject({ summary: { subtotal: 200 }, totals: { packaging: 25.5, total: 225.5 } });
    expect(await getQuotedFigures(cartId)).toMatchObject({ packaging: 25.5, grandTotal: 324.5 });
    const { order } = (await checkout(cartId, shopper)).json;
    await setPackaging(0);
    const stored = await server.call("GET", `/api/v1/orders/${order._id}`, { token: shopper.token });
    expect(stored.json).toMatchObject({ packaging: 25.5, total: 324.5 });
    expect((await checkout(await newCartWithOnePiece(), shopper)).json.order).toMatchObject({
      packaging: 0,
      total: 299,
    });
    await setPackaging(10);
  });

  test("a branch has its own packaging price, which is part of both totals of the order", async () => {
    await setPackaging(15, "norte");
    const { order } = (
      await checkout(await newCartWithOnePiece("norte"), await newShopper(null, "norte"), {}, {}, "norte")
    ).json;
    expect(order).toMatchObject({ packaging: 15, total: 200 + 99 + 15, shopTotal: 200 + 99 + 15 });
    await setPackaging(10, "norte");
  });

  test("a negative price, a fraction of a centavo and more than 1,000 pesos are refused", async () => {
    for (const pesos of [-1, 10.005, 1_001]) expect(await setPackaging(pesos)).toMatchObject({ refused: "bad_value" });
  });
});

describe("checking out by transfer", () => {
  test("creates an order with figures and history, ends the cart, and emails the order's link", async () => {
    const size = await newSize({ pieces: 5, priceCents: 200_00 });
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const shopper = await newShopper(email);
    const cartId = await newCart([[size, 2]]);
    const answer = await checkout(cartId, shopper, { termsVersion: "2026-11", expectedTotal: 509 });
    expect(answer.status).toBe(200);
    expect(() => API.checkout.response.parse(answer.json)).not.toThrow();
    const { order, preferenceId } = answer.json;
    expect(preferenceId).toBeNull();
    expect(order).toMatchObject({
      status: "WAITING_PAYMENT",
      subtotal: 400,
      packaging: 10,
      total: 509,
      shopTotal: null,
      fee: 0,
      payment_method: "TB",
      has_payment_attempts: false,
      trackingCode: null,
      deliveryAddress: { street: "Calle 5 #10", country: "México" },
      customer: { name: "Lucía", lastName: "Ñandú", phone: "5511112222" },
      shipping: { cost: 99, insurance: 0, extraFee: 0, details: { name: "Paquetería Estándar" } },
      products: [{ quantity: 2, unitPrice: 200 }],
      history: [{ status: "WAITING_PAYMENT" }],
      invoice: null,
    });
    expect(order.reference).toMatch(/^\d+$/);
    const hours = (Date.parse(order.payBy) - Date.parse(order.createdOn)) / 3_600_000;
    expect(hours).toBeCloseTo(48, 3);
    expect(await availableOf(server.app, size.sizeId)).toBe(3);
    expect((await server.call("GET", `/api/v1/carts/${cartId}`)).json.state).toBe("ordered");

    const listMails = async () => (await server.call("GET", `/sandbox/mail.json?to=${email}`)).json;
    await expect.poll(async () => (await listMails()).length, { timeout: 10_000 }).toBe(1);
    const [mail] = await listMails();
    expect(mail.subject).toContain(order.reference);
    expect(mail.text).toContain("$509.00");
    const key = /\?key=([\w-]+)/.exec(mail.text)![1];
    const openedByKey = await server.call("GET", `/api/v1/orders/${order._id}?key=${key}`);
    expect(openedByKey.json.reference).toBe(order.reference);
  });

  test("a later price change does not change the order", async () => {
    const size = await newSize({ pieces: 1, priceCents: 100_00 });
    const shopper = await newShopper();
    const { order } = (await checkout(await newCart([[size, 1]]), shopper)).json;
    await server.app.db.updateTable("products").set({ price_cents: 999_00 }).where("id", "=", size.productId).execute();
    const stored = await server.call("GET", `/api/v1/orders/${order._id}`, { token: shopper.token });
    expect(stored.json).toMatchObject({ total: 209, products: [{ unitPrice: 100 }] });
  });

  test("a total that the customer was not shown is not charged", async () => {
    const size = await newSize({ pieces: 1, priceCents: 100_00 });
    const shopper = await newShopper();
    const cartId = await newCart([[size, 1]]);
    expect(await checkout(cartId, shopper, { expectedTotal: 208.99 })).toMatchObject({
      status: 409,
      json: { code: "TOTAL_CHANGED" },
    });
    expect((await checkout(cartId, shopper, { expectedTotal: 209 })).status).toBe(200);
  });

  test("in a branch the order has both totals", async () => {
    const size = await newSize({ pieces: 20, priceCents: 100_00, wholesalePriceCents: 80_00 });
    const shopper = await newShopper(null, "norte");
    const single = (await checkout(await newCart([[size, 1]], "norte"), shopper, {}, {}, "norte")).json.order;
    // The test product has no brand, so no increment: both pay the list price.
    expect(single).toMatchObject({ total: 209, shopTotal: 209 });
    const wholesale = (await checkout(await newCart([[size, 10]], "norte"), shopper, {}, {}, "norte")).json.order;
    expect(wholesale).toMatchObject({ total: 909, shopTotal: 859, products: [{ unitPrice: 75 }] });
  });

  test("tickets need neither address nor carrier; clothes do", async () => {
    const shopper = await newShopper();
    const ticketSize = await newSize({ pieces: 1, priceCents: 300_00, isDigital: true });
    const noDelivery = { addressId: null, shippingId: null, email: "boletos@ejemplo.mx" };
    const digital = await checkout(await newCart([[ticketSize, 1]]), shopper, noDelivery);
    expect(digital.json.order).toMatchObject({ total: 300, packaging: 0, deliveryAddress: null });
    const mixed = await checkout(
      await newCart([
        [await newSize({ pieces: 1, isDigital: true }), 1],
        [await newSize({ pieces: 1 }), 1],
      ]),
      shopper,
      {
        email: "boletos@ejemplo.mx",
      },
    );
    expect(mixed.json.order).toMatchObject({ packaging: 10 });
    const shirtCartId = await newCart([[await newSize({ pieces: 1 }), 1]]);
    expect(await checkout(shirtCartId, shopper, { addressId: null })).toMatchObject({
      status: 422,
      json: { code: "ADDRESS_MISSING", errors: [{ path: "addressId" }] },
    });
    expect(await checkout(shirtCartId, shopper, { shippingId: null })).toMatchObject({
      status: 422,
      json: { code: "CARRIER_MISSING", errors: [{ path: "shippingId" }] },
    });
  });

  test("an order of tickets has the checkout's email address, or else the customer's own, or else none", async () => {
    const ticketSize = await newSize({ pieces: 4, isDigital: true });
    const noDelivery = { addressId: null, shippingId: null };
    const [withoutEmail, withEmail] = [await newShopper(), await newShopper("propio@ejemplo.mx")];
    const cartId = await newCart([[ticketSize, 1]]);
    expect(await checkout(cartId, withoutEmail, { ...noDelivery, email: "sin arroba" })).toMatchObject({
      status: 422,
      json: { errors: [{ path: "email" }] },
    });
    const orderIds = [
      await checkout(cartId, withoutEmail, { ...noDelivery, email: " Otra@Ejemplo.mx " }),
      await checkout(await newCart([[ticketSize, 1]]), withoutEmail, noDelivery),
      await checkout(await newCart([[ticketSize, 1]]), withEmail, noDelivery),
      await checkout(await newCart([[ticketSize, 1]]), withEmail, { ...noDelivery, email: "otra@ejemplo.mx" }),
    ].map(({ json }) => json.order._id);
    const orderRows = await server.app.db
      .selectFrom("orders")
      .select(["id", "customer_email"])
      .where("id", "in", orderIds)
      .execute();
    expect(orderIds.map((id) => orderRows.find((row) => row.id === id)!.customer_email)).toEqual([
      "otra@ejemplo.mx",
      null,
      "propio@ejemplo.mx",
      "otra@ejemplo.mx",
    ]);
  });

  test("calls with one key return the same order, and a call with another key is refused", async () => {
    const size = await newSize({ pieces: 1 });
    const shopper = await newShopper();
    const cartId = await newCart([[size, 1]]);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => checkout(cartId, shopper, {}, headers)));
    expect(new Set(answers.map((answer) => answer.json.order?._id)).size).toBe(1);
    const other = await checkout(cartId, shopper, {}, { "Idempotency-Key": crypto.randomUUID() });
    expect(other).toMatchObject({ status: 409, json: { code: "CART_NOT_ACTIVE" } });
  });

  test("a call's answer is stored with the order by its key, and stays the same when the order changes", async () => {
    const [shopper, cartId] = [await newShopper(), await newCart([[await newSize({ pieces: 1 }), 1]])];
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await checkout(cartId, shopper, {}, headers);
    await server.app.db.updateTable("orders").set({ customer_name: "Otra" }).where("cart_id", "=", cartId).execute();
    const repeatedAnswer = await server.call("POST", `/api/v1/carts/${cartId}/checkout`, {
      body: checkoutBody(shopper),
      token: shopper.token,
      headers,
    });
    expect(repeatedAnswer.headers.get("idempotent-replayed")).toBe("true");
    expect(repeatedAnswer.json).toEqual(first.json);
    const other = await checkout(cartId, shopper, { email: "otra@ejemplo.mx" }, headers);
    expect(other).toMatchObject({ status: 422, json: { code: "IDEMPOTENCY_MISMATCH" } });
  });

  test("a refusal is stored for its key, too: repeating the call later places no order", async () => {
    const [shopper, cartId] = [await newShopper(), await newCart([[await newSize({ pieces: 1 }), 1]])];
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const [first, secondKey] = [await checkout(cartId, shopper, { expectedTotal: 1 }, headers), crypto.randomUUID()];
    expect(first).toMatchObject({ status: 409, json: { code: "TOTAL_CHANGED" } });
    const repeatedAnswer = await checkout(cartId, shopper, { expectedTotal: 1 }, headers);
    expect(repeatedAnswer.json).toEqual(first.json);
    // The carrier is active again before the call is repeated, and the stored refusal is still the answer.
    await server.app.db
      .updateTable("carriers")
      .set({ is_active: false })
      .where("id", "=", PIECES_FEE_CARRIER)
      .execute();
    const carrierRefusal = await checkout(
      cartId,
      shopper,
      { shippingId: PIECES_FEE_CARRIER },
      { "Idempotency-Key": secondKey },
    );
    expect(carrierRefusal).toMatchObject({ status: 404, json: { code: "CARRIER_NOT_FOUND" } });
    await server.app.db.updateTable("carriers").set({ is_active: true }).where("id", "=", PIECES_FEE_CARRIER).execute();
    const repeated = await checkout(
      cartId,
      shopper,
      { shippingId: PIECES_FEE_CARRIER },
      { "Idempotency-Key": secondKey },
    );
    expect(repeated.json).toEqual(carrierRefusal.json);
    expect(await server.app.db.selectFrom("orders").where("cart_id", "=", cartId).select("id").execute()).toEqual([]);
  });

  test("concurrent calls with one key get one answer", async () => {
    const [shopper, cartId] = [await newShopper(), await newCart([[await newSize({ pieces: 2 }), 2]])];
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => checkout(cartId, shopper, {}, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
  });
});

describe("a checkout for another customer or with invalid data is refused", () => {
  test.each([
    ["without a token", 401, {}, () => ""],
    ["with a forged token", 401, {}, () => "x".repeat(43)],
    ["as another customer", 404, { customerId: "01990000-0000-7000-8000-000000000000" }, (token: string) => token],
    ["to an unknown address", 404, { addressId: "01990000-0000-7000-8000-000000000000" }, (token: string) => token],
    ["to an invalid address id", 404, { addressId: "no" }, (token: string) => token],
    ["with an unknown carrier", 404, { shippingId: "no" }, (token: string) => token],
    ["by MP while it is disabled", 409, { payment_method: "MP" }, (token: string) => token],
    ["by an unknown payment method", 422, { payment_method: "ORO" }, (token: string) => token],
  ])("%s: %i, and the cart stays active", async (_, status, changes, tokenOf) => {
    const size = await newSize({ pieces: 1 });
    const shopper = await newShopper();
    const cartId = await newCart([[size, 1]]);
    const answer = await checkout(cartId, { ...shopper, token: tokenOf(shopper.token) }, changes);
    expect(answer.status).toBe(status);
    expect((await server.call("GET", `/api/v1/carts/${cartId}`)).json.state).toBe("active");
  });
});

describe("the data of a customer", () => {
  test("an order is visible only to its owner", async () => {
    const [owner, other] = [await newShopper(), await newShopper()];
    const { order } = (await checkout(await newCart([[await newSize({ pieces: 1 }), 1]]), owner)).json;
    const get = (options: object, query = "") => server.call("GET", `/api/v1/orders/${order._id}${query}`, options);
    expect((await get({ token: owner.token })).status).toBe(200);
    expect((await get({ token: other.token })).status).toBe(404);
    expect((await get({})).status).toBe(404);
    expect((await get({}, "?key=adivinada")).status).toBe(404);
    expect((await get({ token: owner.token, shop: "norte" })).status).toBe(404);
    expect((await get({ token: "x".repeat(43) })).status).toBe(401);
  });

  test("an address can be added and changed only by its owner", async () => {
    const [owner, other] = [await newShopper(), await newShopper()];
    const answer = await server.call("POST", `/api/v1/customers/${owner.id}/address`, {
      body: ADDRESS,
      token: other.token,
    });
    expect(answer.status).toBe(404);
    const changeAnswer = await server.call("PUT", `/api/v1/customers/${other.id}/address/${owner.addressId}`, {
      body: { ...ADDRESS, street: "Robada 1" },
      token: other.token,
    });
    expect(changeAnswer.status).toBe(404);
  });
});

test("a guest's data are validated field by field", async () => {
  const answer = await server.call("POST", "/api/v1/customers", {
    body: { name: " ", phone: "12345", email: "sin arroba", type: "registered", _id: "mío" },
  });
  expect(answer.status).toBe(422);
  expect(answer.json.errors.map((error: { path: string }) => error.path).toSorted()).toEqual([
    "email",
    "lastName",
    "name",
    "phone",
  ]);
});

test("the audit finds no violation after all tests", async () => {
  const violated = await listViolatedInvariants(server.app);
  expect(violated).toEqual([]);
});
