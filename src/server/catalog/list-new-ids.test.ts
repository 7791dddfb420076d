import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { createTestSize } from "../testing/test-size.ts";
import { listNewIds } from "./list-new-ids.ts";
import { loadProductList } from "./load-list.ts";
import { CatalogCache } from "./catalog-cache.ts";

let shop: TestOffice;
const ids: string[] = [];
beforeAll(async () => {
  shop = await openTestOffice();
  await sql`UPDATE products SET is_published = false`.execute(shop.app.db);
  for (let n = 0; n < 21; n++) ids.push((await createTestSize(shop.app, { pieces: 5 })).productId);
  // The first is the newest. All were created within the last five days.
  for (const [hours, id] of ids.entries()) {
    await sql`UPDATE products SET created_at = now() - make_interval(hours => ${hours}) WHERE id = ${id}`.execute(
      shop.app.db,
    );
  }
});
afterAll(() => shop.stop());

/** The app without cached counts. */
const appWithEmptyCache = () => ({
  readDb: shop.app.readDb,
  genericPlanReadDb: shop.app.genericPlanReadDb,
  catalogCache: new CatalogCache(),
  searchResults: shop.app.searchResults,
  productRows: shop.app.productRows,
});
const newIds = async () => [...(await listNewIds(appWithEmptyCache(), await shop.findShop()))].toSorted();
const idsAt = (...numbers: number[]) => numbers.map((n) => ids[n]!).toSorted();

test("the newest tenth of the listed products is new, rounded up", async () => {
  expect(await newIds()).toEqual(idsAt(0, 1, 2));
});

test("products that staff marked come first; sold-out products are not counted and not new", async () => {
  await sql`UPDATE products SET is_marked_new = true WHERE id = ${ids[20]}`.execute(shop.app.db);
  expect(await newIds()).toEqual(idsAt(0, 1, 20));
  await sql`UPDATE sizes SET available = 0 WHERE product_id = ${ids[0]}`.execute(shop.app.db);
  expect(await newIds()).toEqual(idsAt(1, 20));
});

test("only the cards of new products say 'Nuevo', on every page of the list", async () => {
  const list = async (sort?: "price" | "-createdOn") =>
    (await loadProductList(appWithEmptyCache(), await shop.findShop(), { sort }, { page: 2, fromFirst: true }))
      .products;
  const products = await list("price");
  expect(products).toHaveLength(20);
  expect(
    products
      .filter(({ badge }) => badge === "Nuevo")
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(idsAt(1, 20));
  // The unfiltered list, newest first, has no badge 'Nuevo'.
  for (const newest of [await list(), await list("-createdOn")]) {
    expect(newest).toHaveLength(20);
    expect(newest.filter(({ badge }) => badge === "Nuevo")).toEqual([]);
  }
});
