import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PromotionRule } from "../../domain/promotion.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { changeCustomerTags } from "../customers/office/change-customer-tags.ts";
import { startWorker } from "../job-worker.ts";
import { newId } from "../db/new-id.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { changeSize } from "../orders/change-size.ts";
import { findOrder } from "../orders/queries.ts";
import { listLineRefunds } from "../orders/line-refunds.ts";
import { moveOrder } from "../orders/move-order.ts";
import { INSURED_CARRIER, PIECES_FEE_CARRIER, PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { TEST_PROMOTION } from "../testing/test-promotion.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { sendCheckout } from "../testing/send-checkout.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { generateCodes } from "./generate-codes.ts";
import { limitCodes } from "./limit-codes.ts";
import { addPromotion, endPromotion, type PromotionDraft } from "./save-promotion.ts";

let server: TestServer;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  server = await startTestServer();
  worker = startWorker(server.app);
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(server.app);
  expect(violatedInvariants).toEqual([]);
  await worker.stop();
  await server.stop();
});
beforeEach(async () => {
  await sql`
    UPDATE promotions SET starts_at = least(starts_at, now() - interval '1 second'), ends_at = now()
    WHERE ends_at IS NULL`.execute(server.app.db);
  await server.app.shops.refresh();
});

async function newPromotion(draft: Partial<PromotionDraft>): Promise<string> {
  const addedPromotion = await addPromotion(server.app.db, { ...TEST_PROMOTION, ...draft }, CONSOLE_ACTOR);
  if (isRefusal(addedPromotion)) throw new Error(addedPromotion.refused);
  await server.app.shops.refresh();
  return addedPromotion.id;
}

let codeCount = 0;
const newCode = (): string => `CUPON${++codeCount}`;

async function newCart(lines: [TestSize, number][], shopKey?: string): Promise<string> {
  const products = lines.map(([size, quantity]) => ({ productId: size.productId, attributeId: size.sizeId, quantity }));
  const { json } = await server.call("POST", "/api/v1/carts", { body: { products }, shop: shopKey });
  return json.cart._id;
}

const newSize = (priceCents: number, spec: object = {}) =>
  createTestSize(server.app, { pieces: 100, priceCents, ...spec });
const cartOf = async (id: string, shopKey?: string) =>
  (await server.call("GET", `/api/v1/carts/${id}`, { shop: shopKey })).json;
const setCoupon = (id: string, code: string, token?: string) =>
  server.call("PUT", `/api/v1/carts/${id}/coupon`, { body: { code }, token });

interface Shopper {
  id: string;
  token: string;
  addressId: string;
}

let phoneCount = 0;
const newPhone = (): string => `55${String(30_000_000 + ++phoneCount)}`;

async function newShopper(phone = newPhone(), shopKey?: string): Promise<Shopper> {
  const body = { name: "Lucía", lastName: "Ñandú", phone, email: null };
  const { json } = await server.call("POST", "/api/v1/customers", { body, shop: shopKey });
  const token = json.access_token as string;
  const address = { street: "Calle 5", neigh: "Roma", postalCode: "06700", city: "Cuauhtémoc", state: "CDMX" };
  const addressResponse = await server.call("POST", `/api/v1/customers/${json.customer._id}/address`, {
    body: address,
    token,
    shop: shopKey,
  });
  return { id: json.customer._id, token, addressId: addressResponse.json.addresses[0]._id };
}

function checkOut(cartId: string, { id, addressId, token }: Shopper, changes: object = {}, shopKey?: string) {
  const body = {
    customerId: id,
    addressId,
    shippingId: PLAIN_CARRIER,
    secured: false,
    payment_method: "TB",
    ...changes,
  };
  return sendCheckout(server, cartId, { body, token, shop: shopKey! });
}

/** Adds pieces with the stock movement of their receipt. */
async function receivePieces(sizeId: string, pieces: number): Promise<void> {
  await sql`UPDATE sizes SET available = available + ${pieces} WHERE id = ${sizeId}`.execute(server.app.db);
  await sql`
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
    VALUES (${sizeId}, ${pieces}, 'receipt', 'prueba', 'prueba')`.execute(server.app.db);
}

const cancelOrder = (orderId: string): Promise<unknown> =>
  moveOrder(server.app, orderId, { to: "CANCELLED", actor: "prueba", reason: "prueba" });

