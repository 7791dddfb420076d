import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { summarizeFeed } from "../../../server/feeds/feed-problems.ts";
import { openTestOffice, type TestOffice } from "../../../server/testing/test-office.ts";
import { createTestSize } from "../../../server/testing/test-size.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const textOf = (html: string) => html.replaceAll(/<!--.*?-->/g, "").replaceAll(/<[^>]+>/g, " ");

test("the page shows the feed URLs of the chosen shop and the number of items in its feed", async () => {
  for (const key of ["matriz", "norte"]) {
    const page = await office.visit(`/panel/canales?tienda=${key}`, { as: "owner" });
    const feed = await office.call("GET", "/feeds/products.tsv", { shop: key });
    const itemCount = feed.text.trim().split("\n").length - 1;
    expect(page.text).toContain(`${office.app.originOf((await office.findShop(key)).hosts)}/feeds/google.xml`);
    expect(textOf(page.text)).toMatch(new RegExp(`${itemCount.toLocaleString("es-MX")}\\s+tallas de`));
  }
});

test("a product without a picture is listed under its reason, with a link to fix it", async () => {
  const { productId } = await createTestSize(office.app, { pieces: 1 });
  const page = await office.visit("/panel/canales?motivo=no-picture", { as: "owner" });
  expect(page.text).toContain(`href="/panel/productos/${productId}"`);
});

test("each fact that is filled in removes the product from the list of those without it", async () => {
  const shop = await office.findShop();
  const { productId, sizeId } = await createTestSize(office.app, { pieces: 1 });
  await sql`INSERT INTO product_pictures (product_id, picture_key, position) SELECT ${productId}, key, 0 FROM pictures LIMIT 1`.execute(
    office.app.db,
  );
  const summaryBefore = await summarizeFeed(office.app.db, shop);
  await sql`UPDATE products SET gender = 'female', age_group = 'adult', google_category = '2271', description = 'De lino.',
    composition = '[{"fiber": "Lino", "percent": 100}]' WHERE id = ${productId}`.execute(office.app.db);
  await sql`UPDATE sizes SET sku = 'CANAL-1' WHERE id = ${sizeId}`.execute(office.app.db);
  await sql`INSERT INTO product_brands (product_id, brand_id, position) SELECT ${productId}, id, 0 FROM brands LIMIT 1`.execute(
    office.app.db,
  );
  const summaryAfter = await summarizeFeed(office.app.db, shop);
  const removedReasons = [
    "no-brand",
    "no-gender",
    "no-age-group",
    "no-code",
    "no-description",
    "no-composition",
  ] as const;
  for (const reason of removedReasons)
    expect([reason, summaryBefore.incompleteCounts[reason] - summaryAfter.incompleteCounts[reason]]).toEqual([
      reason,
      1,
    ]);
  expect(summaryAfter.itemCount).toBe(summaryBefore.itemCount);
});

test("an unknown reason or shop still shows the page", async () => {
  const page = await office.visit("/panel/canales?motivo=__proto__&tienda=nada&desde=x", { as: "sales" });
  expect(page.status).toBe(200);
});
