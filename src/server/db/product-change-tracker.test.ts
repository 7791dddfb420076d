import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { newId } from "./new-id.ts";
import { ProductChangeTracker } from "./product-change-tracker.ts";

let server: TestServer;
let size: TestSize;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  size = await createTestSize(server.app, { pieces: 5 });
});

const get = async (path: string) => (await server.call("GET", `/api/v1/${path}`, { shop: "norte" })).json;
const getProduct = () => get(`products/${size.productId}`);

/** Whether this process recorded a change of `key` while `work` ran. */
async function isAnnounced(key: string, work: () => Promise<unknown>): Promise<boolean> {
  const versionBefore = server.app.productChanges.currentVersion();
  await work();
  return server.app.productChanges.changedSince(versionBefore, [key]);
}
const isProductAnnounced = (statement: RawBuilder<unknown>, db = server.app.db) =>
  isAnnounced(size.productId, () => statement.execute(db));

test("a cached answer is not served again after a statement on either pool", async () => {
  const productBefore = await getProduct();
  const versionBefore = server.app.productChanges.currentVersion();
  expect(await getProduct()).toEqual(productBefore);
  // Nothing has changed, so the second answer was the cached one.
  expect(server.app.productChanges.changedSince(versionBefore, [size.productId])).toBe(false);

  await sql`UPDATE products SET price_cents = 77_00 WHERE id = ${size.productId}`.execute(server.app.db);
  expect(await getProduct()).toMatchObject({ price: 77, stocks: [{ stock: 5 }] });
  await sql`UPDATE sizes SET available = 3 WHERE id = ${size.sizeId}`.execute(server.app.genericPlanDb);
  expect(await getProduct()).toMatchObject({ price: 77, stocks: [{ stock: 3 }] });
  expect(server.app.productChanges.changedSince(versionBefore, [size.productId])).toBe(true);
});

/** Statements that give the product a row in each table. */
const INSERTS: Record<string, () => RawBuilder<unknown>> = {
  sizes: () => sql`INSERT INTO sizes (id, product_id, size_name_id)
    SELECT ${newId()}, ${size.productId}, id FROM size_names WHERE name <> 'M' LIMIT 1`,
  shop_products: () => sql`INSERT INTO shop_products (shop_id, product_id, price_cents)
    SELECT id, ${size.productId}, 88_00 FROM shops WHERE key = 'norte'`,
  product_brands: () => sql`INSERT INTO product_brands (product_id, brand_id, position)
    SELECT ${size.productId}, id, 0 FROM brands LIMIT 1`,
  product_categories: () => sql`INSERT INTO product_categories (product_id, category_id)
    SELECT ${size.productId}, id FROM categories LIMIT 1`,
  product_pictures: () => sql`INSERT INTO product_pictures (product_id, position, picture_key)
    SELECT ${size.productId}, 0, key FROM pictures LIMIT 1`,
};

test.each(Object.keys(INSERTS))("every statement on %s announces the product", async (table) => {
  size = await createTestSize(server.app, { pieces: 0 });
  const productBefore = await getProduct();
  expect(await isProductAnnounced(INSERTS[table]!())).toBe(true);
  const productAfterInsert = await getProduct();
  expect(productAfterInsert).not.toEqual(productBefore);
  const whereProduct = sql`WHERE product_id = ${size.productId}`;
  expect(await isProductAnnounced(sql`UPDATE ${sql.table(table)} SET product_id = product_id ${whereProduct}`)).toBe(
    true,
  );
  expect(await isProductAnnounced(sql`DELETE FROM ${sql.table(table)} ${whereProduct}`)).toBe(true);
  expect(await getProduct()).not.toEqual(productAfterInsert);
});

test("a new and a removed product are announced", async () => {
  const id = newId();
  const insert = sql`INSERT INTO products (id, name, price_cents) VALUES (${id}, 'Gorra', 100_00)`;
  expect(await isAnnounced(id, () => insert.execute(server.app.db))).toBe(true);
  expect(await isAnnounced(id, () => sql`DELETE FROM products WHERE id = ${id}`.execute(server.app.db))).toBe(true);
});