describe("a promotion without a code", () => {
  test("is in the cart, the quote and the order, to the centavo", async () => {
    const [expensiveSize, cheapSize] = [await newSize(300_00), await newSize(99_99)];
    const rule: PromotionRule = { kind: "bundle", group: 3, discounted: 1, bps: 10_000 };
    await newPromotion({ name: "3×2 en todo", rule });
    const cartId = await newCart([
      [expensiveSize, 2],
      [cheapSize, 1],
    ]);
    const cart = await cartOf(cartId);
    expect(cart).toMatchObject({
      summary: { subtotal: 699.99 },
      discounts: [{ label: "3×2 en todo", amount: 99.99 }],
      savings: 99.99,
      totals: { total: 610 },
      coupon: null,
    });
    expect(cart.products.reduce((sum: number, line: { discount: number }) => sum + line.discount, 0)).toBeCloseTo(
      99.99,
      9,
    );
    const { json: quote } = await server.call("GET", `/api/v1/carts/${cartId}/quote?shippingId=${PLAIN_CARRIER}`);
    expect(quote).toMatchObject({ subtotal: 699.99, savings: 99.99, grandTotal: 610 + quote.shipping });
    const { status, json } = await checkOut(cartId, await newShopper(), { expectedTotal: quote.grandTotal });
    expect(status).toBe(200);
    expect(json.order).toMatchObject({
      subtotal: 699.99,
      discounts: [{ label: "3×2 en todo", amount: 99.99 }],
      savings: 99.99,
      total: quote.grandTotal,
    });
    const lineDiscountsCents = json.order.products.map((line: { discount: number }) => Math.round(line.discount * 100));
    expect(lineDiscountsCents.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(99_99);
    // Every line has a part of the discount, so that no line is free and no line of the invoice is zero.
    expect(lineDiscountsCents.every((cents: number) => cents > 0)).toBe(true);
  });

  test("lowers the price from which the insurance is computed", async () => {
    const size = await newSize(1_000_00);
    await newPromotion({ rule: { kind: "percent", bps: 5_000 } });
    const cartId = await newCart([[size, 1]]);
    const { json } = await server.call(
      "GET",
      `/api/v1/carts/${cartId}/quote?shippingId=${INSURED_CARRIER}&secured=true`,
    );
    // ceil(500 × 2 %) = 10, × 1.16 = 12
    expect(json).toMatchObject({ savings: 500, insurance: 12 });
    expect(json.total).toBe(500 + json.packaging + json.shipping + 12);
    expect((await checkOut(cartId, await newShopper(), { shippingId: INSURED_CARRIER, secured: true })).status).toBe(
      200,
    );
  });

  test("for free shipping covers the carrier's price and its fee for extra pieces, and the cart has the amount that is missing", async () => {
    const size = await newSize(100_00);
    await newPromotion({ name: "Envío gratis", rule: { kind: "freeShipping" }, fromCents: 500_00 });
    const { json: product } = await server.call("GET", `/api/v1/products/${size.productId}`);
    expect(product).toMatchObject({ freeShippingFrom: 500 });
    const cartIdBelowMinimum = await newCart([[size, 4]]);
    expect(await cartOf(cartIdBelowMinimum)).toMatchObject({ freeShipping: { from: 500, missing: 100 } });
    const cartId = await newCart([[size, 7]]);
    expect(await cartOf(cartId)).toMatchObject({ freeShipping: { from: 500, missing: 0 } });
    const { json } = await server.call("GET", `/api/v1/carts/${cartId}/quote?shippingId=${PIECES_FEE_CARRIER}`);
    expect(json).toMatchObject({ shipping: 79, extraFee: 25, savings: 104, total: 710 });
    const checkoutResponse = await checkOut(cartId, await newShopper(), { shippingId: PIECES_FEE_CARRIER });
    expect(checkoutResponse.json.order).toMatchObject({
      total: 710,
      discounts: [{ label: "Envío gratis", amount: 104 }],
    });
  });

  test("does not apply to wholesale unless it includes wholesale", async () => {
    const size = await newSize(100_00, { wholesalePriceCents: 80_00 });
    await newPromotion({});
    const cartId = await newCart([[size, 12]]);
    expect(await cartOf(cartId)).toMatchObject({ summary: { wholesale: true }, savings: 0 });
    await newPromotion({ withWholesale: true });
    expect(await cartOf(cartId)).toMatchObject({ savings: 96 });
  });

  test("of one shop is not in another, and only a promotion of all shops lowers what a branch owes", async () => {
    const size = await newSize(100_00);
    const norte = (await server.app.shops.byKey("norte"))!;
    const cartBefore = await cartOf(await newCart([[size, 1]], "norte"), "norte");
    await newPromotion({ name: "Norte", shopId: norte.id, rule: { kind: "amount", cents: 10_00 }, combines: true });
    await newPromotion({ name: "Todas", rule: { kind: "amount", cents: 5_00 }, combines: true });
    expect(await cartOf(await newCart([[size, 1]]))).toMatchObject({ savings: 5 });
    const cartId = await newCart([[size, 1]], "norte");
    expect(await cartOf(cartId, "norte")).toMatchObject({
      savings: 15,
      totals: { total: cartBefore.totals.total - 15 },
    });
    const checkoutResponse = await checkOut(cartId, await newShopper(undefined, "norte"), {}, "norte");
    expect(checkoutResponse.status).toBe(200);
    const { order } = checkoutResponse.json;
    const owedResult = await sql<{ owed: number }>`
      SELECT head_office_total_cents AS owed FROM orders WHERE id = ${order._id}`.execute(server.app.db);
    expect(owedResult.rows[0]!.owed).toBe(100_00 - 5_00 + Math.round((order.packaging + order.shipping.cost) * 100));
  });

  test("that ended since the quote changes the total, and the order is not placed", async () => {
    const size = await newSize(100_00);
    const id = await newPromotion({});
    const cartId = await newCart([[size, 1]]);
    const { json: quote } = await server.call("GET", `/api/v1/carts/${cartId}/quote?shippingId=${PLAIN_CARRIER}`);
    await endPromotion(server.app.db, id, CONSOLE_ACTOR);
    await server.app.shops.refresh();
    const response = await checkOut(cartId, await newShopper(), { expectedTotal: quote.grandTotal });
    expect(response).toMatchObject({
      status: 409,
      json: { code: "TOTAL_CHANGED", detail: expect.stringContaining("ahora son $10.00 más") },
    });
  });

  test("for the first purchase applies once per phone, also with two concurrent checkouts", async () => {
    const size = await newSize(100_00);
    await newPromotion({ name: "Bienvenida", firstPurchaseOnly: true });
    const phone = newPhone();
    const shoppers = [await newShopper(phone), await newShopper(phone)];
    const cartIds = await Promise.all(shoppers.map(() => newCart([[size, 1]])));
    expect(await cartOf(cartIds[0]!)).toMatchObject({ savings: 0 });
    const { json } = await server.call("GET", `/api/v1/carts/${cartIds[0]}/quote`, { token: shoppers[0]!.token });
    expect(json).toMatchObject({ savings: 10 });
    const checkoutResponses = await Promise.all(cartIds.map((cartId, n) => checkOut(cartId, shoppers[n]!)));
    const savings = checkoutResponses.map(({ json: responseJson }) => responseJson.order?.savings ?? responseJson.code);
    expect(savings.filter((saving) => saving === 10)).toHaveLength(1);
  });
});

describe("a gift", () => {
  const giftsOf = async (id: string) => (await server.call("GET", `/api/v1/carts/${id}/gifts`)).json.docs;
  const newGift = async (draft: Partial<PromotionDraft> = {}): Promise<TestSize> => {
    const gift = await newSize(80_00);
    await newPromotion({
      name: "Bolsa",
      rule: { kind: "gift" },
      giftProductId: gift.productId,
      fromCents: 500_00,
      ...draft,
    });
    return gift;
  };

  test("is offered once it is earned, is free once it is added, and is not offered twice", async () => {
    const gift = await newGift();
    const size = await newSize(300_00);
    const cartId = await newCart([[size, 1]]);
    expect(await cartOf(cartId)).toMatchObject({ mayHaveGifts: true });
    expect(await giftsOf(cartId)).toEqual([]);
    const body = { attributeId: size.sizeId, productId: size.productId, newQuantity: 2 };
    await server.call("PUT", `/api/v1/carts/${cartId}/update`, { body });
    expect(await giftsOf(cartId)).toMatchObject([
      { promotion: "Bolsa", productId: gift.productId, sizes: [{ _id: gift.sizeId }] },
    ]);
    // An offered gift is not in the cart yet.
    expect(await cartOf(cartId)).toMatchObject({ summary: { pieces: 2 } });
    const products = [{ productId: gift.productId, attributeId: gift.sizeId, quantity: 1 }];
    await server.call("PUT", `/api/v1/carts/${cartId}`, { body: { products } });
    expect(await cartOf(cartId)).toMatchObject({ savings: 80, mayHaveGifts: false });
    expect(await giftsOf(cartId)).toEqual([]);
  });

  test("is not offered if it is sold out, or if another promotion applies to its piece", async () => {
    const gift = await newGift();
    const cartId = await newCart([[await newSize(600_00), 1]]);
    expect(await giftsOf(cartId)).toHaveLength(1);
    await newPromotion({ rule: { kind: "percent", bps: 1_000 }, priority: 9 });
    expect(await giftsOf(cartId)).toEqual([]);
    await sql`UPDATE promotions SET ends_at = now() + interval '1 microsecond' WHERE priority = 9`.execute(
      server.app.db,
    );
    await server.app.shops.refresh();
    expect(await giftsOf(cartId)).toHaveLength(1);
    await newCart([[gift, 100]]);
    expect(await giftsOf(cartId)).toEqual([]);
  });
});

describe("a promotion for the customers of a tag", () => {
  const changeTags = (id: string, change: { add?: string[]; remove?: string[] }) =>
    changeCustomerTags(server.app.db, id, { add: [], remove: [], ...change }, CONSOLE_ACTOR);

  test("applies once the customer is known, by account and not by phone", async () => {
    const size = await newSize(100_00);
    await newPromotion({ name: "Para VIP", customerTag: "vip" });
    const phone = newPhone();
    const [vipShopper, otherShopper] = [await newShopper(phone), await newShopper(phone)];
    await changeTags(vipShopper.id, { add: ["vip"] });
    const cartId = await newCart([[size, 1]]);
    expect(await cartOf(cartId)).toMatchObject({ savings: 0 });
    const quoteOf = async ({ token }: Shopper) =>
      (await server.call("GET", `/api/v1/carts/${cartId}/quote`, { token })).json;
    expect(await quoteOf(otherShopper)).toMatchObject({ savings: 0 });
    expect(await quoteOf(vipShopper)).toMatchObject({ savings: 10, discounts: [{ label: "Para VIP", amount: 10 }] });
    const checkoutResponse = await checkOut(cartId, vipShopper);
    expect(checkoutResponse.json.order).toMatchObject({ savings: 10 });
    const { rows } = await sql`SELECT FROM promotion_uses WHERE order_id = ${checkoutResponse.json.order._id}`.execute(
      server.app.db,
    );
    expect(rows).toHaveLength(1);
  });

  test("changes the total if the tag was removed since the quote, so the order is refused", async () => {
    await newPromotion({ customerTag: "vip" });
    const shopper = await newShopper();
    await changeTags(shopper.id, { add: ["vip"] });
    const cartId = await newCart([[await newSize(100_00), 1]]);
    const { json: quote } = await server.call("GET", `/api/v1/carts/${cartId}/quote?shippingId=${PLAIN_CARRIER}`, {
      token: shopper.token,
    });
    await changeTags(shopper.id, { remove: ["vip"] });
    expect(await checkOut(cartId, shopper, { expectedTotal: quote.grandTotal })).toMatchObject({
      status: 409,
      json: { code: "TOTAL_CHANGED", detail: expect.stringContaining("ahora son $10.00 más") },
    });
  });

  test("does not apply if the tag is removed while the order is placed", async () => {
    await newPromotion({ customerTag: "vip" });
    const shopper = await newShopper();
    await changeTags(shopper.id, { add: ["vip"] });
    const cartId = await newCart([[await newSize(100_00), 1]]);
    const { pendingCheckout } = await server.app.db.transaction().execute(async (tx) => {
      await sql`DELETE FROM customer_tags WHERE customer_id = ${shopper.id}`.execute(tx);
      const pendingCheckout = checkOut(cartId, shopper);
      await expect
        .poll(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(server.app.db)).rows.length)
        .toBeGreaterThan(0);
      return { pendingCheckout };
    });
    expect((await pendingCheckout).json.order).toMatchObject({ savings: 0 });
  });

  test("with a coupon: the cart accepts the coupon before the customer is known", async () => {
    const code = newCode();
    await newPromotion({ customerTag: "vip", code: { code, maxUses: null } });
    const shopper = await newShopper();
    const cartId = await newCart([[await newSize(100_00), 1]]);
    expect((await setCoupon(cartId, code)).status).toBe(200);
    const quote = () => server.call("GET", `/api/v1/carts/${cartId}/quote`, { token: shopper.token });
    expect((await quote()).json).toMatchObject({ savings: 0 });
    await changeTags(shopper.id, { add: ["vip"] });
    expect((await quote()).json).toMatchObject({ savings: 10 });
  });
});

