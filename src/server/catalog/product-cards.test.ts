import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Product } from "../../contract/catalog.ts";
import { SORT_KEYS } from "../../contract/sort-keys.ts";
import { findViolations } from "../db/audit-check.ts";
import { ProductChangeTracker } from "../db/product-change-tracker.ts";
import { hideProducts, type Shop } from "../shops/shop.ts";
import { runReferenceSearch } from "../testing/reference-search.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";
import { catalogChecks } from "./audit.ts";
import { CatalogCache } from "./catalog-cache.ts";
import { listProductRows } from "./product-card.ts";
import { ProductRowCache } from "./product-row-cache.ts";
import type { ProductRow } from "./product-row.ts";
import type { Search } from "./search.ts";
import { searchProducts } from "./search-products.ts";
import { SearchResultCache } from "./search-result-cache.ts";
import { publicPromotions } from "./promotion-labels.ts";
import { toWireProduct } from "./to-wire.ts";

let testApp: TestApp;
let shops: readonly Shop[];
let filledCache: ProductRowCache;
let choices: { categories: string[]; brands: string[]; sizes: string[]; colors: string[] };
beforeAll(async () => {
  testApp = await startTestApp();
  shops = await testApp.app.shops.all();
  filledCache = new ProductRowCache(testApp.app.productChanges, 0);
  choices = {
    categories: await listTexts("SELECT unnest(ARRAY[slug, id::text]) AS value FROM categories ORDER BY 1"),
    brands: await listTexts("SELECT unnest(ARRAY[slug, id::text]) AS value FROM brands ORDER BY 1"),
    sizes: await listTexts("SELECT unnest(ARRAY[name, id::text]) AS value FROM size_names ORDER BY 1"),
    colors: await listTexts("SELECT DISTINCT unnest(families) AS value FROM colors ORDER BY 1"),
  };
});
afterAll(() => testApp.stop());

async function listTexts(query: string): Promise<string[]> {
  return (await sql<{ value: string }>`${sql.raw(query)}`.execute(testApp.app.db)).rows.map(({ value }) => value);
}

/** The order of a row's `shops` is undefined. */
function withSortedShops(products: readonly ProductRow[]) {
  return products.map((row) => ({ ...row, shops: row.shops.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }));
}

/** Compares a search with the reference search: once with an empty cache, and once with rows that were read before. */
async function expectSameAsReference(shop: Shop, search: Search): Promise<void> {
  const expected = await runReferenceSearch(testApp.app.db, shop, search);
  for (const productRows of [new ProductRowCache(testApp.app.productChanges), filledCache]) {
    const searchResults = new SearchResultCache(testApp.app.productChanges);
    const app = { ...testApp.app, catalogCache: new CatalogCache(), searchResults, productRows };
    const actual = await searchProducts(app, shop, search);
    expect(withSortedShops(actual.products)).toEqual(withSortedShops(expected.products));
    expect(actual.totalProducts).toBe(expected.totalProducts);
    const now = new Date();
    const runningPromotions = publicPromotions(shop, now);
    for (const row of actual.products) {
      expect(
        JSON.parse(productRows.jsonCache.of(shop, row, { guide: undefined, running: runningPromotions, now })),
      ).toEqual(Product.parse(toWireProduct(shop, row, undefined)));
    }
  }
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const several = (all: readonly string[]) =>
  maybe(fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 3 }));
const anySearch = (): fc.Arbitrary<Search> =>
  fc.record({
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.integer({ min: 1, max: 60 }),
    sort: maybe(fc.constantFrom(...SORT_KEYS)),
    category: maybe(fc.constantFrom("no-existe", ...choices.categories)),
    brands: several(["no-existe", ...choices.brands]),
    sizeNames: several(["no-existe", ...choices.sizes]),
    colors: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, several(choices.colors)),
    term: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      fc.constantFrom("vestido", "vestdio azul", "zzz", "¿?"),
    ),
    minPriceCents: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(300_00, 900_00)),
    onlyOffers: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constant(true)),
    onlyNew: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constant(true)),
  });

