import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createTestSize } from "../testing/test-size.ts";
import { loadProductList } from "./load-product-list.ts";

/** More than one page. The newest product has the last event. */
const EVENT_COUNT = 13;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.app;
  await sql`DELETE FROM product_categories WHERE product_id IN (SELECT id FROM products WHERE is_digital)`.execute(db);
  for (let n = 0; n < EVENT_COUNT; n++)
    await setCategoryAndDates(await createTestSize(server.app, { pieces: 5, isDigital: true }), n);
});
afterAll(() => server.stop());

async function setCategoryAndDates({ productId }: { productId: string }, ageDays: number): Promise<void> {
  const { db } = server.app;
  await sql`INSERT INTO product_categories (product_id, category_id)
    SELECT ${productId}, id FROM categories WHERE slug = 'boletos'`.execute(db);
  await sql`UPDATE products SET created_at = now() - make_interval(days => ${ageDays}), event_at =
    CASE WHEN is_digital THEN now() + make_interval(days => ${EVENT_COUNT - ageDays}) END WHERE id = ${productId}`.execute(
    db,
  );
}

/** The ids on both pages, which are requested one after the other. */
async function listIds(): Promise<string[]> {
  const ids: string[] = [];
  for (const page of [1, 2]) {
    const filters = { category: "boletos" };
    const list = await loadProductList(server.app, await server.findShop(), filters, { page, fromFirst: false });
    ids.push(...list.products.map(({ id }) => id));
  }
  return ids;
}

test("a category of tickets is sorted by the time of the events, across its pages", async () => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT p.id FROM products p JOIN product_categories pc ON pc.product_id = p.id
    JOIN categories c ON c.id = pc.category_id WHERE c.slug = 'boletos' ORDER BY p.event_at`.execute(server.app.db);
  expect(await listIds()).toEqual(rows.map(({ id }) => id));
});

test("a category with tickets and a garment lists each product once, even if a page has only tickets", async () => {
  await setCategoryAndDates(await createTestSize(server.app, { pieces: 5 }), 0);
  const ids = await listIds();
  expect(new Set(ids).size).toBe(EVENT_COUNT + 1);
});