test("returning pieces of a 3×2 refunds what was paid, minus the price of the rest without the promotion", async () => {
  const [expensiveSize, cheapSize] = [await newSize(300_00), await newSize(100_00)];
  await newPromotion({ rule: { kind: "bundle", group: 3, discounted: 1, bps: 10_000 } });
  const checkoutResponse = await checkOut(
    await newCart([
      [expensiveSize, 2],
      [cheapSize, 1],
    ]),
    await newShopper(),
  );
  const order = (await findOrder(server.app.db, (await server.findShop()).id, checkoutResponse.json.order._id))!;
  expect(await listLineRefunds(server.app.db, order)).toEqual([
    // 600 was paid. Without one expensive piece the rest costs 300 + 100, without both 100. Without the cheap one it
    // costs 600.
    { sizeId: expensiveSize.sizeId, pieceRefundCents: 200_00, lineRefundCents: 500_00 },
    { sizeId: cheapSize.sizeId, pieceRefundCents: 0, lineRefundCents: 0 },
  ]);
});

test("discounts follow their lines through a change of size and a join", async () => {
  const { productId, sizeId } = await newSize(200_00);
  const otherSizeId = newId();
  await sql`
    INSERT INTO sizes (id, product_id, size_name_id, available)
    SELECT ${otherSizeId}, ${productId}, (SELECT id FROM size_names n WHERE n.id <> s.size_name_id LIMIT 1), 0
    FROM sizes s WHERE s.id = ${sizeId}`.execute(server.app.db);
  await receivePieces(otherSizeId, 10);
  await newPromotion({ rule: { kind: "percent", bps: 1_001 } });
  await newPromotion({ name: "Envío gratis", rule: { kind: "freeShipping" } });
  const shopper = await newShopper();
  const orderIds: string[] = [];
  for (let n = 0; n < 2; n++) {
    const checkoutResponse = await checkOut(await newCart([[{ productId, sizeId }, 3]]), shopper);
    orderIds.push(checkoutResponse.json.order._id);
  }
  const change = {
    orderId: orderIds[0]!,
    fromSizeId: sizeId,
    toSizeId: otherSizeId,
    pieces: 1,
    seenPieces: 3,
    by: CONSOLE_ACTOR,
  };
  expect(await changeSize(server.app, change)).toBe("changed");
  const joinResult = await joinOrders(server.app, { orderId: orderIds[0]!, intoId: orderIds[1]!, actor: "prueba" });
  if (isRefusal(joinResult)) throw new Error(joinResult.refused);
  const order = (await findOrder(server.app.db, (await server.findShop()).id, orderIds[1]!))!;
  expect(order.lines.reduce((sum, line) => sum + line.discount_cents, 0)).toBe(2 * 3 * 20_02);
  expect(order).toMatchObject({ subtotal_cents: 1_200_00, shipping_discount_cents: order.shipping_cents });
});

