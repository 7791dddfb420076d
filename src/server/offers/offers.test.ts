import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CONSOLE_ACTOR as BY } from "../change-log/change-log.ts";
import { checkOut } from "../checkout/check-out.ts";
import { catalogFingerprint } from "../catalog/queries.ts";
import { newId } from "../db/new-id.ts";
import type { Shop } from "../shops/shop.ts";
import { setOwnPrice } from "../shops/shop-prices.ts";
import { makeCheckoutInput, createTestCart, createTestGuest, PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { announceOffers } from "./announce-offers.ts";
import { listOffers } from "./list-offers.ts";
import { repeatOffers } from "./repeat-offers.ts";
import { endOffer, endOffersOfProduct, createOffer, type NewOffer } from "./create-or-end-offer.ts";

let server: TestServer;
let matriz: Shop;
let norte: Shop;
beforeAll(async () => {
  server = await startTestServer();
  [matriz, norte] = await Promise.all([server.findShop("matriz"), server.findShop("norte")]);
});
afterAll(() => server.stop());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const createSize = (priceCents = 500_00, wholesalePriceCents: number | null = null) =>
  createTestSize(server.app, { pieces: 5, priceCents, wholesalePriceCents });
const offerOf = (productId: string, changes: Partial<NewOffer> = {}): NewOffer => ({
  productId,
  sizeId: null,
  price: { cents: 400_00 },
  formerPriceCents: null,
  startsAt: null,
  endsAt: inDays(7),
  ...changes,
});
const storeOffer = async (productId: string, changes: Partial<NewOffer> = {}, shop = matriz) => {
  const result = await createOffer(server.app, shop, offerOf(productId, changes), BY);
  if (isRefusal(result)) throw new Error(result.refused);
  return result;
};
const fetchProduct = async (id: string, key = "matriz") =>
  (await server.call("GET", `/api/v1/products/${id}`, { shop: key })).json;
/** Ends all offers of a product as if their time had passed. */
const endNow = (productId: string) =>
  sql`UPDATE offers SET ends_at = greatest(starts_at, clock_timestamp()) WHERE product_id = ${productId}`.execute(
    server.app.db,
  );

describe("an offer of the list price", () => {
  test("replaces the price while it runs, in the head office and in branches that follow it", async () => {
    const { productId } = await createSize(500_00, 450_00);
    await storeOffer(productId);
    expect(await fetchProduct(productId)).toMatchObject({
      price: 400,
      wholesalePrice: 400,
      formerPrice: 500,
      hasDto: true,
      offerUntil: expect.any(String),
    });
    expect(await fetchProduct(productId, "norte")).toMatchObject({ price: 400, shopPrice: 400, formerPrice: 500 });
    await endNow(productId);
    expect(await fetchProduct(productId)).toMatchObject({
      price: 500,
      wholesalePrice: 450,
      formerPrice: null,
      offerUntil: null,
      hasDto: false,
    });
  });

  test("starts at its time", async () => {
    const { productId } = await createSize();
    await storeOffer(productId, { startsAt: new Date(Date.now() + 700) });
    expect((await fetchProduct(productId)).formerPrice).toBeNull();
    await expect.poll(async () => (await fetchProduct(productId)).price, { timeout: 5_000 }).toBe(400);
  });

  test("does not change a branch with its own price", async () => {
    const { productId } = await createSize();
    await setOwnPrice(server.app, norte, productId, 480_00, BY);
    await storeOffer(productId);
    expect(await fetchProduct(productId, "norte")).toMatchObject({
      price: 400,
      shopPrice: 480,
      formerPrice: null,
      hasDto: false,
    });
  });

  test("is in search suggestions with its former price", async () => {
    const { productId } = await createSize();
    await sql`UPDATE products SET name = 'Zarape de prueba' WHERE id = ${productId}`.execute(server.app.db);
    await sql`SELECT refresh_product_search(ARRAY[${productId}]::uuid[])`.execute(server.app.db);
    await storeOffer(productId);
    const { json } = await server.call("GET", "/api/v1/search2/suggestions?searchTerm=zarape");
    expect(json.products[0]).toMatchObject({ name: "Zarape de prueba", price: 400, formerPrice: 500 });
  });

  test("shows no former price after staff set a price below the offer's price", async () => {
    const { productId } = await createSize();
    await storeOffer(productId);
    await sql`UPDATE products SET price_cents = 35000 WHERE id = ${productId}`.execute(server.app.db);
    expect(await fetchProduct(productId)).toMatchObject({ price: 350, formerPrice: null, hasDto: false });
  });
});

test("a branch's own offer applies to its own price", async () => {
  const { productId } = await createSize();
  await setOwnPrice(server.app, norte, productId, 550_00, BY);
  await storeOffer(productId, { price: { percent: 10 } }, norte);
  expect(await fetchProduct(productId, "norte")).toMatchObject({ price: 500, shopPrice: 495, formerPrice: 550 });
  expect(await fetchProduct(productId)).toMatchObject({ price: 500, formerPrice: null });
});

describe("an offer of one size", () => {
  const createTwoSizes = async () => {
    const { productId, sizeId } = await createSize();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT ${newId()}, ${productId}, id, 3 FROM size_names WHERE name = 'G' RETURNING id`.execute(server.app.db);
    return { productId, sizeId, otherSizeId: rows[0]!.id };
  };

  test("sets the product's price, and the other size keeps its own", async () => {
    const { productId, sizeId, otherSizeId } = await createTwoSizes();
    await storeOffer(productId, { sizeId });
    const product = await fetchProduct(productId);
    expect(product).toMatchObject({ price: 400, formerPrice: 500 });
    const stockOf = (id: string) => product.stocks.find(({ _id }: { _id: string }) => _id === id);
    expect(stockOf(sizeId)).toMatchObject({ price: null, formerPrice: null });
    expect(stockOf(otherSizeId)).toMatchObject({ price: 500, formerPrice: null });
    const cart = await createTestCart(server.app, matriz, [
      { productId, sizeId, pieces: 1 },
      { productId, sizeId: otherSizeId, pieces: 1 },
    ]);
    const { json } = await server.call("GET", `/api/v1/carts/${cart.id}`);
    expect(
      json.products.map((line: { unitPrice: number; formerPrice: number }) => [line.unitPrice, line.formerPrice]),
    ).toEqual([
      [400, 500],
      [500, null],
    ]);
  });

  test("sets the product's price only while the size has pieces", async () => {
    const { productId, sizeId } = await createTwoSizes();
    await storeOffer(productId, { sizeId });
    await sql`UPDATE sizes SET available = 0 WHERE id = ${sizeId}`.execute(server.app.db);
    expect(await fetchProduct(productId)).toMatchObject({ price: 500, formerPrice: null });
  });
});

describe("a new offer is refused", () => {
  test.each([
    [{ price: { cents: 500_00 } }, "offer_not_below"],
    [{ price: { cents: 0 } }, "offer_price_wrong"],
    [{ price: { percent: 0 } }, "offer_percent_wrong"],
    [{ price: { percent: 101 } }, "offer_percent_wrong"],
    [{ formerPriceCents: 900_00 }, "former_price_never_charged"],
    [{ startsAt: inDays(-2) }, "offer_starts_in_past"],
    [{ endsAt: inDays(-1) }, "offer_end_past"],
    [{ startsAt: inDays(5), endsAt: inDays(4) }, "offer_end_before_start"],
    [{ sizeId: newId() }, "size_not_found"],
    [{ sizeId: "abc" }, "size_not_found"],
    [{ productId: newId() }, "product_not_found"],
    [{ productId: "1" }, "product_not_found"],
  ] as const)("%j: %s", async (changes, expectedRefusal) => {
    const { productId } = await createSize();
    expect(await createOffer(server.app, matriz, offerOf(productId, changes), BY)).toEqual({
      refused: expectedRefusal,
    });
  });

  test("with a former price that ended more than 90 days before (rule OFFER-4)", async () => {
    const { productId } = await createSize();
    await sql`UPDATE products SET price_cents = 45000 WHERE id = ${productId}`.execute(server.app.db);
    const formerPrice = { formerPriceCents: 500_00 };
    expect(
      await createOffer(
        server.app,
        matriz,
        offerOf(productId, { ...formerPrice, startsAt: inDays(95), endsAt: null }),
        BY,
      ),
    ).toEqual({
      refused: "former_price_never_charged",
    });
    expect(await storeOffer(productId, formerPrice)).toMatchObject({ wasFormerPriceBrief: true });
  });

  test("if it overlaps a planned offer, and of two concurrent new ones for the same time only one is stored", async () => {
    const { productId } = await createSize();
    const plannedDays = { startsAt: inDays(3), endsAt: inDays(5) };
    const results = await Promise.all(
      [1, 2].map(() => createOffer(server.app, matriz, offerOf(productId, plannedDays), BY)),
    );
    expect(results.filter(isRefusal)).toEqual([{ refused: "offer_overlaps" }]);
    expect(await createOffer(server.app, matriz, offerOf(productId, { endsAt: null }), BY)).toEqual({
      refused: "offer_overlaps",
    });
    await storeOffer(productId, { endsAt: inDays(2) });
  });
});

test("a new offer replaces the running one", async () => {
  const { productId } = await createSize();
  await storeOffer(productId);
  await storeOffer(productId, { price: { cents: 300_00 } });
  expect(await fetchProduct(productId)).toMatchObject({ price: 300, formerPrice: 500 });
  const offers = await listOffers(server.app.db, { states: ["running", "ended"], productId });
  expect(offers.map(({ state, priceCents }) => [state, priceCents])).toEqual([
    ["running", 300_00],
    ["ended", 400_00],
  ]);
});

test("an offer can be ended once, also before its start", async () => {
  const { productId } = await createSize();
  const { id } = await storeOffer(productId, { startsAt: inDays(1), endsAt: null });
  expect(await endOffer(server.app, id, BY)).toBe("ended");
  expect(await endOffer(server.app, id, BY)).toEqual({ refused: "offer_ended" });
  expect(await endOffersOfProduct(server.app, matriz, productId, BY)).toEqual({ refused: "offer_not_found" });
  await storeOffer(productId);
  expect(await endOffersOfProduct(server.app, matriz, productId, BY)).toBe(1);
  expect((await fetchProduct(productId)).formerPrice).toBeNull();
});

describe("lists", () => {
  const searchDocs = async (query: string, key = "matriz") =>
    (await server.call("GET", `/api/v1/search2?size=50&${query}`, { shop: key })).json.docs as {
      _id: string;
      price: number;
      shopPrice: number | null;
      hasDto: boolean;
    }[];

  test.each(["matriz", "norte"])("in %s filter by offer, and sort and filter by the offer's price", async (key) => {
    const { productId } = await createSize(500_00);
    await storeOffer(productId, { price: { cents: 7 } });
    expect((await searchDocs("offer=true", key)).map(({ _id }) => _id)).toContain(productId);
    expect((await searchDocs("offer=true", key)).every(({ hasDto }) => hasDto)).toBe(true);
    expect((await searchDocs("maxPrice=0.07", key)).map(({ _id }) => _id)).toEqual([productId]);
    expect((await searchDocs("sort=price", key))[0]!._id).toBe(productId);
    const { json: facets } = await server.call("GET", "/api/v1/search2/facets", { shop: key });
    expect(facets.prices.min).toBe(0.07);
    const { json: offers } = await server.call("GET", "/api/v1/search2?offer=true&size=1", { shop: key });
    expect(facets.offers).toBe(offers.totalDocs);
    await endNow(productId);
    expect((await searchDocs("offer=true", key)).map(({ _id }) => _id)).not.toContain(productId);
  });

  test.each(["matriz", "norte"])("in %s are sorted by the prices that they show", async (key) => {
    for (const sort of ["price", "-price"]) {
      const foundDocs = await searchDocs(`sort=${sort}`, key);
      const prices = foundDocs.map(({ price, shopPrice }) => shopPrice ?? price);
      expect(prices).toEqual(prices.toSorted((a, b) => (sort === "price" ? a - b : b - a)));
    }
  });

  test("the fingerprint of the catalogue changes when an offer starts, and changes back when it ends", async () => {
    const { productId } = await createSize();
    const fingerprintBefore = await catalogFingerprint(server.app.db, matriz);
    await storeOffer(productId);
    const fingerprintDuring = await catalogFingerprint(server.app.db, matriz);
    await endNow(productId);
    expect(fingerprintDuring).not.toBe(fingerprintBefore);
    expect(await catalogFingerprint(server.app.db, matriz)).toBe(fingerprintBefore);
  });
});

test("the start and the end of an offer are announced once each", async () => {
  const { productId } = await createSize();
  const announceAndCheck = async () => {
    const { productChanges } = server.app;
    const versionBefore = productChanges.currentVersion();
    await announceOffers(server.app);
    return productChanges.changedSince(versionBefore, [productId]);
  };
  await storeOffer(productId, { endsAt: null });
  expect([await announceAndCheck(), await announceAndCheck()]).toEqual([true, false]);
  await endNow(productId);
  expect([await announceAndCheck(), await announceAndCheck()]).toEqual([true, false]);
});

describe("at the checkout", () => {
  test("the offer's price is charged, and its former price is stored with the line", async () => {
    const size = await createSize();
    await storeOffer(size.productId);
    const guest = await createTestGuest(server.app, matriz);
    const cart = await createTestCart(server.app, matriz, [{ ...size, pieces: 2 }]);
    const placedOrder = await checkOut(server.app, matriz, guest.customerId, makeCheckoutInput(cart, guest));
    if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
    const { rows } = await sql`
      SELECT price_cents, unit_price_cents, former_price_cents FROM order_lines l JOIN orders o ON o.id = l.order_id
      WHERE o.cart_id = ${cart.id}`.execute(server.app.db);
    expect(rows).toEqual([{ price_cents: 400_00, unit_price_cents: 400_00, former_price_cents: 500_00 }]);
  });

  test("a total that was shown during an offer is refused with TOTAL_CHANGED after its end", async () => {
    const size = await createSize();
    await storeOffer(size.productId);
    const guest = await createTestGuest(server.app, matriz);
    const cart = await createTestCart(server.app, matriz, [{ ...size, pieces: 1 }]);
    const { json: quote } = await server.call(
      "GET",
      `/api/v1/carts/${cart.id}/quote?shippingId=${PLAIN_CARRIER}&secured=false&payment_method=TB`,
    );
    expect(quote.subtotal).toBe(400);
    const shownTotalCents = Math.round(quote.grandTotal * 100);
    await endNow(size.productId);
    const input = makeCheckoutInput(cart, guest, { expectedTotalCents: shownTotalCents });
    expect(await checkOut(server.app, matriz, guest.customerId, input)).toMatchObject({ refused: "total_changed" });
  });
});

test("price history and the terms of offers cannot be changed", async () => {
  const { productId } = await createSize();
  await storeOffer(productId);
  for (const statement of [
    sql`UPDATE price_history SET cents = 1 WHERE product_id = ${productId}`,
    sql`DELETE FROM price_history WHERE product_id = ${productId}`,
    sql`UPDATE offers SET price_cents = 1 WHERE product_id = ${productId}`,
  ]) {
    await expect(statement.execute(server.app.db)).rejects.toThrow(/append-only|never change/);
  }
});

test("the history records list, wholesale and own prices", async () => {
  const { productId } = await createSize(500_00, 450_00);
  await sql`UPDATE products SET price_cents = 52000, wholesale_price_cents = NULL WHERE id = ${productId}`.execute(
    server.app.db,
  );
  await sql`UPDATE products SET name = 'Otra' WHERE id = ${productId}`.execute(server.app.db);
  await setOwnPrice(server.app, norte, productId, 480_00, BY);
  await setOwnPrice(server.app, norte, productId, null, BY);
  const { rows } = await sql<{ kind: string; cents: number | null }>`
    SELECT kind, cents FROM price_history WHERE product_id = ${productId} ORDER BY id`.execute(server.app.db);
  expect(rows.map(({ kind, cents }) => [kind, cents])).toEqual([
    ["price", 500_00],
    ["wholesale", 450_00],
    ["price", 520_00],
    ["wholesale", null],
    ["branch", 480_00],
    ["branch", null],
  ]);
});

test("ended offers are repeated 52 weeks later, each independently of the others", async () => {
  const [unchangedSize, repricedSize, runningSize] = [await createSize(), await createSize(), await createSize()];
  const endedOffers = [await storeOffer(unchangedSize.productId), await storeOffer(repricedSize.productId)];
  const runningOffer = await storeOffer(runningSize.productId);
  await sql`SELECT pg_sleep(0.01)`.execute(server.app.db);
  await endNow(unchangedSize.productId);
  await endNow(repricedSize.productId);
  // In the 90 days before the repeated offer, the former price of 500 will not have been charged.
  await sql`UPDATE products SET price_cents = 55000 WHERE id = ${repricedSize.productId}`.execute(server.app.db);
  const repeatResults = await repeatOffers(
    server.app,
    [...endedOffers, runningOffer].map(({ id }) => id),
    BY,
  );
  const outcomes = new Map(
    repeatResults.map(({ outcome }, index) => [index, isRefusal(outcome) ? outcome.refused : "planned"]),
  );
  expect([...outcomes.values()].toSorted()).toEqual(["former_price_never_charged", "offer_not_over", "planned"]);
  const { rows } = await sql<{ days: number; price: number; former: number }>`
    SELECT extract(epoch FROM planned.starts_at - first.starts_at)::float8 / 86400 AS days, planned.price_cents AS price,
      planned.former_price_cents AS former
    FROM offers first JOIN offers planned ON planned.product_id = first.product_id AND planned.id <> first.id
    WHERE first.id = ${endedOffers[0]!.id}`.execute(server.app.db);
  expect(rows).toEqual([{ days: 364, price: 400_00, former: 500_00 }]);
  // The repeated offer is planned already, so a second one would overlap it.
  const secondResults = await repeatOffers(server.app, [endedOffers[0]!.id], BY);
  expect(secondResults.map(({ outcome }) => isRefusal(outcome) && outcome.refused)).toEqual(["offer_overlaps"]);
});
