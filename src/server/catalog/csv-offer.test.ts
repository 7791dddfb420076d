import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { refusalText } from "../../domain/refusal-text.ts";
import { CONSOLE_ACTOR as BY } from "../change-log/change-log.ts";
import { listOffers } from "../offers/list-offers.ts";
import { createOffer } from "../offers/create-or-end-offer.ts";
import { writeCsvText, readProductsOrThrow } from "../testing/csv.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";
import { shopCsv, shopifyCsv } from "./export-products.ts";
import { importProducts, previewImport } from "./import-products.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp()));
afterAll(() => testApp.stop());

const DAY_MS = 86_400_000;
const newProduct = async () => (await createTestSize(testApp.app, { pieces: 2, priceCents: 500_00 })).productId;
const putOnOffer = async (productId: string) => {
  const result = await createOffer(
    testApp.app,
    await testApp.findShop(),
    {
      productId,
      sizeId: null,
      price: { cents: 400_00 },
      formerPriceCents: null,
      startsAt: null,
      endsAt: new Date(Date.now() + 7 * DAY_MS),
    },
    BY,
  );
  if (isRefusal(result)) throw new Error(result.refused);
};
const filterById = (id: string) => ({ term: id, categoryId: "", brandId: "", shopId: "", states: [] });
const importCsv = async (text: string) => importProducts(testApp.app, (await readProductsOrThrow(text)).products, BY);
const listRunningOffers = async (productId: string) =>
  (await listOffers(testApp.app.db, { states: ["running"], productId })).map(({ priceCents, formerPriceCents }) => [
    priceCents,
    formerPriceCents,
  ]);
const findListPrice = async (id: string) =>
  (await sql<{ cents: number }>`SELECT price_cents AS cents FROM products WHERE id = ${id}`.execute(testApp.app.db))
    .rows[0]!.cents;

