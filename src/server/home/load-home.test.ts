import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoId } from "../../../demo/load/demo-id.ts";
import { DEMO_LOOK_PRODUCT_ID } from "../../../demo/load/demo-looks.ts";
import { DEFAULT_HOME_SECTIONS, type HomeSection } from "../../contract/home-sections.ts";
import { CatalogCache } from "../catalog/catalog-cache.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findHomePreview, makeHomePreview } from "./home-previews.ts";
import { loadHome } from "./load-home.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const shopOf = async (key: string) => (await testApp.app.shops.all()).find((shop) => shop.key === key)!;
/** Loads the sections with an empty cache. */
const loadSections = async (sections: HomeSection[], key = "matriz") =>
  loadHome({ ...testApp.app, catalogCache: new CatalogCache() }, await shopOf(key), sections);
const makeRowSection = (source: "new" | "offers" | "category" | "brand", slug = ""): HomeSection => ({
  kind: "row",
  shown: true,
  title: "Fila",
  source,
  slug,
});

test("sections keep the owner's order, and sections that are off are omitted", async () => {
  const sections = DEFAULT_HOME_SECTIONS.toReversed().map((section) => ({
    ...section,
    shown: section.kind !== "hero",
  }));
  expect((await loadSections(sections)).map(({ kind }) => kind)).toEqual(["story", "list", "categories", "messages"]);
});

test.each([
  ["new", "", "created_at > now() - interval '30 days'"],
  ["offers", "", "id IN (SELECT product_id FROM offers)"],
  [
    "category",
    "mujer",
    `id IN (
      WITH RECURSIVE subtree AS (SELECT id FROM categories WHERE slug = 'mujer'
        UNION ALL SELECT c.id FROM categories c JOIN subtree s ON c.parent_id = s.id)
      SELECT product_id FROM product_categories WHERE category_id IN (SELECT id FROM subtree))`,
  ],
  [
    "brand",
    "almendra-ruiz",
    "id IN (SELECT pb.product_id FROM product_brands pb JOIN brands b ON b.id = pb.brand_id WHERE b.slug = 'almendra-ruiz')",
  ],
] as const)("a row of %s %s has four products that match", async (source, slug, condition) => {
  const [section] = await loadSections([makeRowSection(source, slug)]);
  if (section?.kind !== "row") throw new Error("no row");
  const ids = section.cards.map(({ id }) => id);
  expect(ids).toHaveLength(4);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM products
    WHERE id = ANY (${ids}::uuid[]) AND ${sql.raw(condition)}`.execute(testApp.app.db);
  expect(rows[0]!.count).toBe(4);
});

test("a row whose category no longer exists is omitted, and the rest of the page is shown", async () => {
  expect(
    (await loadSections([makeRowSection("category", "no-existe"), ...DEFAULT_HOME_SECTIONS])).map(({ kind }) => kind),
  ).toEqual(DEFAULT_HOME_SECTIONS.map(({ kind }) => kind));
});

test("a branch's row has the branch's prices", async () => {
  const [section] = await loadSections([makeRowSection("category", "chamarras-y-sacos")], "norte");
  const { rows } = await sql<{ price: number }>`SELECT price_cents AS price FROM products
    WHERE id = ${section?.kind === "row" ? section.cards[0]!.id : null}`.execute(testApp.app.db);
  if (section?.kind !== "row") throw new Error("no row");
  expect(section.cards[0]!.prices.price).not.toBe(`$${(rows[0]!.price / 100).toFixed(2)}`);
});

test("a look starts from the chosen product, which must be in stock, or from the newest one with a look", async () => {
  const makeLook = (productId: string | null): HomeSection => ({ kind: "look", shown: true, title: "Look", productId });
  const leadOf = async (productId: string | null) => {
    const [section] = await loadSections([makeLook(productId)]);
    return section?.kind === "look" ? section.lead.id : undefined;
  };
  expect(await leadOf(DEMO_LOOK_PRODUCT_ID)).toBe(DEMO_LOOK_PRODUCT_ID);
  const { rows } = await sql<{ id: string }>`SELECT id FROM products
    WHERE id IN (SELECT product_id FROM product_looks) ORDER BY created_at DESC LIMIT 1`.execute(testApp.app.db);
  expect(await leadOf(null)).toBe(rows[0]!.id);
  await sql`UPDATE sizes SET is_hidden = true WHERE product_id = ${DEMO_LOOK_PRODUCT_ID}`.execute(testApp.app.db);
  expect(await leadOf(DEMO_LOOK_PRODUCT_ID)).toBeUndefined();
  expect(await leadOf(demoId("product", "no-existe"))).toBeUndefined();
});

test("the newest reviews with 4 or 5 stars and enough text are shown, one of each style, three or none", async () => {
  const loadReviews = async () => {
    const [section] = await loadSections([{ kind: "reviews", shown: true }]);
    return section?.kind === "reviews" ? section.reviews : [];
  };
  const shownReviews = await loadReviews();
  expect(shownReviews).toHaveLength(3);
  expect(shownReviews.every(({ rating, body }) => rating >= 4 && body.length >= 30)).toBe(true);
  expect(new Set(shownReviews.map(({ productName }) => productName)).size).toBe(3);
  await sql`UPDATE reviews SET state = 'hidden' WHERE id = ${shownReviews[0]!.id}`.execute(testApp.app.db);
  const nextReviews = await loadReviews();
  expect(nextReviews.map(({ id }) => id)).not.toContain(shownReviews[0]!.id);
  await sql`UPDATE reviews SET state = 'pending' WHERE product_id = ${shownReviews[1]!.productId}`.execute(
    testApp.app.db,
  );
  await sql`UPDATE reviews SET rate = 3 WHERE product_id = ${shownReviews[2]!.productId}`.execute(testApp.app.db);
  expect(await loadReviews()).toEqual([]);
});

test("a preview shows its draft in its own shop, until it expires", async () => {
  const draft: HomeSection[] = [{ kind: "list", shown: true }];
  const matriz = await shopOf("matriz");
  const url = new URL(await makeHomePreview(testApp.app, matriz, draft));
  const token = url.searchParams.get("portada")!;
  expect(await findHomePreview(testApp.app, matriz, token)).toEqual(draft);
  expect(await findHomePreview(testApp.app, await shopOf("norte"), token)).toBeNull();
  expect(await findHomePreview(testApp.app, matriz, `${token}x`)).toBeNull();
  await sql`UPDATE home_previews SET expires_at = now() - interval '1 second'`.execute(testApp.app.db);
  expect(await findHomePreview(testApp.app, matriz, token)).toBeNull();
});