describe("a list shows what the catalogue has", () => {
  test("for the demo's data, with any filters, in each shop", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), anySearch(), (n, search) => expectSameAsReference(shops[n % shops.length]!, search)),
      { numRuns: 80 },
    );
  });

  test("a shop that is not open shows nothing", async () => {
    await expectSameAsReference(hideProducts(shops[0]!), { page: 1, pageSize: 12 });
  });

  test("after any changes of products, stock, brands, categories, pictures and prices", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...CHANGES), fc.nat()), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.array(anySearch(), { minLength: 1, maxLength: 2 }),
        async (changes, isCommitted, searches) => {
          // In one transaction. Changes that are rolled back have no effect.
          const transaction = testApp.app.db.transaction().execute(async (tx) => {
            for (const [change, n] of changes)
              await sql`${sql.raw(change.replaceAll("$n", String(n % 997)))}`.execute(tx);
            if (!isCommitted) throw new Error("undo");
          });
          if (isCommitted) await transaction;
          else await expect(transaction).rejects.toThrow("undo");
          for (const shop of shops) for (const search of searches) await expectSameAsReference(shop, search);
          await expectSameAsReference(shops[0]!, { page: 1, pageSize: 60 });
          expect(await listViolations()).toEqual([]);
        },
      ),
      { numRuns: Number(process.env.HISTORIES ?? 12) },
    );
  });
});

test("the cached result of a search is not used after one of its products has changed", async () => {
  const app = {
    ...testApp.app,
    catalogCache: new CatalogCache(),
    searchResults: new SearchResultCache(testApp.app.productChanges),
  };
  const { sizeId, productId } = await createTestSize(testApp.app, { pieces: 1, priceCents: 77_777_00 });
  const search = async (page: number) =>
    (await searchProducts(app, shops[0]!, { page, pageSize: 2, minPriceCents: 77_000_00 })).products.map(
      ({ id }) => id,
    );
  const firstIds = await search(1);
  expect(firstIds).toEqual([productId]);
  expect(await search(2)).toEqual([]);
  await sql`UPDATE sizes SET available = 0 WHERE id = ${sizeId}`.execute(testApp.app.db);
  expect(await search(1)).toEqual([]);
});

test("a result of many products is used again without products that another process hid or sold out", async () => {
  const { rows } = await sql<{ id: string }>`
    WITH made AS (
      INSERT INTO products (id, name, price_cents) SELECT gen_random_uuid(), 'AAA ' || n, 100_00
      FROM generate_series(1, 500) n RETURNING id)
    INSERT INTO sizes (id, product_id, size_name_id, available)
    SELECT gen_random_uuid(), id, (SELECT id FROM size_names LIMIT 1), 3 FROM made RETURNING product_id AS id`.execute(
    testApp.app.db,
  );
  const changesOfThisProcess = new ProductChangeTracker();
  const app = {
    ...testApp.app,
    searchResults: new SearchResultCache(changesOfThisProcess),
    productRows: new ProductRowCache(changesOfThisProcess),
  };
  const search = () => searchProducts(app, shops[0]!, { page: 1, pageSize: 4, sort: "name" });
  const { products: before, totalProducts } = await search();
  const [hiddenId, availableId, soldOutId, lastId] = before.map(({ id }) => id);
  expect(totalProducts).toBeGreaterThanOrEqual(500);
  await sql`UPDATE products SET is_published = false WHERE id = ${hiddenId}`.execute(testApp.app.db);
  await sql`UPDATE sizes SET available = 0 WHERE product_id = ${soldOutId}`.execute(testApp.app.db);
  await sleep(510);
  const after = await search();
  expect(after.products.map(({ id }) => id)).toEqual([availableId, lastId]);
  expect(after.totalProducts).toBe(totalProducts);
  await sql`UPDATE products SET is_published = false WHERE id = ANY (${rows.map(({ id }) => id)}::uuid[])`.execute(
    testApp.app.db,
  );
});

