import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCsvText, readProductsOrThrow } from "../testing/csv.ts";
import { SHOPIFY_SAMPLE } from "../testing/shopify-sample.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { shopCsv, shopifyCsv } from "./export-products.ts";
import { importProducts, previewImport } from "./import-products.ts";

const BY = { memberId: null, name: "Vera", ip: null };
const HEADER =
  "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Fabric (product.metafields.custom.composition),Care (product.metafields.mine.care),Image Src";
const LINEN = [
  'lino,Camisa,Nopal,Camisas,Color,Azul,Size,CH,LI-1,249.6,3,"1,200.00","1,500.00",\'4006381333931,2271,Female,Adult,100 % lino,wash-hand,https://x.mx/1.jpg',
  'lino,,,,,Azul,,M,LI-2,0,4,"1,200.00",,,,,,,,',
  'lino,,,,,Rojo,,CH,LI-3,250,5,"1,300.00",,,,,,,,',
];

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

const csvWithRows = (...rows: string[]) => [HEADER, ...rows].join("\n");
const importCsv = async (text: string) => importProducts(testApp.app, (await readProductsOrThrow(text)).products, BY);
const preview = async (text: string) => previewImport(testApp.app, (await readProductsOrThrow(text)).products);
const listByKey = async (pattern: string) =>
  (
    await sql<Record<string, unknown>>`
      SELECT p.import_key AS key, p.color, p.style_code AS style, p.price_cents AS cents,
        (SELECT string_agg(n.name || '=' || s.available, ' ' ORDER BY n.position) FROM sizes s
          JOIN size_names n ON n.id = s.size_name_id WHERE s.product_id = p.id) AS sizes
      FROM products p WHERE p.import_key LIKE ${pattern} ORDER BY p.color`.execute(testApp.app.db)
  ).rows;
const filterByTerm = (term: string) => ({ term, categoryId: "", brandId: "", shopId: "", states: [] });
const exportCsv = async (term: string) => writeCsvText(...(await shopifyCsv(testApp.app, filterByTerm(term))));

describe("a product of Shopify in several colours", () => {
  test("is a product for each colour, of one style, and importing it again changes nothing", async () => {
    expect(await importCsv(csvWithRows(...LINEN))).toEqual(["created", "created"]);
    expect(await listByKey("shopify:lino%")).toEqual([
      { key: "shopify:lino#azul", color: "Azul", style: "lino", cents: 1200_00, sizes: "CH=3 M=4" },
      { key: "shopify:lino#rojo", color: "Rojo", style: "lino", cents: 1300_00, sizes: "CH=5" },
    ]);
    expect(await preview(csvWithRows(...LINEN))).toEqual(["unchanged", "unchanged"]);
  });

  test("is inserted with the file's other products, by one statement", async () => {
    await sql`
      CREATE TABLE insert_statements (products integer);
      CREATE FUNCTION count_insert() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO insert_statements SELECT count(*) FROM added; RETURN NULL; END';
      CREATE TRIGGER count_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_insert()`.execute(testApp.app.db);
    const rows = [1, 2, 3].flatMap((n) =>
      ["Azul", "Rojo", "Verde"].map((color) => `junto-${n},Chal junto ${n},,,Color,${color},Size,CH,,,1,500`),
    );
    expect(await importCsv(csvWithRows(...rows))).toEqual(Array(9).fill("created"));
    const statements = await sql`SELECT products FROM insert_statements`.execute(testApp.app.db);
    await sql`DROP TRIGGER count_insert ON products; DROP FUNCTION count_insert; DROP TABLE insert_statements`.execute(
      testApp.app.db,
    );
    expect(statements.rows).toEqual([{ products: 9 }]);
    expect(new Set((await listByKey("shopify:junto-1#%")).map(({ style }) => style))).toEqual(new Set(["junto-1"]));
  });

  test("has the facts of its columns and metafields, with the codes of its variants", async () => {
    const { products } = await readProductsOrThrow(csvWithRows(...LINEN));
    const facts = {
      googleCategory: "2271",
      gender: "female",
      ageGroup: "adult",
      composition: [{ fiber: "Lino", percent: 100 }],
      care: ["wash-hand"],
    };
    expect(products).toMatchObject([
      {
        facts,
        sizes: [{ sku: "LI-1", gtin: "4006381333931", weightGrams: 250 }, { sku: "LI-2" }],
      },
      { facts, sizes: [{ sku: "LI-3", weightGrams: 250 }] },
    ]);
    // Zero grams and an empty barcode do not change a size.
    expect(products[0]!.sizes[1]).not.toHaveProperty("gtin");
    expect(products[0]!.sizes[1]).not.toHaveProperty("weightGrams");
  });

  test("that had one colour gets the others, and staff's style stays", async () => {
    const blueRow = LINEN[0]!.replaceAll("lino,", "uno,").replace("LI-1", "UN-1").replace("'4006381333931", "");
    const redRow = LINEN[2]!.replaceAll("lino,", "uno,").replace("LI-3", "UN-3");
    expect(await importCsv(csvWithRows(blueRow))).toEqual(["created"]);
    await sql`UPDATE products SET style_code = 'Mio' WHERE import_key = 'shopify:uno'`.execute(testApp.app.db);
    expect(await importCsv(csvWithRows(blueRow, redRow))).toEqual(["unchanged", "created"]);
    expect(await listByKey("shopify:uno%")).toMatchObject([
      { key: "shopify:uno", color: "Azul", style: "Mio" },
      { key: "shopify:uno#rojo", color: "Rojo", style: "Mio" },
    ]);
    // A file with only the second colour matches the product of the second colour, not the first.
    expect(await preview(csvWithRows(redRow.replace("uno,,", "uno,Camisa,").replace(",,Rojo", ",Color,Rojo")))).toEqual(
      ["unchanged"],
    );
  });
});

