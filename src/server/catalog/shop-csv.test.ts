import { findViolations } from "../db/audit-check.ts";
import { sql } from "kysely";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../audit/checks.ts";
import { writeCsvText, readProductsOrThrow } from "../testing/csv.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";
import { findEditedProduct } from "./edited-product.ts";
import { shopCsv } from "./export-products.ts";
import { importProducts, previewImport } from "./import-products.ts";

const BY = { memberId: null, name: "Vera", ip: null };
const FACTS = {
  styleCode: "PL-1",
  composition: [
    { fiber: "Algodón orgánico", percent: 95 },
    { fiber: "Nylon 6,6", percent: 5 },
  ],
  care: ["wash-30-mild", "dry-flat-drip", "iron-no"],
  originCountry: "MEX",
  responsibleFirm: "+Textiles, S.A.",
  gender: "female",
  ageGroup: "adult",
  googleCategory: "2271",
  fitNote: "=Corte holgado",
  modelNote: "'-Mide 1.75 m y usa M",
  searchKeywords: "remera, polera",
};
const CLEARED_SIZE_FIELDS = { sku: null, gtin: null, weightGrams: null };

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

/** Creates a product with all facts. */
async function createProductWithFacts(codes: { sku?: string; gtin?: string } = {}): Promise<string> {
  const { productId, sizeId } = await createTestSize(testApp.app, { pieces: 2 });
  const { composition, ...facts } = FACTS;
  await testApp.app.db
    .updateTable("products")
    .set({
      style_code: facts.styleCode,
      composition: JSON.stringify(composition),
      care: facts.care,
      origin_country: facts.originCountry,
      responsible_firm: facts.responsibleFirm,
      gender: "female",
      age_group: "adult",
      google_category: facts.googleCategory,
      fit_note: facts.fitNote,
      model_note: facts.modelNote,
      search_keywords: facts.searchKeywords,
    })
    .where("id", "=", productId)
    .execute();
  await testApp.app.db
    .updateTable("sizes")
    .set({ ...codes, weight_grams: 250 })
    .where("id", "=", sizeId)
    .execute();
  return productId;
}
async function exportCsv(productId: string): Promise<string> {
  const filters = { term: productId, categoryId: "", brandId: "", shopId: "", states: [] };
  return writeCsvText(...shopCsv(testApp.app, filters));
}
const importCsv = async (text: string) => importProducts(testApp.app, (await readProductsOrThrow(text)).products, BY);
const findProduct = async (productId: string) => (await findEditedProduct(testApp.app.db, productId))!;
const findByKey = async (key: string) => {
  const { id } = await testApp.app.db
    .selectFrom("products")
    .select("id")
    .where("import_key", "=", `csv:${key}`)
    .executeTakeFirstOrThrow();
  return findProduct(id);
};

describe("the shop's own CSV", () => {
  test("has all facts, and reading it changes nothing", async () => {
    const id = await createProductWithFacts({ sku: "-1", gtin: "0036000291452" });
    const text = await exportCsv(id);
    expect(text).toContain("'=Corte holgado");
    const [row] = parse<Record<string, string>>(text, { bom: true, columns: true });
    expect(row).toMatchObject({ Composición: "95 % Algodón orgánico, 5 % Nylon 6,6", "Hecho en": "México" });
    const { products, refusedRows, notices } = await readProductsOrThrow(text);
    expect([refusedRows, notices]).toEqual([[], []]);
    expect(products[0]).toMatchObject({
      facts: FACTS,
      sizes: [{ sku: "-1", gtin: "0036000291452", weightGrams: 250 }],
    });
    expect(await previewImport(testApp.app, products)).toEqual(["unchanged"]);
  });

  test("without its ID and with another Clave creates an equal product, as an import elsewhere does", async () => {
    const id = await createProductWithFacts({ sku: "Otra-1", gtin: "4006381333931" });
    const text = (await exportCsv(id)).replaceAll(id, "").replace("\r\n,", "\r\n,otra-tienda");
    await sql`UPDATE sizes SET sku = NULL, gtin = NULL WHERE product_id = ${id}`.execute(testApp.app.db);
    expect(await importCsv(text)).toEqual(["created"]);
    expect(await findByKey("otra-tienda")).toMatchObject({
      ...FACTS,
      sizes: [{ name: "M", available: 2, sku: "Otra-1", gtin: "4006381333931", weightGrams: 250 }],
    });
    expect(await importCsv(text)).toEqual(["unchanged"]);
    const check = CHECKS.find(({ name }) => name === "codes-are-searchable")!;
    expect(await findViolations(testApp.app.db, check)).not.toContain((await findByKey("otra-tienda")).sizes[0]!.id);
  });

  test("does not change fields without a column", async () => {
    const id = await createProductWithFacts({ sku: "Queda-1" });
    const before = await findProduct(id);
    expect(await importCsv(`ID,Cómo queda\n${id},Talla justo`)).toEqual(["updated"]);
    expect(await findProduct(id)).toEqual({ ...before, fitNote: "Talla justo", version: before.version + 1 });
    expect(await importCsv(`id,TALLA,peso (g)\n${id},M,"1,200 g"`)).toEqual(["updated"]);
    expect((await findProduct(id)).sizes).toMatchObject([{ sku: "Queda-1", weightGrams: 1200 }]);
  });

  test("clears fields that have an empty cell", async () => {
    const id = await createProductWithFacts({ sku: "Vacio-1" });
    const columns = "Composición,Cuidados,Hecho en,Género,Palabras para buscarla,Marca,Categorías,Color,Descripción";
    await importCsv(`ID,Talla,SKU,Peso (g),${columns}\n${id},M,,,${",".repeat(8)}`);
    expect(await findProduct(id)).toMatchObject({
      composition: [],
      care: [],
      originCountry: null,
      gender: null,
      searchKeywords: null,
      brands: [],
      categories: [],
      color: null,
      description: "",
      styleCode: "PL-1",
      ageGroup: "adult",
      sizes: [CLEARED_SIZE_FIELDS],
    });
  });

  test("reports the unused columns that have a value", async () => {
    const { notices } = await readProductsOrThrow("Clave,Nombre,Precio,Proveedor,,Vacía\na,A,1,Lupita,x,\n");
    expect(notices).toEqual(["No usamos estas columnas: Proveedor, columna 5."]);
  });
});

