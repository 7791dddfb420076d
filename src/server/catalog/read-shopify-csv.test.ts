import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { previewImport, importProducts } from "./import-products.ts";
import { findProduct } from "./queries.ts";
import type { ImportedProduct } from "./imported-product.ts";
import { readProductsCsv } from "./read-products-csv.ts";

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Compare At Price,Variant Inventory Qty";
const SHIRT = [
  'camisa,Camisa de lino,"<p>Fresca &amp; ligera.</p><p>Lavar a mano.</p>",Nopal,Camisas,"lino, verano",true,Talla,CH,Color,Azul,499.50,599,3',
  "camisa,,,,,,,,M,,Azul,499.50,,4",
  "camisa,,,,,,,,,,,,,",
];
const read = async (...rows: string[]) => {
  const parsed = await readProductsCsv(Buffer.from([HEADER, ...rows].join("\n")));
  if (isRefusal(parsed)) throw new Error(parsed.refused);
  return parsed;
};
const CONSOLE = { memberId: null, name: "consola", ip: null };

describe("reading a Shopify CSV", () => {
  test("rows with the same handle are one product with its sizes", async () => {
    const { products, refusedRows } = await read(...SHIRT);
    expect(refusedRows).toEqual([]);
    expect(products).toMatchObject([
      {
        handle: "camisa",
        name: "Camisa de lino",
        description: "Fresca & ligera.\nLavar a mano.",
        brands: ["Nopal"],
        categories: ["Camisas"],
        color: "Azul",
        priceCents: 499_50,
        isPublished: true,
        sizes: [
          { name: "CH", pieces: 3 },
          { name: "M", pieces: 4 },
        ],
      },
    ]);
  });

  test("a refused row is reported with its line and reason, and the others are read", async () => {
    const { products, refusedRows } = await read(
      SHIRT[0]!,
      "camisa,,,,,,,,G,,Azul,gratis,,4",
      "camisa,,,,,,,,XG,,Azul,10,,muchas",
      ",Sin nombre corto,,,,,,,,,,10,,1",
      "falda,,,,,,,Talla,CH,,,10,,1",
    );
    expect(products.map((product) => product.handle)).toEqual(["camisa"]);
    expect(refusedRows.map((row) => [row.line, row.handle, row.reason])).toEqual([
      [3, "camisa", "Variant Price no es un precio: «gratis»"],
      [4, "camisa", "Variant Inventory Qty no es un número de piezas: «muchas»"],
      [5, "", "falta Handle"],
      [6, "falda", "falta Title"],
    ]);
  });
});

describe("importing", () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.stop());
  const readShirtProduct = async (changes: Partial<ImportedProduct> = {}) => ({
    ...(await read(...SHIRT)).products[0]!,
    ...changes,
  });
  const importOne = async (importedProduct: ImportedProduct) =>
    (await importProducts(testApp.app, [importedProduct], CONSOLE))[0];

  test("a preview stores nothing", async () => {
    expect(await previewImport(testApp.app, [await readShirtProduct()])).toEqual(["created"]);
    expect(await previewImport(testApp.app, [await readShirtProduct()])).toEqual(["created"]);
  });

  test("importing the same file again changes nothing; a new price does not change the stock", async () => {
    expect(await importOne(await readShirtProduct())).toBe("created");
    await testApp.app.db.updateTable("sizes").set({ available: 1 }).where("available", "=", 3).execute();
    expect(await importOne(await readShirtProduct())).toBe("unchanged");
    expect(await importOne(await readShirtProduct({ priceCents: 399_00 }))).toBe("updated");
    const row = await testApp.app.db
      .selectFrom("products")
      .select(["id", "price_cents"])
      .where("import_key", "=", "shopify:camisa")
      .executeTakeFirstOrThrow();
    expect(row.price_cents).toBe(399_00);
    const storedProduct = await findProduct(testApp.app.db, await testApp.findShop(), row.id);
    expect(storedProduct?.sizes.map((size) => [size.name, size.available])).toEqual([
      ["CH", 1],
      ["M", 4],
    ]);
  });
});
