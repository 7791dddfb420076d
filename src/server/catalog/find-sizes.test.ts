import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownCodeOf } from "../../domain/scanned-code.ts";
import type { Shop } from "../shops/shop.ts";
import { newId } from "../db/new-id.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { findProductsOnSale } from "./find-products-on-sale.ts";
import { findSizes } from "./find-sizes.ts";

let testApp: TestApp;
let shop: Shop;
let sizeWithCodes: TestSize;
let sizeWithoutCodes: TestSize;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop();
  sizeWithCodes = await makeSize("Cazadora de prueba", { sku: "CAZ-001/M", gtin: "7501031311309" });
  sizeWithoutCodes = await makeSize("Gabardina de prueba", {});
});
afterAll(() => testApp.stop());

async function makeSize(name: string, { sku = null, gtin = null }: { sku?: string | null; gtin?: string | null }) {
  const size = await createTestSize(testApp.app, { pieces: 3 });
  await sql`UPDATE products SET name = ${name} WHERE id = ${size.productId}`.execute(testApp.app.db);
  await sql`UPDATE sizes SET sku = ${sku}, gtin = ${gtin} WHERE id = ${size.sizeId}`.execute(testApp.app.db);
  await sql`SELECT refresh_product_search(ARRAY[${size.productId}]::uuid[])`.execute(testApp.app.db);
  return size;
}

const find = (input: string, limit = 6) => findSizes(testApp.app.db, input, { among: "all", limit });

test.each([
  ["caz-001/m", "the SKU"],
  ["7501031311309", "the GTIN"],
  ["07501031311309", "the GTIN as 14 digits"],
])("%s finds exactly one size: it is %s", async (input) => {
  const { exact, products } = await find(input);
  expect(exact).toMatchObject({ sizeId: sizeWithCodes.sizeId, sku: "CAZ-001/M", sizeName: "M", available: 3 });
  expect(products.map(({ id }) => id)).toEqual([sizeWithCodes.productId]);
});

test("a size without SKU and GTIN is found by our own code and by its id", async () => {
  for (const input of [ownCodeOf(sizeWithoutCodes.sizeId), sizeWithoutCodes.sizeId.toUpperCase()])
    expect((await find(input)).exact?.sizeId).toBe(sizeWithoutCodes.sizeId);
});

test.each([
  ["caz-0", "the beginning of an SKU"],
  ["001m", "the end of an SKU, without its separators"],
  ["CAZ 001", "an SKU with a space"],
  ["cazadora", "a word"],
  ["casadora prueba", "words with a typing mistake"],
])("%s finds the product, but no single size: %s", async (input) => {
  const { exact, products } = await find(input);
  expect(exact).toBeNull();
  expect(products.map(({ id }) => id)).toContain(sizeWithCodes.productId);
});

test("an exact code excludes longer SKUs, and a part of an SKU does not match a shorter word in a name", async () => {
  const [shortSkuSize, longSkuSize] = [
    await makeSize("Uno", { sku: "ZQ-77" }),
    await makeSize("Dos", { sku: "ZQ-770" }),
  ];
  const sizeNamedZq = await makeSize("Tres zq", {});
  expect((await find("zq-77")).products.map(({ id }) => id)).toEqual([shortSkuSize.productId]);
  expect((await find("ZQ-7")).products.map(({ id }) => id).toSorted()).toEqual(
    [shortSkuSize.productId, longSkuSize.productId].toSorted(),
  );
  const listedIds = (await find("zq7")).products.map(({ id }) => id);
  expect(listedIds).not.toContain(sizeNamedZq.productId);
});

test("a code that two sizes have selects neither of them", async () => {
  const sizeBySku = await makeSize("Par", { sku: "4006381333931" });
  const sizeByGtin = await makeSize("Impar", { gtin: "4006381333931" });
  const { exact, products } = await find("4006381333931");
  expect(exact).toBeNull();
  expect(products.map(({ id }) => id).toSorted()).toEqual([sizeBySku.productId, sizeByGtin.productId].toSorted());
});

test.each(["", "   ", "///", "'; DROP TABLE sizes; --", "%", "_", newId(), "9999999999999"])(
  "%j finds nothing",
  async (input) => expect(await find(input)).toEqual({ exact: null, products: [] }),
);

test("the shop does not find a hidden product, and its staff do not find a local product of no shop", async () => {
  expect((await findProductsOnSale(testApp.app.db, shop, "CAZ-001/M")).exactSize?.sizeId).toBe(sizeWithCodes.sizeId);
  const hiddenSize = await makeSize("Oculta", { sku: "OC-1" });
  await sql`UPDATE products SET is_published = false WHERE id = ${hiddenSize.productId}`.execute(testApp.app.db);
  expect(await findProductsOnSale(testApp.app.db, shop, "OC-1")).toEqual({ exactSize: null, products: [] });
  const localSize = await makeSize("Local", { sku: "LO-1" });
  await sql`UPDATE products SET is_local = true WHERE id = ${localSize.productId}`.execute(testApp.app.db);
  const { exact } = await findSizes(testApp.app.db, "LO-1", { among: [shop.id], limit: 6 });
  expect(exact).toBeNull();
});
