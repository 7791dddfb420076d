import { findViolations } from "../db/audit-check.ts";
import { sql } from "kysely";
import { isRefusal } from "../../domain/refusal.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../audit/checks.ts";
import { listChanges } from "../change-log/change-log.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { findEditedProduct } from "./edited-product.ts";
import { setSizeCodes } from "./set-size-codes.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

const getFromShop = async (id: string, shopKey = "matriz") =>
  (await server.call("GET", `/api/v1/products/${id}`, { shop: shopKey })).json;
const createProductInColor = async (color: string, styleCode: string | null) => {
  const { productId } = await createTestSize(server.app, { pieces: 2 });
  await server.app.db
    .updateTable("products")
    .set({ color, style_code: styleCode })
    .where("id", "=", productId)
    .execute();
  return productId;
};
const listColorNames = async (id: string, shopKey?: string) =>
  (await getFromShop(id, shopKey)).colors.map(({ name }: { name: string }) => name);

test("a product without facts has null or an empty list for them, and only its own colour", async () => {
  const id = await createProductInColor("azul MARINO", null);
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
  const id = await createProductInColor("Rojo", null);
  await sql`UPDATE products SET composition = '[{"fiber": "Algodón", "percent": 100}]', care = '{wash-30,iron-no}',
    origin_country = 'MEX', gender = 'female', age_group = 'adult', fit_note = 'Talla justo.',
    model_note = 'Mide 1.75 m y usa M' WHERE id = ${id}`.execute(server.app.db);
  await sql`UPDATE sizes SET sku = 'ROJ-M', gtin = '4006381333931', weight_grams = 250 WHERE product_id = ${id}`.execute(
    server.app.db,
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
  const { json } = await server.call("GET", `/api/v1/products/${id}/stock`);
  expect(json).toMatchObject([{ sku: "ROJ-M", weight: 250 }]);
});

test("products of one style show each other's colours, sorted by name, in the shops that sell them", async () => {
  const [red, blue, hiddenId, localId] = await Promise.all(
    ["Rojo", "Azul", "Verde", "Negro"].map((color) => createProductInColor(color, "ST-1")),
  );
  await createProductInColor("Blanco", "ST-2");
  const { id: norte } = await server.findShop("norte");
  await sql`UPDATE products SET is_published = false WHERE id = ${hiddenId}`.execute(server.app.db);
  await sql`UPDATE products SET is_local = true WHERE id = ${localId}`.execute(server.app.db);
  await server.app.db.insertInto("shop_products").values({ shop_id: norte, product_id: localId! }).execute();
  expect(await listColorNames(red!)).toEqual(["Azul", "Rojo"]);
  expect(await listColorNames(blue!)).toEqual(["Azul", "Rojo"]);
  expect(await listColorNames(red!, "norte")).toEqual(["Azul", "Negro", "Rojo"]);
  expect((await getFromShop(red!)).colors[0]).toMatchObject({ _id: blue, hex: "#2f5bb1" });
});

test("the colours of an ordinary product do not include a product of a presale", async () => {
  const [presale] = await server.app.db.selectFrom("presales").select("id").limit(1).execute();
  const [ordinaryProduct, presaleProduct] = await Promise.all(
    ["Rojo", "Azul"].map((color) => createProductInColor(color, "ST-3")),
  );
  await sql`UPDATE products SET presale_id = ${presale!.id} WHERE id = ${presaleProduct}`.execute(server.app.db);
  expect(await listColorNames(ordinaryProduct!)).toEqual(["Rojo"]);
});

test("a change of one product of a style is visible at once in the data of the others", async () => {
  const [red, blue] = await Promise.all(["Rojo", "Azul"].map((color) => createProductInColor(color, "ST-4")));
  expect(await listColorNames(red!)).toEqual(["Azul", "Rojo"]);
  await sql`UPDATE products SET color = 'Celeste' WHERE id = ${blue}`.execute(server.app.db);
  expect(await listColorNames(red!)).toEqual(["Celeste", "Rojo"]);
  await sql`UPDATE products SET style_code = NULL WHERE id = ${blue}`.execute(server.app.db);
  expect(await listColorNames(red!)).toEqual(["Rojo"]);
  await sql`UPDATE colors SET hex = '#123456' WHERE key = 'rojo'`.execute(server.app.db);
  expect((await getFromShop(red!)).colors[0].hex).toBe("#123456");
});

describe("codes of sizes", () => {
  const createSize = () => createTestSize(server.app, { pieces: 1 });
  const NO_CODES = { sku: null, gtin: null, weightGrams: null };
  const setCodes = (
    { productId, sizeId }: { productId: string; sizeId: string },
    codes: Partial<typeof NO_CODES> | object,
  ) => setSizeCodes(server.app, productId, new Map([[sizeId, { ...NO_CODES, ...codes }]]), BY);

  test("are stored, logged and found by the search", async () => {
    const size = await createSize();
    expect(await setCodes(size, { sku: "Zeta-9", gtin: "2012345000018", weightGrams: 300 })).toBe(1);
    expect((await findEditedProduct(server.app.db, size.productId))!.sizes).toMatchObject([
      { sku: "Zeta-9", gtin: "2012345000018", weightGrams: 300 },
    ]);
    const [newestChange] = await listChanges(server.app.db, "product", { id: size.productId });
    expect(newestChange).toMatchObject({
      action: "size-codes",
      before: { sizes: ["M: nada"] },
      after: { sizes: ["M: SKU Zeta-9, GTIN 2012345000018, 300 g"] },
    });
    const { json } = await server.call("GET", "/api/v1/search2?searchTerm=2012345000018");
    expect(json.docs.map(({ _id }: { _id: string }) => _id)).toEqual([size.productId]);
    expect(await setCodes(size, { sku: "Zeta-9", gtin: "2012345000018", weightGrams: 300 })).toBe(0);
  });

  test("belong to one size only, even if another spelling has other capitals or leading zeros", async () => {
    const [sizeWithCodes, otherSize] = [await createSize(), await createSize()];
    await setCodes(sizeWithCodes, { sku: "Eta-1", gtin: "036000291452" });
    expect(await setCodes(otherSize, { sku: "ETA-1", gtin: "0036000291452", weightGrams: 5 })).toEqual({
      refused: "size_code_taken",
      taken: ["sku", "gtin"].map((field) => ({
        sizeId: otherSize.sizeId,
        field,
        holder: { productId: sizeWithCodes.productId, product: "Playera de prueba", color: "Rojo", size: "M" },
      })),
    });
    expect((await findEditedProduct(server.app.db, otherSize.productId))!.sizes[0]).toMatchObject(NO_CODES);
  });

  test("may be exchanged between two sizes, but two sizes cannot have the same one", async () => {
    const size = await createSize();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO sizes (id, product_id, size_name_id) SELECT gen_random_uuid(), ${size.productId}, id FROM size_names
      WHERE name = 'CH' RETURNING id`.execute(server.app.db);
    const [m, ch] = [size.sizeId, rows[0]!.id];
    const setBoth = (skuOfM: string, skuOfCh: string) =>
      setSizeCodes(
        server.app,
        size.productId,
        new Map([
          [m, { ...NO_CODES, sku: skuOfM }],
          [ch, { ...NO_CODES, sku: skuOfCh }],
        ]),
        BY,
      );
    expect(await setBoth("T-1", "T-2")).toBe(2);
    expect(await setBoth("T-2", "T-1")).toBe(2);
    expect(await setBoth("T-3", "t-3")).toMatchObject({ refused: "size_code_taken", taken: [{ field: "sku" }] });
  });

  test("that two products get at the same time are stored once", async () => {
    const sizes = [await createSize(), await createSize()];
    const answers = await Promise.all(sizes.map((size) => setCodes(size, { sku: "Carrera-1" })));
    expect(answers.filter(isRefusal)).toHaveLength(1);
  });

  test("are not copied with a product, but its facts and weights are", async () => {
    const size = await createSize();
    await setCodes(size, { sku: "Copia-1", gtin: "4012345678901", weightGrams: 120 });
    await sql`UPDATE products SET style_code = 'COP', care = '{wash-no}', gender = 'male' WHERE id = ${size.productId}`.execute(
      server.app.db,
    );
    const copy = await duplicateProduct(server.app, size.productId, BY);
    if (isRefusal(copy)) throw new Error(copy.refused);
    expect(await findEditedProduct(server.app.db, copy.id)).toMatchObject({
      styleCode: "COP",
      care: ["wash-no"],
      gender: "male",
      sizes: [{ sku: null, gtin: null, weightGrams: 120 }],
    });
  });
});

test("the audit finds care symbols that contradict each other, and codes that the search does not find", async () => {
  const { productId, sizeId } = await createTestSize(server.app, { pieces: 1 });
  await sql`UPDATE products SET care = '{wash-30,wash-no}' WHERE id = ${productId}`.execute(server.app.db);
  await sql`UPDATE sizes SET sku = 'Perdido-1' WHERE id = ${sizeId}`.execute(server.app.db);
  const findViolationsOf = (name: string) =>
    findViolations(
      server.app.db,
      CHECKS.find((check) => check.name === name)!,
    );
  expect(await findViolationsOf("care-symbols-are-known")).toEqual([productId]);
  expect(await findViolationsOf("codes-are-searchable")).toContain(sizeId);
});