describe("a row", () => {
  const HEADER = "Clave,Nombre,Precio,Talla,Piezas,SKU,Código de barras,Peso (g)";
  const listReasons = async (text: string) =>
    (await readProductsOrThrow(text)).refusedRows.map(({ line, reason }) => [line, reason]);

  test.each([
    [
      "Composición",
      "99 % Algodón",
      "Composición: Los porcentajes de las fibras tienen que sumar 100. Dice «99 % Algodón».",
    ],
    ["Cuidados", "Hervir", "Cuidados: Uno de los símbolos de cuidado no existe. Dice «Hervir»."],
    ["Hecho en", "Marte", "Hecho en: Escribe el país por su nombre o su código, p. ej. México o MEX. Dice «Marte»."],
    ["Género", "x", "Género: Escribe Mujer, Hombre o Unisex. Dice «x»."],
    ["Modelo", "a b", /^Modelo: El código del modelo lleva solo letras/],
    ["Cómo queda", "a".repeat(201), /^Cómo queda: Tiene más de 200 letras/],
    ["Costo", "barato", "Costo no es un precio: «barato»"],
    ["Mayoreo", "2", "Mayoreo es mayor que Precio"],
    ["Mayoreo", "1.200,00", "Mayoreo no es un precio: «1.200,00»: los centavos van con punto, p. ej. 1,200.00"],
    ["Nuevo", "quizá", "Nuevo y Publicado llevan sí o no"],
  ])("with %s %j has its product refused, with the reason", async (column, cell, reason) => {
    const { products, refusedRows } = await readProductsOrThrow(
      `Clave,Nombre,Precio,${column}\na,A,1,"${cell}"\nb,B,1,`,
    );
    expect(products.map(({ handle }) => handle)).toEqual(["b"]);
    expect(refusedRows).toEqual([{ line: 2, handle: "a", reason: expect.stringMatching(reason) as string }]);
  });

  test.each([
    ["1,200.00", 1200_00],
    ["$1,200.00", 1200_00],
    ["1200", 1200_00],
    ["1.200,00", null],
    ["1200,50", null],
    ["-5", null],
  ])("with the price '%s' is read as %s centavos", async (price, cents) => {
    const { products } = await readProductsOrThrow(`Clave,Nombre,Precio\na,A,"${price}"`);
    expect(products[0]?.priceCents ?? null).toBe(cents);
  });

  test.each([
    ["a,A,1,M,1,,4006381333932,", /^Código de barras: El último número no corresponde a los demás/],
    ["a,A,1,M,1,,4.00638E+12,", /la hoja de cálculo recortó el código/],
    [`a,A,1,M,1,${"x".repeat(51)},,`, /^SKU: El SKU tiene a lo más 50/],
    ["a,A,1,M,1,,,mucho", /^Peso \(g\): Escribe el peso en gramos enteros/],
    ["a,A,1,,1,S-1,,", "falta Talla, y hay Piezas"],
  ])("%s is refused, and the other sizes of its product are read", async (row, reason) => {
    const { products } = await readProductsOrThrow([HEADER, row, "a,A,1,G,1,,,"].join("\n"));
    expect(products).toMatchObject([{ handle: "a", sizes: [{ name: "G" }] }]);
    expect(await listReasons([HEADER, row, "a,A,1,G,1,,,"].join("\n"))).toEqual([[2, expect.stringMatching(reason)]]);
  });

  test("is named by the line where it begins, also if its texts have line breaks", async () => {
    const text = 'Clave,Nombre,Precio,Descripción\na,A,caro,"uno\ndos\ntres"\nb,B,1,"uno\ndos"\nc,C,caro,';
    for (const lineBreak of ["\n", "\r\n"]) {
      const { refusedRows } = await readProductsOrThrow(text.replaceAll("\n", lineBreak));
      expect(refusedRows.map(({ line, handle }) => [line, handle])).toEqual([
        [2, "a"],
        [7, "c"],
      ]);
    }
  });

  test("with a code that an earlier row has is refused, without regard to capitals and leading zeros", async () => {
    const rows = ["a,A,1,M,1,ab-1,,", "a,A,1,G,1,AB-1,,", "b,B,1,M,1,,036000291452,", "b,B,1,G,1,,0036000291452,"];
    expect(await listReasons([HEADER, ...rows].join("\n"))).toEqual([
      [3, "el SKU AB-1 ya está en el renglón 2"],
      [5, "el código de barras 0036000291452 ya está en el renglón 4"],
    ]);
  });

  test("that contradicts another row of its product has the product refused", async () => {
    expect(await listReasons("Clave,Nombre,Precio,Talla\na,A,1,M\na,,2,G\nb,B,1,M\nb,,,G")).toEqual([
      [2, "Precio no dice lo mismo en los renglones 2 y 3 del producto"],
    ]);
  });

  test("with a code of another product's size has its product refused, and nothing of it is stored", async () => {
    const productIdWithCode = await createProductWithFacts({ sku: "Ajeno-1" });
    const otherProductId = await createProductWithFacts({ sku: "Propio-1" });
    const before = await findProduct(otherProductId);
    const text = `ID,Cómo queda,Talla,SKU\n${otherProductId},Nuevo,M,AJENO-1\n${otherProductId},,G,Libre-1`;
    const reason = "talla M: el SKU AJENO-1 ya lo tiene Playera de prueba, Rojo, talla M";
    await sql`UPDATE products SET color = 'Rojo' WHERE id = ${productIdWithCode}`.execute(testApp.app.db);
    expect(await previewImport(testApp.app, (await readProductsOrThrow(text)).products)).toEqual([{ reason }]);
    expect(await importCsv(text)).toEqual([{ reason }]);
    expect(await findProduct(otherProductId)).toEqual(before);
  });

  test("may have a code that another size of the product gives up in the same file", async () => {
    const id = await createProductWithFacts({ sku: "Uno-1" });
    await importCsv(`ID,Talla,SKU\n${id},G,Dos-1`);
    expect(await importCsv(`ID,Talla,SKU\n${id},G,Uno-1\n${id},M,Dos-1`)).toEqual(["updated"]);
    expect((await findProduct(id)).sizes).toMatchObject([
      { name: "M", sku: "Dos-1" },
      { name: "G", sku: "Uno-1" },
    ]);
  });
});

