import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { createTestSize } from "../testing/test-size.ts";
import { listNewProductIds } from "./list-new-product-ids.ts";
import { loadProductList } from "./load-product-list.ts";
import { CatalogCache } from "./catalog-cache.ts";

let office: TestOffice;
const ids: string[] = [];
beforeAll(async () => {
  office = await openTestOffice();
  await sql`UPDATE products SET is_published = false`.execute(office.app.db);
  for (let n = 0; n < 21; n++) ids.push((await createTestSize(office.app, { pieces: 5 })).productId);
  // The first is the newest. All were created within the last five days.
  for (const [hours, id] of ids.entries()) {
    await sql`UPDATE products SET created_at = now() - make_interval(hours => ${hours}) WHERE id = ${id}`.execute(
      office.app.db,
    );
  }
});
afterAll(() => office.stop());

/** The app with an empty catalogue cache. */
const appWithEmptyCache = () => ({
  readDb: office.app.readDb,
  genericPlanReadDb: office.app.genericPlanReadDb,
  catalogCache: new CatalogCache(),
  searchResults: office.app.searchResults,
  productRows: office.app.productRows,
});
const findNewProductIds = async () =>
  [...(await listNewProductIds(appWithEmptyCache(), await office.findShop()))].toSorted();
const idsAt = (...numbers: number[]) => numbers.map((n) => ids[n]!).toSorted();

test("the newest tenth of the listed products is new, rounded up", async () => {
  expect(await findNewProductIds()).toEqual(idsAt(0, 1, 2));
});

test("products that staff marked come first; sold-out products are not counted and not new", async () => {
  await sql`UPDATE products SET is_marked_new = true WHERE id = ${ids[20]}`.execute(office.app.db);
  expect(await findNewProductIds()).toEqual(idsAt(0, 1, 20));
  await sql`UPDATE sizes SET available = 0 WHERE product_id = ${ids[0]}`.execute(office.app.db);
  expect(await findNewProductIds()).toEqual(idsAt(1, 20));
});

test("only the cards of new products have 'Nuevo', and none has it in the unfiltered list sorted by newest", async () => {
  const list = async (sort?: "price" | "-createdOn") =>
    (await loadProductList(appWithEmptyCache(), await office.findShop(), { sort }, { page: 2, fromFirst: true }))
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
  for (const newestProducts of [await list(), await list("-createdOn")]) {
    expect(newestProducts).toHaveLength(20);
    expect(newestProducts.filter(({ badge }) => badge === "Nuevo")).toEqual([]);
  }
});