describe("the import of a Shopify CSV", () => {
  test("reports what it does not use", async () => {
    const { notices } = await readProductsOrThrow(
      [
        `${HEADER},Tags,Option3 Name,Option3 Value,SEO Title`,
        `${LINEN[0]},"lino, verano",Fit,Slim,Camisa de lino`,
        "lino,,,,,Azul,,CH,,,1,1250,,,,,,,,,,,Wide,",
      ].join("\n"),
    );
    expect(notices).toEqual([
      "No usamos estas columnas: Image Src, SEO Title.",
      "En un producto no usamos todo lo que dice Tags: Type, o la primera, da la categoría.",
      "Hay opciones que no son talla ni color, y no las usamos: Option3 Value.",
      "Sumamos las piezas de una variante de una talla repetida; sus códigos no se usan.",
      "En un producto las tallas tienen distintos precios: tomamos el mayor.",
      "En un producto hay un precio anterior (Compare At Price): es una oferta solo si es el precio que el producto ya tiene aquí.",
    ]);
  });

  test("keeps facts that have empty cells", async () => {
    const [row] = LINEN.map((line) => line.replaceAll("lino,", "vacio,").replace(/LI-1|'4006381333931/g, ""));
    await importCsv(csvWithRows(row!));
    await sql`UPDATE products SET gender = 'male', color = 'Azul' WHERE import_key = 'shopify:vacio'`.execute(
      testApp.app.db,
    );
    expect(await importCsv(csvWithRows("vacio,Camisa,,,,,,,,,,900,,,,,,,,"))).toEqual(["updated"]);
    const { rows } = await sql`
      SELECT gender, color, price_cents AS cents FROM products WHERE import_key = 'shopify:vacio'`.execute(
      testApp.app.db,
    );
    expect(rows).toEqual([{ gender: "male", color: "Azul", cents: 900_00 }]);
  });

  test.each([
    ["Variant Barcode", "4006381333932", /^Variant Barcode: El último número no corresponde/, []],
    ["Variant Price", "1.200,00", /^Variant Price no es un precio: «1.200,00»: los centavos van con punto/, []],
    ["Fabric (product.metafields.custom.composition)", "99 % lino", /sumar 100\. Dice «99 % lino»\.$/, []],
    ["Care (product.metafields.custom.care)", "Machine wash", /^Cuidados .*: Uno de los símbolos/, []],
    ["Variant Weight Unit", "kg", null, ["a"]],
    ["Fabric (product.metafields.shopify.fabric)", "cotton; linen", null, ["a"]],
  ])("reads or refuses %s with %j", async (column, cell, reason, handles) => {
    const price = column === "Variant Price" ? "" : ",Variant Price";
    const text = `Handle,Title,Option1 Name,Option1 Value,${column}${price}\na,A,Size,M,"${cell}"${price && ",5"}`;
    const { products, refusedRows } = await readProductsOrThrow(text);
    expect(products.map(({ handle }) => handle)).toEqual(handles);
    if (reason)
      expect(refusedRows[0]).toEqual({ line: 2, handle: "a", reason: expect.stringMatching(reason) as string });
    else expect(refusedRows).toEqual([]);
  });

  test("reads the names of Shopify's newer template", async () => {
    const text =
      "Title,URL handle,Description,Status,SKU,Barcode,Option1 name,Option1 value,Price,Inventory quantity,Weight value (grams)\nCamisa,camisa,<p>Lino</p>,Draft,S-9,,Size,M,99.90,3,120";
    expect((await readProductsOrThrow(text)).products).toMatchObject([
      {
        handle: "camisa",
        description: "Lino",
        isPublished: false,
        priceCents: 99_90,
        sizes: [{ name: "M", pieces: 3, sku: "S-9", weightGrams: 120 }],
      },
    ]);
  });
});

describe("the export as Shopify's CSV", () => {
  test("of the demo shop, imported without changes, changes nothing", async () => {
    const text = await exportCsv("");
    const { products, refusedRows } = await readProductsOrThrow(text);
    expect(refusedRows).toEqual([]);
    const outcomes = await previewImport(testApp.app, products);
    expect(products.filter((_product, index) => outcomes[index] !== "unchanged")).toEqual([]);
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM products`.execute(testApp.app.db);
    expect(products).toHaveLength(rows[0]!.count);
  });

  test("joins the colours of a style as options, and splits them if only one of them has a fact", async () => {
    await importCsv(
      csvWithRows(
        ...LINEN.map((row) => row.replaceAll("lino,", "junta,").replace(/LI-|'4006381333931/g, "JU-")),
      ).replaceAll("JU-,", ","),
    );
    await sql`UPDATE products SET name = 'Camisa junta' WHERE import_key LIKE 'shopify:junta%'`.execute(testApp.app.db);
    await sql`SELECT refresh_product_search(array_agg(id)) FROM products WHERE import_key LIKE 'shopify:junta%'`.execute(
      testApp.app.db,
    );
    const text = await exportCsv("junta");
    const rows = text.trim().split("\r\n");
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^junta,Camisa junta,.*,Color,Azul,Talla,CH,JU-1,250,shopify,3,/);
    expect(rows.slice(2).every((row) => row.startsWith("junta,,"))).toBe(true);
    expect(await preview(text)).toEqual(["unchanged", "unchanged"]);
    // One product of Shopify cannot have a fact of only one of its colours.
    await sql`UPDATE products SET fit_note = 'Holgada' WHERE import_key = 'shopify:junta#rojo'`.execute(testApp.app.db);
    const splitCsv = await exportCsv("junta");
    expect(splitCsv).toMatch(/\ncamisa-junta-[0-9a-f]{12},Camisa junta,/);
    expect(await preview(splitCsv)).toEqual(["unchanged", "unchanged"]);
  });
});

const files: [string, string | null][] = [
  [
    "with the columns of these tests",
    [
      HEADER,
      ...LINEN.map((row) =>
        row.replaceAll("lino,", "ida,").replace(/LI-/, "ID-").replace("'4006381333931", "4012345678901"),
      ),
    ].join("\n"),
  ],
  ["that Shopify publishes (SHOPIFY_CSV)", SHOPIFY_SAMPLE],
];
describe.each(files)("a file %s", (_what, text) => {
  test.skipIf(text === null)("is imported, exported in both formats, and imported again without a change", async () => {
    const { products, refusedRows } = await readProductsOrThrow(text!);
    expect(refusedRows).toEqual([]);
    await importProducts(testApp.app, products, BY);
    expect(new Set(await previewImport(testApp.app, products))).toEqual(new Set(["unchanged"]));
    expect(new Set(await preview(await writeCsvText(...shopCsv(testApp.app, filterByTerm("")))))).toEqual(
      new Set(["unchanged"]),
    );
    expect(new Set(await preview(await exportCsv("")))).toEqual(new Set(["unchanged"]));
  });
});

test("the highest Cost per item of a product is read, and exported", async () => {
  const header = "Handle,Title,Option1 Name,Option1 Value,Variant Price,Cost per item";
  const text = [header, "costo,Falda costosa,Size,CH,500,210.5", "costo,,,M,500,220", "costo,,,G,500,"].join("\n");
  expect(await importCsv(text)).toEqual(["created"]);
  const { rows } = await sql`SELECT cost_cents AS cost FROM products WHERE import_key = 'shopify:costo'`.execute(
    testApp.app.db,
  );
  expect(rows).toEqual([{ cost: 220_00 }]);
  expect(await preview(text)).toEqual(["unchanged"]);
  expect(await exportCsv("Falda costosa")).toContain("220.00");
});
