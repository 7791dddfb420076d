import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findApplicableGuides } from "../size-guides/queries.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findGuidesOfList } from "./find-guides-of-list.ts";
import { CatalogCache } from "./catalog-cache.ts";
import { ProductRowCache } from "./product-row-cache.ts";
import { searchProducts } from "./search-products.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

const guideIds = (guides: ReadonlyMap<string, object>) =>
  Object.fromEntries([...guides].map(([id, guide]) => [id, (guide as { id: string }).id]));

async function expectSameGuides(): Promise<number> {
  const app = {
    ...testApp.app,
    catalogCache: new CatalogCache(),
    productRows: new ProductRowCache(testApp.app.productChanges),
  };
  const { products } = await searchProducts(app, await testApp.findShop(), { page: 1, pageSize: 200 });
  const guides = await findGuidesOfList(app, products);
  const expectedGuides = await findApplicableGuides(
    app.db,
    products.map(({ id }) => id),
  );
  expect(guideIds(guides)).toEqual(guideIds(expectedGuides));
  for (const [id, { measures, rows }] of expectedGuides) expect(guides.get(id)).toMatchObject({ measures, rows });
  return expectedGuides.size;
}

/** Copies the guide of a category for an owner that has no guide. */
const copyGuide = (columns: string, values: string) =>
  sql`WITH model AS (SELECT * FROM size_guides WHERE category_id IS NOT NULL ORDER BY id LIMIT 1),
    made AS (INSERT INTO size_guides (id, measures, ${sql.raw(columns)}) SELECT gen_random_uuid(), measures, ${sql.raw(values)}
      FROM model ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO size_guide_rows (guide_id, size_name_id, millimeters)
    SELECT made.id, r.size_name_id, r.millimeters FROM made, model JOIN size_guide_rows r ON r.guide_id = model.id`.execute(
    testApp.app.db,
  );

test("a product has the same guide in a list as when it is looked up alone", async () => {
  expect(await expectSameGuides()).toBeGreaterThan(0);
  const { rows } = await sql<{ category: string; brand: string; product: string }>`
    SELECT pc.category_id AS category, pb.brand_id AS brand, pc.product_id AS product FROM product_categories pc
    JOIN product_brands pb ON pb.product_id = pc.product_id AND pb.position = 0 JOIN products p ON p.id = pc.product_id
    WHERE NOT p.is_digital ORDER BY p.created_at DESC, pc.category_id LIMIT 12`.execute(testApp.app.db);
  for (const { category, brand } of rows) await copyGuide("category_id, brand_id", `'${category}', '${brand}'::uuid`);
  expect(await expectSameGuides()).toBeGreaterThan(0);
  await sql`DELETE FROM size_guides WHERE category_id = ${rows[0]!.category} AND brand_id IS NULL`.execute(
    testApp.app.db,
  );
  await expectSameGuides();
  await copyGuide("product_id", `'${rows[1]!.product}'::uuid`);
  await expectSameGuides();
});

test("of two categories whose guides are equally near, the product's first category decides", async () => {
  const { db } = testApp.app;
  const { rows } = await sql<{ early: string; late: string; product: string }>`
    SELECT early.id AS early, late.id AS late, pc.product_id AS product
    FROM categories early JOIN categories early_parent ON early_parent.id = early.parent_id,
      categories late JOIN categories late_parent ON late_parent.id = late.parent_id,
      product_categories pc JOIN products p ON p.id = pc.product_id
    WHERE early.position < late.position AND early_parent.id <> late_parent.id AND NOT p.is_digital
      AND EXISTS (SELECT FROM sizes s JOIN size_guide_rows r ON r.size_name_id = s.size_name_id
        WHERE s.product_id = p.id
          AND r.guide_id = (SELECT id FROM size_guides WHERE category_id IS NOT NULL ORDER BY id LIMIT 1))
    ORDER BY p.created_at DESC, p.id DESC, early.id, late.id LIMIT 1`.execute(db);
  const { early, late, product } = rows[0]!;
  // The parents have the opposite order.
  await sql`UPDATE categories p SET position = CASE c.id WHEN ${early} THEN 9001 ELSE 9000 END
    FROM categories c WHERE c.parent_id = p.id AND c.id IN (${early}, ${late})`.execute(db);
  await sql`DELETE FROM size_guides WHERE product_id = ${product} OR category_id IS NOT NULL
    AND id <> (SELECT id FROM size_guides WHERE category_id IS NOT NULL ORDER BY id LIMIT 1)`.execute(db);
  await sql`DELETE FROM product_categories WHERE product_id = ${product}`.execute(db);
  await sql`INSERT INTO product_categories (product_id, category_id) VALUES (${product}, ${early}), (${product}, ${late})`.execute(
    db,
  );
  for (const id of [early, late])
    await copyGuide("category_id", `(SELECT parent_id FROM categories WHERE id = '${id}')`);
  await sql`DELETE FROM size_guides g WHERE g.category_id IN (${early}, ${late})`.execute(db);
  await expectSameGuides();
  const { rows: guidesOfFirstParent } = await sql<{ id: string }>`SELECT g.id FROM size_guides g
    JOIN categories c ON c.parent_id = g.category_id WHERE c.id = ${early}`.execute(db);
  expect((await findApplicableGuides(db, [product])).get(product)?.id).toBe(guidesOfFirstParent[0]!.id);
});