test("a change of a picture announces the products that show it", async () => {
  await INSERTS.product_pictures!().execute(server.app.db);
  const key = sql`(SELECT picture_key FROM product_pictures WHERE product_id = ${size.productId})`;
  expect(await isProductAnnounced(sql`UPDATE pictures SET alt = 'De espaldas' WHERE key = ${key}`)).toBe(true);
  expect(await isProductAnnounced(sql`UPDATE pictures SET focus_x = 10 WHERE key <> ${key}`)).toBe(false);
});

test("a shop's review list is current after each statement on its reviews", async () => {
  const countReviews = async () => (await get("reviews")).stats.count as number;
  const countBefore = await countReviews();
  const id = newId();
  await sql`INSERT INTO reviews (id, shop_id, title, category, body, rate, state)
    SELECT ${id}, id, 'Bonita', 'Vestidos', 'La tela es suave.', 5, 'shown' FROM shops WHERE key = 'norte'`.execute(
    server.app.db,
  );
  expect(await countReviews()).toBe(countBefore + 1);
  await sql`UPDATE reviews SET state = 'hidden' WHERE id = ${id}`.execute(server.app.db);
  expect(await countReviews()).toBe(countBefore);
  await sql`UPDATE reviews SET state = 'shown' WHERE id = ${id}`.execute(server.app.db);
  expect(await countReviews()).toBe(countBefore + 1);
  await sql`DELETE FROM reviews WHERE id = ${id}`.execute(server.app.db);
  expect(await countReviews()).toBe(countBefore);
});

test("a transaction announces its changes after its commit, together", async () => {
  const other = await createTestSize(server.app, { pieces: 1 });
  const versionBefore = server.app.productChanges.currentVersion();
  await server.app.db.transaction().execute(async (tx) => {
    await sql`UPDATE sizes SET available = 4 WHERE id = ${size.sizeId}`.execute(tx);
    await sql`UPDATE products SET is_marked_new = true WHERE id = ${other.productId}`.execute(tx);
    expect(server.app.productChanges.currentVersion()).toBe(versionBefore);
  });
  expect(server.app.productChanges.currentVersion()).toBe(versionBefore + 1);
  for (const { productId } of [size, other]) {
    expect(server.app.productChanges.changedSince(versionBefore, [productId])).toBe(true);
  }
});

test("a statement that changes nothing announces nothing", async () => {
  expect(await isProductAnnounced(sql`UPDATE sizes SET available = 1 WHERE id = ${newId()}`)).toBe(false);
  expect(await isProductAnnounced(sql`SELECT available FROM sizes WHERE id = ${size.sizeId}`)).toBe(false);
});

test("a statement that inserts 5,000 products announces each of them", async () => {
  const versionBefore = server.app.productChanges.currentVersion();
  const { rows } = await sql<{ id: string }>`
    INSERT INTO products (id, name, price_cents)
    SELECT gen_random_uuid(), 'Calcetín', 10_00 FROM generate_series(1, 5000) RETURNING id`.execute(server.app.db);
  expect(rows.filter(({ id }) => !server.app.productChanges.changedSince(versionBefore, [id]))).toEqual([]);
});

test("an evicted key counts as changed at the newest change of any evicted key", () => {
  const tracker = new ProductChangeTracker();
  tracker.recordChanges(["first"]);
  const versionBefore = tracker.currentVersion();
  tracker.recordChanges(["second"]);
  tracker.recordChanges(Array.from({ length: 20_000 }, (_, n) => `product ${n}`));
  expect(tracker.changedSince(versionBefore, ["second"])).toBe(true);
  const laterVersion = tracker.currentVersion();
  tracker.recordChanges(["third"]);
  expect(tracker.changedSince(laterVersion, ["second"])).toBe(false);
});
