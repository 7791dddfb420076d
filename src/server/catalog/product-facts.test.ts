import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let shop: TestServer;
beforeAll(async () => void (shop = await startTestServer()));
afterAll(() => shop.stop());

const getFromShop = async (id: string, key = "matriz") =>
  (await shop.call("GET", `/api/v1/products/${id}`, { shop: key })).json;
const newProduct = async (color: string, styleCode: string | null) => {
  const { productId } = await createTestSize(shop.app, { pieces: 2 });
  await shop.app.db.updateTable("products").set({ color, style_code: styleCode }).where("id", "=", productId).execute();
  return productId;
};
const colorNames = async (id: string, key?: string) =>
  (await getFromShop(id, key)).colors.map(({ name }: { name: string }) => name);

test("a product without facts says so, and has its own colour only", async () => {
  const id = await newProduct("azul MARINO", null);
  expect(await getFromShop(id)).toMatchObject({
    style: null,
    colors: [{ _id: id, slug: "azul-marino", name: "azul MARINO", hex: "#24324f", image: null }],
    composition: [],
    care: [],
    origin: null,
    gender: null,
    ageGroup: null,
    fitNote: null,
    modelNote: null,
    stocks: [{ sku: null, gtin: null, weight: null }],
  });
});

test("a product shows its facts", async () => {
  const id = await newProduct("Rojo", null);
  await sql`UPDATE products SET composition = '[{"fiber": "Algodón", "percent": 100}]', care = '{wash-30,iron-no}',
    origin_country = 'MEX', gender = 'female', age_group = 'adult', fit_note = 'Talla justo.',
    model_note = 'Mide 1.75 m y usa M' WHERE id = ${id}`.execute(shop.app.db);
  await sql`UPDATE sizes SET sku = 'ROJ-M', gtin = '4006381333931', weight_grams = 250 WHERE product_id = ${id}`.execute(
    shop.app.db,
  );
  expect(await getFromShop(id)).toMatchObject({
    composition: [{ fiber: "Algodón", percent: 100 }],
    care: [
      { code: "wash-30", text: "Lavar a máximo 30 °C" },
      { code: "iron-no", text: "No planchar" },
    ],
    origin: "México",
    gender: "female",
    ageGroup: "adult",
    fitNote: "Talla justo.",
    modelNote: "Mide 1.75 m y usa M",
    stocks: [{ sku: "ROJ-M", gtin: "4006381333931", weight: 250 }],
  });
  const { json } = await shop.call("GET", `/api/v1/products/${id}/stock`);
  expect(json).toMatchObject([{ sku: "ROJ-M", weight: 250 }]);
});

test("products of one style show each other's colours, by name, wherever they are sold", async () => {
  const [red, blue, hidden, local] = await Promise.all(
    ["Rojo", "Azul", "Verde", "Negro"].map((color) => newProduct(color, "ST-1")),
  );
  await newProduct("Blanco", "ST-2");
  const { id: norte } = await shop.shop("norte");
  await sql`UPDATE products SET is_published = false WHERE id = ${hidden}`.execute(shop.app.db);
  await sql`UPDATE products SET is_local = true WHERE id = ${local}`.execute(shop.app.db);
  await shop.app.db.insertInto("shop_products").values({ shop_id: norte, product_id: local! }).execute();
  expect(await colorNames(red!)).toEqual(["Azul", "Rojo"]);
  expect(await colorNames(blue!)).toEqual(["Azul", "Rojo"]);
  expect(await colorNames(red!, "norte")).toEqual(["Azul", "Negro", "Rojo"]);
  expect((await getFromShop(red!)).colors[0]).toMatchObject({ _id: blue, hex: "#2f5bb1" });
});

test("a product of a presale is shown among the colours only to products of the presale", async () => {
  const [presale] = await shop.app.db.selectFrom("presales").select("id").limit(1).execute();
  const [sold, early] = await Promise.all(["Rojo", "Azul"].map((color) => newProduct(color, "ST-3")));
  await sql`UPDATE products SET presale_id = ${presale!.id} WHERE id = ${early}`.execute(shop.app.db);
  expect(await colorNames(sold!)).toEqual(["Rojo"]);
});

test("a change of one colour is seen at once on the others' pages", async () => {
  const [red, blue] = await Promise.all(["Rojo", "Azul"].map((color) => newProduct(color, "ST-4")));
  expect(await colorNames(red!)).toEqual(["Azul", "Rojo"]);
  await sql`UPDATE products SET color = 'Celeste' WHERE id = ${blue}`.execute(shop.app.db);
  expect(await colorNames(red!)).toEqual(["Celeste", "Rojo"]);
  await sql`UPDATE products SET style_code = NULL WHERE id = ${blue}`.execute(shop.app.db);
  expect(await colorNames(red!)).toEqual(["Rojo"]);
  await sql`UPDATE colors SET hex = '#123456' WHERE key = 'rojo'`.execute(shop.app.db);
  expect((await getFromShop(red!)).colors[0].hex).toBe("#123456");
});