test("a code without the zeros that a spreadsheet removes is the same code", async () => {
  const id = await createProductWithFacts({ gtin: "042100005264" });
  const text = `ID,Talla,Código de barras\n${id},M,42100005264`;
  expect(await importCsv(text)).toEqual(["unchanged"]);
});

test("a file with the same column twice is refused", async () => {
  await expect(readProductsOrThrow("Clave,Nombre,Precio,precio\na,A,1,2")).rejects.toThrow("csv_column_twice");
});

test("the cost of a piece is exported and imported, and an empty cell removes it", async () => {
  const { productId } = await createTestSize(testApp.app, { pieces: 1 });
  const costOf = async () => (await findEditedProduct(testApp.app.db, productId))!.costCents;
  const importCost = async (cost: string) =>
    importProducts(testApp.app, (await readProductsOrThrow(`ID,Costo\n${productId},${cost}`)).products, BY);
  expect(await importCost("120.50")).toEqual(["updated"]);
  expect(await costOf()).toBe(120_50);
  expect(await importCost("120.50")).toEqual(["unchanged"]);
  const filters = { term: productId, categoryId: "", brandId: "", shopId: "", states: [] };
  const [row] = parse(await writeCsvText(...shopCsv(testApp.app, filters)), { bom: true, columns: true }) as {
    Costo: string;
  }[];
  expect(row!.Costo).toBe("120.5");
  expect(await importCost("")).toEqual(["updated"]);
  expect(await costOf()).toBeNull();
});
