import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { changeSize } from "../orders/change-size.ts";
import { makeCheckoutInput, createTestCart, createTestGuest } from "../testing/checkout-fixtures.ts";
import { TEST_PROMOTION } from "../testing/test-promotion.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { findPromotion } from "./list-promotions.ts";
import { previewPromotion, type SampleCart } from "./preview-promotion.ts";
import { addPromotion } from "./save-promotion.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const scopeOf = (...productIds: string[]) => ({ productIds, styleCodes: [], categoryIds: [], brandIds: [] });

async function newSize(costCents: number | null): Promise<TestSize> {
  const size = await createTestSize(server.app, { pieces: 20, priceCents: 300_00 });
  await setCost(size.productId, costCents);
  return size;
}

const setCost = (productId: string, costCents: number | null) =>
  sql`UPDATE products SET cost_cents = ${costCents} WHERE id = ${productId}`.execute(server.app.db);

async function sell(size: TestSize, pieces: number): Promise<string> {
  const headOffice = await server.findShop();
  const guest = await createTestGuest(server.app, headOffice);
  const cart = await createTestCart(server.app, headOffice, [{ ...size, pieces }]);
  const placedOrder = await checkOut(server.app, headOffice, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  return placedOrder.orderId;
}

async function newPromotion(productId: string): Promise<string> {
  const draft = { ...TEST_PROMOTION, scope: scopeOf(productId) };
  const addedPromotion = await addPromotion(server.app.db, draft, CONSOLE_ACTOR);
  if (isRefusal(addedPromotion)) throw new Error(addedPromotion.refused);
  await server.app.shops.refresh();
  return addedPromotion.id;
}

const costsOf = async (orderId: string) =>
  (
    await sql<{ cost: number | null }>`
      SELECT cost_cents AS cost FROM order_lines WHERE order_id = ${orderId} ORDER BY position`.execute(server.app.db)
  ).rows.map(({ cost }) => cost);

async function sampleCartsOf(productId: string): Promise<SampleCart[]> {
  const { code: _none, ...draft } = { ...TEST_PROMOTION, scope: scopeOf(productId) };
  const now = new Date();
  const promotion = {
    ...draft,
    id: newId(),
    startsAt: now,
    needsCode: false,
    rule: { kind: "bundle", group: 3, discounted: 1, bps: 10_000 } as const,
  };
  const preview = await previewPromotion(server.app.db, await server.findShop(), promotion, now);
  if (!("carts" in preview)) throw new Error(preview.problem);
  return preview.carts;
}

test("the sample carts have the margin, also below zero, and none if a cost is not known", async () => {
  const { productId } = await newSize(180_00);
  const [cartOfOne, cartOfThree] = await sampleCartsOf(productId);
  expect(cartOfOne!.margin).toEqual({ cents: 120_00, bps: 4_000 });
  expect(cartOfThree!.margin).toEqual({ cents: 60_00, bps: 1_000 });
  await setCost(productId, 250_00);
  expect((await sampleCartsOf(productId))[1]!.margin).toEqual({ cents: -150_00, bps: -2_500 });
  await setCost(productId, null);
  expect((await sampleCartsOf(productId)).map(({ margin }) => margin)).toEqual([null, null, null]);
});

test("an order line keeps the cost at its sale, and the promotion's margin is computed from the orders with known costs", async () => {
  const size = await newSize(100_00);
  const id = await newPromotion(size.productId);
  const knownCostOrderId = await sell(size, 2);
  await setCost(size.productId, 200_00);
  expect(await costsOf(knownCostOrderId)).toEqual([100_00]);
  await setCost(size.productId, null);
  const unknownCostOrderId = await sell(size, 1);
  await setCost(size.productId, 50_00);
  expect(await costsOf(unknownCostOrderId)).toEqual([null]);
  expect(await findPromotion(server.app.db, id)).toMatchObject({
    orderCount: 2,
    costedOrderCount: 1,
    costedSalesCents: 540_00,
    costCents: 200_00,
  });
  await expect(
    sql`UPDATE order_lines SET cost_cents = 1 WHERE order_id = ${knownCostOrderId}`.execute(server.app.db),
  ).rejects.toThrow("the cost of a sold piece never changes");
});

test("a line that is split by a change of size keeps the cost", async () => {
  const size = await newSize(100_00);
  const otherSizeId = newId();
  await sql`
    INSERT INTO sizes (id, product_id, size_name_id, available)
    SELECT ${otherSizeId}, ${size.productId}, (SELECT id FROM size_names n WHERE n.id <> s.size_name_id LIMIT 1), 3
    FROM sizes s WHERE s.id = ${size.sizeId}`.execute(server.app.db);
  const orderId = await sell(size, 2);
  await setCost(size.productId, 200_00);
  const change = {
    orderId,
    fromSizeId: size.sizeId,
    toSizeId: otherSizeId,
    pieces: 1,
    seenPieces: 2,
    by: CONSOLE_ACTOR,
  };
  expect(await changeSize(server.app, change)).toBe("changed");
  expect(await costsOf(orderId)).toEqual([100_00, 100_00]);
});

test("no response to customers and no feed has a cost", async () => {
  const size = await newSize(123_45);
  const orderId = await sell(size, 1);
  const responses = await Promise.all(
    [`/api/v1/products/${size.productId}`, "/products", "/feeds/google.xml", "/feeds/products.tsv"].map((path) =>
      server.call("GET", path),
    ),
  );
  for (const { status, text } of responses) {
    expect(status).toBe(200);
    // A failure of toMatch would print the whole response.
    expect(/123\.45|cost_?cents/i.test(text)).toBe(false);
  }
  const { json } = await server.call("GET", `/api/v1/orders/${orderId}`);
  expect(JSON.stringify(json)).not.toContain("123.45");
});
