import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoId } from "../../../demo/load/demo-id.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { listRelatedProducts } from "./list-related-products.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const DRESS = demoId("product", "vestido-midi-de-lino-con-botones-verde-salvia");

const listRelatedToDress = async (limit: number) => {
  const headOffice = (await testApp.app.shops.all()).find(({ kind }) => kind === "headOffice")!;
  return listRelatedProducts(testApp.app.readDb, headOffice, DRESS, limit);
};
const stylesOf = async (ids: string[]): Promise<(string | null)[]> => {
  const rows = await testApp.app.db
    .selectFrom("products")
    .select(["id", "style_code"])
    .where("id", "in", ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)!.style_code);
};

test("each style is listed once, in one colour, and the product's own style is not listed", async () => {
  const [ownStyle] = await stylesOf([DRESS]);
  expect(ownStyle).not.toBeNull();
  const styles = await stylesOf((await listRelatedToDress(50)).map(({ id }) => id));
  expect(styles.length).toBeGreaterThan(4);
  expect(new Set(styles).size).toBe(styles.length);
  expect(styles).not.toContain(ownStyle);
});

test("a product without a style is listed by itself, and one without pieces is not listed", async () => {
  const [firstProduct, secondProduct] = await listRelatedToDress(2);
  await sql`UPDATE products SET style_code = NULL WHERE id = ${firstProduct!.id}`.execute(testApp.app.db);
  await sql`UPDATE sizes SET is_hidden = true WHERE product_id = ${secondProduct!.id}`.execute(testApp.app.db);
  const ids = (await listRelatedToDress(50)).map(({ id }) => id);
  expect(ids).toContain(firstProduct!.id);
  expect(ids).not.toContain(secondProduct!.id);
});