describe("the shop's own CSV (rule CSV-7)", () => {
  const csvWithRow = (id: string, ...cells: string[]) =>
    `ID,Precio de oferta,Precio anterior,Oferta desde,Oferta hasta\n${[id, ...cells].join()}`;

  test("has the running offer, and importing it again changes nothing", async () => {
    const id = await newProduct();
    await putOnOffer(id);
    const text = await writeCsvText(...shopCsv(testApp.app, filterById(id)));
    expect(text).toMatch(/400,500,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d/);
    expect(await importCsv(text)).toEqual(["unchanged"]);
  });

  test("starts, changes and ends an offer; without the column, the offer stays as it is", async () => {
    const id = await newProduct();
    expect(await importCsv(csvWithRow(id, "450", "", "", "31/12/2099"))).toEqual(["updated"]);
    expect(await listRunningOffers(id)).toEqual([[450_00, 500_00]]);
    expect(await importCsv(csvWithRow(id, "420.50", "500", "", "2099-12-31"))).toEqual(["updated"]);
    expect(await listRunningOffers(id)).toEqual([[420_50, 500_00]]);
    expect(await importCsv(`ID,Nombre\n${id},Otra`)).toEqual(["updated"]);
    expect(await listRunningOffers(id)).toEqual([[420_50, 500_00]]);
    expect(await importCsv(csvWithRow(id, "", "", "", ""))).toEqual(["updated"]);
    expect(await listRunningOffers(id)).toEqual([]);
  });

  test.each([
    [["500"], "El precio de oferta tiene que ser menor que el precio anterior."],
    [["400", "800"], "Ese precio anterior no se cobró en los 90 días antes de la oferta"],
    [["400", "", "", "2020-01-01"], "Ese día ya pasó"],
  ])("refuses the product with the offer cells %j and says why", async (cells, reason) => {
    const id = await newProduct();
    const text = csvWithRow(id, ...cells, ...Array<string>(4 - cells.length).fill(""));
    expect(await previewImport(testApp.app, (await readProductsOrThrow(text)).products)).toMatchObject([
      { reason: expect.stringContaining(reason) },
    ]);
    expect(await importCsv(text)).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });

  test("refuses an offer that would run at the same time as the running one", async () => {
    const id = await newProduct();
    await putOnOffer(id);
    const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const reason = expect.stringContaining(refusalText("offer_overlaps", "staff"));
    const overlappingCsv = csvWithRow(id, "420", "500", dayFromNow(3), dayFromNow(20));
    expect(await previewImport(testApp.app, (await readProductsOrThrow(overlappingCsv)).products)).toMatchObject([
      { reason },
    ]);
    expect(await importCsv(overlappingCsv)).toMatchObject([{ reason }]);
    expect(await importCsv(csvWithRow(id, "420", "500", dayFromNow(10), dayFromNow(20)))).toEqual(["updated"]);
    expect(await listRunningOffers(id)).toEqual([[400_00, 500_00]]);
  });

  test("replaces the next planned offer, and refuses one that would overlap the offer after it", async () => {
    const id = await newProduct();
    const timeFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
    for (const [firstDay, lastDay] of [
      [10, 15],
      [20, 25],
    ] as const) {
      const times = { startsAt: timeFromNow(firstDay), endsAt: timeFromNow(lastDay) };
      const terms = { productId: id, sizeId: null, price: { cents: 400_00 }, formerPriceCents: null, ...times };
      expect(isRefusal(await createOffer(testApp.app, await testApp.findShop(), terms, BY))).toBe(false);
    }
    const csvWithDays = (firstDay: number, lastDay: number) =>
      csvWithRow(id, "350", "500", ...[firstDay, lastDay].map((days) => timeFromNow(days).toISOString().slice(0, 10)));
    const reason = refusalText("offer_overlaps", "staff");
    expect(await importCsv(csvWithDays(10, 22))).toEqual([{ reason }]);
    expect(await importCsv(csvWithDays(11, 18))).toEqual(["updated"]);
  });

  test.each([
    ["barato", "", ""],
    ["400", "caro", ""],
    ["400", "", "31/02/2027"],
  ])("refuses the row with offer price '%s', former price '%s' and first day '%s'", async (...cells) => {
    const { refusedRows } = await readProductsOrThrow(csvWithRow(await newProduct(), ...cells, ""));
    expect(refusedRows).toHaveLength(1);
  });

  test("a new product with an offer is refused", async () => {
    const text = "Clave,Nombre,Precio,Precio de oferta\nnuevo-en-oferta,Falda,500,400";
    expect(await importCsv(text)).toMatchObject([{ reason: expect.stringContaining("no empieza en oferta") }]);
  });
});

describe("Shopify's Compare At Price (rule CSV-7)", () => {
  const csvWithRow = (price: string, compareAt: string) =>
    `Handle,Title,Variant Price,Variant Compare At Price,Variant Inventory Qty\nfalda-en-oferta,Falda,${price},${compareAt},1`;
  const findImportedId = async () =>
    (
      await sql<{ id: string }>`SELECT id FROM products WHERE import_key = 'shopify:falda-en-oferta'`.execute(
        testApp.app.db,
      )
    ).rows[0]!.id;

  test("becomes a former price if it is the product's price here; otherwise only the list price changes", async () => {
    const { notices } = await readProductsOrThrow(csvWithRow("400", "500"));
    expect(notices.join()).toContain("Compare At Price");
    expect(await importCsv(csvWithRow("500", ""))).toEqual(["created"]);
    const id = await findImportedId();
    expect(await importCsv(csvWithRow("400", "500"))).toEqual(["updated"]);
    expect([await findListPrice(id), await listRunningOffers(id)]).toEqual([500_00, [[400_00, 500_00]]]);
    expect(await importCsv(csvWithRow("400", "500"))).toEqual(["unchanged"]);
    expect(await importCsv(csvWithRow("300", "900"))).toEqual(["updated"]);
    expect(await findListPrice(id)).toBe(300_00);
  });

  test("is exported, and importing it again changes nothing", async () => {
    const id = await newProduct();
    await putOnOffer(id);
    const text = await writeCsvText(...(await shopifyCsv(testApp.app, filterById(id))));
    expect(text).toContain("400.00,500.00");
    expect(await importCsv(text)).toEqual(["unchanged"]);
  });
});