describe("a coupon", () => {
  test("applies in upper or lower case and with spaces around it, and can be removed", async () => {
    const code = newCode();
    await newPromotion({ name: "Buen Fin", code: { code, maxUses: null } });
    const cartId = await newCart([[await newSize(200_00), 1]]);
    const response = await setCoupon(cartId, ` ${code.toLowerCase()} `);
    expect(response).toMatchObject({
      status: 200,
      json: { cart: { savings: 20, coupon: { code, applies: true, detail: null } } },
    });
    const removeResponse = await server.call("DELETE", `/api/v1/carts/${cartId}/coupon`);
    expect(removeResponse).toMatchObject({ status: 200, json: { cart: { savings: 0, coupon: null } } });
  });

  test.each<[name: string, draft: Partial<PromotionDraft>, code: string, expected: string]>([
    ["that does not exist", {}, "NO-EXISTE", "COUPON_INVALID"],
    ["for a higher sum", { fromCents: 500_00 }, "", "COUPON_NOT_APPLICABLE"],
    ["that starts later", { startsAt: new Date(Date.now() + 3_600_000) }, "", "COUPON_NOT_APPLICABLE"],
    ["of a branch", { shopId: "norte" }, "", "COUPON_INVALID"],
  ])("%s is refused, and the cart does not change", async (_name, draft, enteredCode, expected) => {
    const code = newCode();
    const shopId = draft.shopId ? (await server.app.shops.byKey(draft.shopId))!.id : null;
    await newPromotion({ ...draft, shopId, code: { code, maxUses: null } });
    const cartId = await newCart([[await newSize(200_00), 1]]);
    expect(await setCoupon(cartId, enteredCode || code)).toMatchObject({ status: 409, json: { code: expected } });
    expect(await cartOf(cartId)).toMatchObject({ coupon: null, state: "active" });
  });

  test("that is entered while the cart ends is refused", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: null } });
    const size = await newSize(200_00);
    const cartId = await newCart([[size, 1]]);
    const { pendingCall } = await server.app.db.transaction().execute(async (tx) => {
      await sql`DELETE FROM cart_lines WHERE cart_id = ${cartId}`.execute(tx);
      await sql`UPDATE carts SET state = 'emptied', version = version + 1 WHERE id = ${cartId}`.execute(tx);
      await sql`UPDATE sizes SET available = available + 1 WHERE id = ${size.sizeId}`.execute(tx);
      const pendingCall = setCoupon(cartId, code);
      const waitingStatements = sql`
        SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%SET coupon%'
          AND datname = current_database()`;
      await expect.poll(async () => (await waitingStatements.execute(server.app.db)).rows.length).toBe(1);
      return { pendingCall };
    });
    expect(await pendingCall).toMatchObject({ status: 409, json: { code: "CART_NOT_ACTIVE" } });
  });

  test("that does not combine with a better promotion is refused with this reason", async () => {
    const code = newCode();
    await newPromotion({ rule: { kind: "percent", bps: 2_000 } });
    await newPromotion({ code: { code, maxUses: null } });
    const cartId = await newCart([[await newSize(200_00), 1]]);
    expect(await setCoupon(cartId, code)).toMatchObject({
      status: 409,
      json: { code: "COUPON_NOT_APPLICABLE", detail: expect.stringContaining("no se suma") },
    });
  });

  test("that ended is refused as expired, and does not apply in a cart that has it", async () => {
    const code = newCode();
    const id = await newPromotion({ code: { code, maxUses: null } });
    const cartId = await newCart([[await newSize(200_00), 1]]);
    await setCoupon(cartId, code);
    await endPromotion(server.app.db, id, CONSOLE_ACTOR);
    await server.app.shops.refresh();
    expect(await cartOf(cartId)).toMatchObject({
      savings: 0,
      coupon: { code, applies: false, detail: expect.stringMatching(/venció/) },
    });
    expect(await setCoupon(cartId, code)).toMatchObject({ status: 409, json: { code: "COUPON_EXPIRED" } });
  });

  test("with one use is used by one of three concurrent checkouts, and usable again if that order is cancelled", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: 1 } });
    const size = await newSize(100_00);
    const cartIds = await Promise.all([newCart([[size, 1]]), newCart([[size, 1]]), newCart([[size, 1]])]);
    for (const cartId of cartIds) await setCoupon(cartId, code);
    const shoppers = await Promise.all(cartIds.map(() => newShopper()));
    const checkoutResponses = await Promise.all(cartIds.map((cartId, n) => checkOut(cartId, shoppers[n]!)));
    const discountedResponses = checkoutResponses.filter(({ json }) => json.order?.savings === 10);
    expect(discountedResponses).toHaveLength(1);
    for (const { status, json } of checkoutResponses) if (status !== 200) expect(json.code).toBe("COUPON_USED_UP");
    const lateCartId = await newCart([[size, 1]]);
    expect(await setCoupon(lateCartId, code)).toMatchObject({ status: 409, json: { code: "COUPON_USED_UP" } });
    await cancelOrder(discountedResponses[0]!.json.order._id);
    expect(await setCoupon(lateCartId, code)).toMatchObject({ status: 200 });
  });

  test("of an order that was joined is usable again if the receiving order is cancelled", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: 1 }, perCustomer: 1 });
    const size = await newSize(100_00);
    const phone = newPhone();
    const shopper = await newShopper(phone);
    const cartId = await newCart([[size, 1]]);
    await setCoupon(cartId, code);
    const joiningOrder = (await checkOut(cartId, shopper)).json.order;
    const receivingOrder = (await checkOut(await newCart([[size, 1]]), shopper)).json.order;
    const ids = { orderId: joiningOrder._id, intoId: receivingOrder._id };
    expect(isRefusal(await joinOrders(server.app, { ...ids, actor: "prueba" }))).toBe(false);
    const newCartId = await newCart([[size, 1]]);
    expect(await setCoupon(newCartId, code)).toMatchObject({ status: 409, json: { code: "COUPON_USED_UP" } });
    await cancelOrder(receivingOrder._id);
    expect(await setCoupon(newCartId, code)).toMatchObject({ status: 200 });
    expect((await checkOut(newCartId, await newShopper(phone))).json.order).toMatchObject({ savings: 10 });
  });

  test("for the first purchase works again if the order that received the first one is cancelled", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: null }, firstPurchaseOnly: true });
    const size = await newSize(100_00);
    const shopper = await newShopper();
    const joiningOrder = (await checkOut(await newCart([[size, 1]]), shopper)).json.order;
    const receivingOrder = (await checkOut(await newCart([[size, 1]]), shopper)).json.order;
    const ids = { orderId: joiningOrder._id, intoId: receivingOrder._id };
    expect(isRefusal(await joinOrders(server.app, { ...ids, actor: "prueba" }))).toBe(false);
    await cancelOrder(receivingOrder._id);
    const cartId = await newCart([[size, 1]]);
    await setCoupon(cartId, code);
    expect((await checkOut(cartId, shopper)).json.order).toMatchObject({ savings: 10 });
  });

  test("may be limited to one use per customer", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: null }, perCustomer: 1 });
    const size = await newSize(100_00);
    const phone = newPhone();
    const firstCartId = await newCart([[size, 1]]);
    await setCoupon(firstCartId, code);
    expect((await checkOut(firstCartId, await newShopper(phone))).status).toBe(200);
    const secondCartId = await newCart([[size, 1]]);
    await setCoupon(secondCartId, code);
    expect(await checkOut(secondCartId, await newShopper(phone))).toMatchObject({
      status: 409,
      json: { code: "COUPON_USED_UP" },
    });
    expect(await cartOf(secondCartId)).toMatchObject({ state: "active" });
    expect((await checkOut(secondCartId, await newShopper())).status).toBe(200);
  });

  test("has no phone of an erased customer among its uses", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: null }, perCustomer: 1 });
    const phone = newPhone();
    const shopper = await newShopper(phone);
    const cartId = await newCart([[await newSize(100_00), 1]]);
    await setCoupon(cartId, code);
    await cancelOrder((await checkOut(cartId, shopper)).json.order._id);
    const phonesOfUses = async () =>
      (await sql<{ phone: string }>`SELECT phone FROM promotion_uses WHERE code = ${code}`.execute(server.app.db)).rows;
    expect(await phonesOfUses()).toEqual([{ phone }]);
    expect(await eraseCustomer(server.app, shopper.id, CONSOLE_ACTOR)).toBe("erased");
    expect(await phonesOfUses()).toEqual([{ phone: "0000000000" }]);
  });

  test("that is used up works again after the owner raises its limit, and a lower limit stops it", async () => {
    const code = newCode();
    const id = await newPromotion({ code: { code, maxUses: 1 } });
    const size = await newSize(100_00);
    const buy = async () => {
      const cartId = await newCart([[size, 1]]);
      const { status, json } = await setCoupon(cartId, code);
      return status === 200 ? (await checkOut(cartId, await newShopper())).json.order.savings : json.code;
    };
    expect([await buy(), await buy()]).toEqual([10, "COUPON_USED_UP"]);
    expect(await limitCodes(server.app.db, id, 3, CONSOLE_ACTOR)).toEqual({ codeCount: 1 });
    expect(await buy()).toBe(10);
    expect(await limitCodes(server.app.db, id, 1, CONSOLE_ACTOR)).toEqual({ codeCount: 1 });
    expect(await buy()).toBe("COUPON_USED_UP");
    expect(await limitCodes(server.app.db, id, 0, CONSOLE_ACTOR)).toEqual({ refused: "promotion_limit_wrong" });
    expect(await limitCodes(server.app.db, await newPromotion({}), 5, CONSOLE_ACTOR)).toEqual({
      refused: "promotion_limit_without_code",
    });
    expect(await limitCodes(server.app.db, id, null, CONSOLE_ACTOR)).toEqual({ codeCount: 1 });
    expect(await buy()).toBe(10);
  });

  test("can be one of 10,000 codes that are generated at once", async () => {
    const id = await newPromotion({ code: { code: newCode(), maxUses: null } });
    const codes = await generateCodes(server.app.db, id, { count: 10_000, prefix: "fin" }, CONSOLE_ACTOR);
    if (isRefusal(codes)) throw new Error(codes.refused);
    expect(new Set(codes).size).toBe(10_000);
    expect(codes[0]).toMatch(/^FIN-[A-Z2-9]{8}$/);
    expect(await generateCodes(server.app.db, id, { count: 10_001, prefix: "" }, CONSOLE_ACTOR)).toMatchObject({
      refused: "coupon_too_many",
    });
  });
});