test("a row is the same object until its product changes; a change of stock does not read its card again", async () => {
  const { productId, sizeId } = await createTestSize(testApp.app, { pieces: 5 });
  const find = async () =>
    (await listProductRows({ ...testApp.app, productRows: filledCache }, shops[0]!, [productId]))[0]!;
  const firstRow = await find();
  expect(await find()).toBe(firstRow);
  await sql`UPDATE sizes SET available = 4 WHERE id = ${sizeId}`.execute(testApp.app.db);
  const rowAfterSale = await find();
  expect(rowAfterSale.sizes).toMatchObject([{ available: 4 }]);
  expect(rowAfterSale.pictures).toBe(firstRow.pictures);
  await sql`UPDATE products SET name = 'Otra' WHERE id = ${productId}`.execute(testApp.app.db);
  expect(await find()).toMatchObject({ name: "Otra", sizes: rowAfterSale.sizes });
});

async function listViolations(): Promise<string[]> {
  const names = new Set(["cards-are-as-computed", "lists-agree-with-cards"]);
  const checks = catalogChecks.filter(({ name }) => names.has(name));
  return (await Promise.all(checks.map((check) => findViolations(testApp.app.db, check)))).flat();
}

const anyRow = (table: string) => `(SELECT id FROM ${table} ORDER BY hashtextextended(id::text, $n) LIMIT 1)`;
const CHANGES = [
  `UPDATE products SET name = 'Prenda $n', price_cents = 10000 + $n WHERE id = ${anyRow("products")}`,
  `UPDATE products SET is_published = NOT is_published WHERE id = ${anyRow("products")}`,
  `UPDATE products SET is_local = NOT is_local WHERE id = ${anyRow("products")}`,
  `UPDATE products SET created_at = now() - $n * interval '1 hour' WHERE id = ${anyRow("products")}`,
  `UPDATE products SET color = 'Azul marino', style_code = (SELECT style_code FROM products WHERE style_code IS NOT NULL
    ORDER BY hashtextextended(id::text, $n) LIMIT 1) WHERE id = ${anyRow("products")}`,
  `UPDATE products SET presale_id = NULL WHERE id = ${anyRow("products")}`,
  `UPDATE products SET is_marked_new = NOT is_marked_new WHERE id = ${anyRow("products")}`,
  `UPDATE sizes SET available = 0 WHERE product_id = ${anyRow("products")}`,
  `UPDATE sizes SET available = 0 WHERE id = ${anyRow("sizes")}`,
  `UPDATE sizes SET available = available + 1 WHERE product_id = ${anyRow("products")}`,
  `UPDATE sizes SET is_hidden = NOT is_hidden WHERE product_id = ${anyRow("products")}`,
  `UPDATE sizes SET sku = 'SKU-$n' WHERE id = ${anyRow("sizes")} AND NOT EXISTS (SELECT FROM sizes WHERE sku = 'SKU-$n')`,
  `INSERT INTO sizes (id, product_id, size_name_id, available) VALUES (gen_random_uuid(), ${anyRow("products")},
    ${anyRow("size_names")}, $n % 3) ON CONFLICT DO NOTHING`,
  `UPDATE brands SET name = 'Marca $n' WHERE id = ${anyRow("brands")}`,
  `UPDATE categories SET name = 'Categoría $n', position = $n WHERE id = ${anyRow("categories")}`,
  `UPDATE categories c SET parent_id = other.id FROM categories other WHERE c.id = ${anyRow("categories")}
    AND other.parent_id IS NULL AND other.id <> c.id AND NOT EXISTS (SELECT FROM categories x WHERE x.parent_id = c.id)`,
  `DELETE FROM product_categories WHERE product_id = ${anyRow("products")}`,
  `INSERT INTO product_categories (product_id, category_id) VALUES (${anyRow("products")}, ${anyRow("categories")})
    ON CONFLICT DO NOTHING`,
  `DELETE FROM product_brands WHERE product_id = ${anyRow("products")}`,
  `INSERT INTO product_brands (product_id, brand_id, position) VALUES (${anyRow("products")}, ${anyRow("brands")}, 7)
    ON CONFLICT DO NOTHING`,
  `DELETE FROM product_pictures WHERE product_id = ${anyRow("products")} AND position = 1`,
  `UPDATE pictures SET alt = 'Foto $n' WHERE key = (SELECT key FROM pictures ORDER BY hashtextextended(key, $n) LIMIT 1)`,
  `UPDATE colors SET hex = '#00000' || $n % 10 WHERE key = (SELECT color_key FROM products WHERE color_key IS NOT NULL
    ORDER BY hashtextextended(id::text, $n) LIMIT 1)`,
  `INSERT INTO shop_products (shop_id, product_id, price_cents) SELECT id, ${anyRow("products")}, 5000 + $n FROM shops
    WHERE kind = 'branch' ON CONFLICT (shop_id, product_id) DO UPDATE SET price_cents = excluded.price_cents`,
  `DELETE FROM shop_products WHERE product_id = ${anyRow("products")}`,
  `INSERT INTO products (id, name, price_cents) VALUES (gen_random_uuid(), 'Nueva $n', 10000)`,
  `DELETE FROM products WHERE name LIKE 'Nueva %' AND NOT EXISTS (SELECT FROM sizes s WHERE s.product_id = products.id)`,
];

