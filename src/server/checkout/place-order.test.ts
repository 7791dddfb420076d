import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findStoredCart, type Cart } from "../cart/queries.ts";
import { newId } from "../db/new-id.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";
import { createTestSize } from "../testing/test-size.ts";
import { toOrderInputs } from "./order-inputs.ts";
import { createTestCart, createTestGuest, type Guest } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { placeOrder, type NewOrder, type NewOrderRow } from "./place-order.ts";

let testApp: TestApp;
let shop: Shop;
let guest: Guest;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop();
  guest = await createTestGuest(testApp.app, shop);
});

afterAll(() => testApp.stop());

const newCartWithOnePiece = async (): Promise<Cart> =>
  createTestCart(testApp.app, shop, [{ ...(await createTestSize(testApp.app, { pieces: 3 })), pieces: 1 }]);

const makeOrderRow = (cart: Cart): NewOrderRow => ({
  id: newId(),
  key_hash: hashToken(newToken()),
  shop_id: shop.id,
  cart_id: cart.id,
  customer_id: guest.customerId,
  status: "WAITING_PAYMENT",
  is_presale: false,
  payment_method: "TB",
  pieces: 1,
  is_wholesale: false,
  subtotal_cents: 100_00,
  packaging_cents: 0,
  shipping_cents: 0,
  extra_shipping_cents: 0,
  insurance_cents: 0,
  total_cents: 100_00,
  online_fee_cents: 0,
  grand_total_cents: 100_00,
  online_fee_rate_bps: 0,
  online_fee_fixed_cents: 0,
  customer_name: "Lucía",
  customer_last_name: "Prueba",
  customer_phone: "5511112222",
});

const linesOf = (orderId: string, cart: Cart): NewOrder["lines"] =>
  cart.lines.map(({ sizeId, productId, name, pieces, held }, position) => ({
    order_id: orderId,
    position,
    size_id: sizeId,
    product_id: productId,
    name,
    is_digital: false,
    pieces,
    held,
    price_cents: 100_00,
    unit_price_cents: 100_00,
  }));

const placeTestOrder = (cart: Cart, order: NewOrderRow, lines: NewOrder["lines"]) =>
  placeOrder(testApp.app.genericPlanDb, cart, {
    order,
    lines,
    discounts: [],
    pickup: null,
    actor: "prueba",
    by: null,
    key: "k",
    codeUse: null,
    buyer: null,
    inputs: toOrderInputs(shop, cart, null, { insured: false, paymentMethod: "TB", promotions: [] }),
  });

test("rows with only the required columns place an order", async () => {
  const cart = await newCartWithOnePiece();
  const order = makeOrderRow(cart);
  expect(await placeTestOrder(cart, order, linesOf(order.id, cart))).toBeGreaterThan(0);
});

test("an email is enqueued only for an order with a mailbox", async () => {
  const placeWithEmail = async (email: string | null): Promise<string> => {
    const cart = await newCartWithOnePiece();
    const order = { ...makeOrderRow(cart), customer_email: email };
    expect(await placeTestOrder(cart, order, linesOf(order.id, cart))).toBeGreaterThan(0);
    return order.id;
  };
  const [withMailbox] = [await placeWithEmail("lucia@ejemplo.mx"), await placeWithEmail(null)];
  const { rows } = await sql<{ orderId: string }>`
    SELECT payload ->> 'orderId' AS "orderId" FROM graphile_worker._private_jobs
    WHERE payload ->> 'orderId' IN (SELECT id::text FROM orders WHERE customer_id = ${guest.customerId})`.execute(
    testApp.app.db,
  );
  expect(rows.map(({ orderId }) => orderId)).toEqual([withMailbox]);
});

test("an order without a required column does not compile, and places nothing", async () => {
  const cart = await newCartWithOnePiece();
  const { customer_phone: _, ...order } = makeOrderRow(cart);
  // @ts-expect-error -- customer_phone is NOT NULL without a default
  await expect(placeTestOrder(cart, order, linesOf(order.id, cart))).rejects.toThrow(/"customer_phone"/);
  expect(await findStoredCart(testApp.app.db, shop, cart.id)).toMatchObject({ state: "active", version: cart.version });
});

test("a line without a required column does not compile, and places nothing", async () => {
  const cart = await newCartWithOnePiece();
  const order = makeOrderRow(cart);
  const lines = linesOf(order.id, cart).map((line) => {
    const { name: _, ...lineWithoutName } = line;
    return lineWithoutName;
  });
  // @ts-expect-error -- name is NOT NULL without a default
  await expect(placeTestOrder(cart, order, lines)).rejects.toThrow(/"name"/);
  expect(await findStoredCart(testApp.app.db, shop, cart.id)).toMatchObject({ state: "active", version: cart.version });
});