test("guesses of coupon codes are rate limited", async () => {
  const strictServer = await startTestServer({ RATE_LIMIT_SCALE: "1" });
  const { productId, sizeId } = await createTestSize(strictServer.app, { pieces: 1 });
  const products = [{ productId, attributeId: sizeId, quantity: 1 }];
  const { json } = await strictServer.call("POST", "/api/v1/carts", { body: { products } });
  const guess = () =>
    strictServer.call("PUT", `/api/v1/carts/${json.cart._id}/coupon`, { body: { code: "ADIVINADO" } });
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) statuses.push((await guess()).status);
  expect(statuses.slice(0, 5)).toEqual([409, 409, 409, 409, 409]);
  expect(statuses.at(-1)).toBe(429);
  await strictServer.stop();
});

describe("an invalid promotion is refused", () => {
  test.each<[name: string, draft: Partial<PromotionDraft>, refused: string]>([
    ["0 %", { rule: { kind: "percent", bps: 0 } }, "promotion_rate_wrong"],
    ["101 %", { rule: { kind: "percent", bps: 10_100 } }, "promotion_rate_wrong"],
    ["2×3", { rule: { kind: "bundle", group: 2, discounted: -1, bps: 10_000 } }, "promotion_bundle_wrong"],
    ["3×3", { rule: { kind: "bundle", group: 3, discounted: 0, bps: 10_000 } }, "promotion_bundle_wrong"],
    ["$0", { rule: { kind: "amount", cents: 0 } }, "promotion_amount_wrong"],
    ["without a name", { name: " " }, "promotion_name_wrong"],
    [
      "an end before its start",
      { startsAt: new Date("2027-02-02"), endsAt: new Date("2027-02-01") },
      "promotion_dates_wrong",
    ],
    ["an end in the past", { endsAt: new Date("2026-01-01") }, "promotion_dates_wrong"],
    [
      "an unknown product",
      { scope: { ...TEST_PROMOTION.scope, productIds: [crypto.randomUUID()] } },
      "promotion_scope_unknown",
    ],
    ["an unknown style", { scope: { ...TEST_PROMOTION.scope, styleCodes: ["NO-HAY"] } }, "promotion_scope_unknown"],
    ["a gift without a product", { rule: { kind: "gift" } }, "promotion_gift_missing"],
    ["a short code", { code: { code: "AB", maxUses: null } }, "coupon_form_wrong"],
    ["no uses", { code: { code: "NINGUNO", maxUses: 0 } }, "promotion_limit_wrong"],
  ])("%s", async (_name, draft, refused) => {
    expect(await addPromotion(server.app.db, { ...TEST_PROMOTION, ...draft }, CONSOLE_ACTOR)).toMatchObject({
      refused,
    });
  });

  test("with a code that exists", async () => {
    const code = newCode();
    await newPromotion({ code: { code, maxUses: 1 } });
    const draftWithTakenCode = { ...TEST_PROMOTION, code: { code: code.toLowerCase(), maxUses: null } };
    expect(await addPromotion(server.app.db, draftWithTakenCode, CONSOLE_ACTOR)).toMatchObject({
      refused: "coupon_taken",
    });
  });
});