describe("stock that changes at the same time", () => {
  const isListed = async (productId: string): Promise<boolean> => {
    const { rows } = await sql`SELECT FROM product_lists WHERE product_id = ${productId}`.execute(testApp.app.db);
    return rows.length > 0;
  };
  async function createTwoSizes() {
    const { productId, sizeId } = await createTestSize(testApp.app, { pieces: 1 });
    await sql`INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT gen_random_uuid(), ${productId}, id, 1 FROM size_names WHERE name <> 'M' ORDER BY id LIMIT 1`.execute(
      testApp.app.db,
    );
    const otherIds = await listTexts(
      `SELECT id AS value FROM sizes WHERE product_id = '${productId}' AND id <> '${sizeId}'`,
    );
    return { productId, sizeIds: [sizeId, otherIds[0]!] as const };
  }
  const setPieces = (sizeId: string, pieces: number) =>
    sql`UPDATE sizes SET available = ${pieces} WHERE id = ${sizeId}`;

  test("a product leaves the lists when the last pieces of its two sizes are sold at the same time", async () => {
    for (let n = 0; n < 20; n++) {
      const { productId, sizeIds } = await createTwoSizes();
      expect(await isListed(productId)).toBe(true);
      await Promise.all(sizeIds.map((id) => setPieces(id, 0).execute(testApp.app.db)));
      expect(await isListed(productId)).toBe(false);
      await Promise.all([
        setPieces(sizeIds[0], 1).execute(testApp.app.db),
        setPieces(sizeIds[1], 0).execute(testApp.app.db),
      ]);
      expect(await isListed(productId)).toBe(true);
    }
    expect(await listViolations()).toEqual([]);
  });

  test("transactions that sell out sizes of the same products in opposite orders do not deadlock", async () => {
    const [firstProduct, secondProduct] = [await createTwoSizes(), await createTwoSizes()];
    const setPiecesOfAll = (sizeIds: readonly string[], pieces: number) =>
      testApp.app.db.transaction().execute(async (tx) => {
        for (const id of sizeIds) {
          await setPieces(id, pieces).execute(tx);
          await sql`SELECT pg_sleep(0.01)`.execute(tx);
        }
      });
    for (let n = 0; n < 10; n++) {
      await Promise.all([
        setPiecesOfAll([firstProduct.sizeIds[0], secondProduct.sizeIds[0]], n % 2),
        setPiecesOfAll([secondProduct.sizeIds[1], firstProduct.sizeIds[1]], n % 2),
        testApp.app.db.transaction().execute(async (tx) => {
          await sql`UPDATE products SET extended1 = ${String(n)} WHERE id = ${firstProduct.productId}`.execute(tx);
          await sql`SELECT pg_sleep(0.01)`.execute(tx);
          await sql`UPDATE products SET extended1 = ${String(n)} WHERE id = ${secondProduct.productId}`.execute(tx);
        }),
      ]);
      expect(await isListed(firstProduct.productId)).toBe(n % 2 === 1);
      expect(await isListed(secondProduct.productId)).toBe(n % 2 === 1);
    }
    expect(await listViolations()).toEqual([]);
  });
});
