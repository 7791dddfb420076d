import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";
import { createTestSize } from "../../../../server/testing/test-size.ts";

const SAT_KEYS_PATH = "/panel/facturacion/claves";
let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const openPage = (path = SAT_KEYS_PATH) => office.visit(path, { as: "accounting" });
const saveKey = (id: string, productKey: string, moreFields: Record<string, string> = {}) =>
  office.visit(SAT_KEYS_PATH, {
    as: "accounting",
    form: { of: "products", id, q: "", productKey, unitKey: "", ...moreFields },
  });
const storedKeyOf = async (id: string) =>
  (await office.app.db.selectFrom("products").select("sat_product_key").where("id", "=", id).executeTakeFirstOrThrow())
    .sat_product_key;

test("an unlisted key is refused in its row, which keeps the typed key, and is saved with the confirmation", async () => {
  const { productId } = await createTestSize(office.app, { pieces: 1 });
  await sql`UPDATE products SET sat_product_key = '53103001' WHERE id = ${productId}`.execute(office.app.db);
  const refusedResponse = await saveKey(productId, "53131505");
  expect(refusedResponse.text).toContain("Esa clave no está en nuestra lista");
  expect(refusedResponse.text).toContain('value="53131505"');
  expect(refusedResponse.text).toContain("Sí, es una clave del SAT que no está en esta lista");
  expect(await storedKeyOf(productId)).toBe("53103001");
  expect((await saveKey(productId, "53131505", { confirmKey: "1", confirmName: "Chupones" })).status).toBe(302);
  expect(await storedKeyOf(productId)).toBe("53131505");
  expect((await openPage()).text).toContain("Chupones");
});

test.each([
  ["53100000", "es de toda una familia"],
  ["blusa", "no es una clave del SAT"],
])("the key %s is refused even if staff confirm it: «%s»", async (key, words) => {
  const { productId } = await createTestSize(office.app, { pieces: 1 });
  const { text } = await saveKey(productId, key, { confirmKey: "1", confirmName: "Ropa" });
  expect(text).toContain(words);
  expect(await storedKeyOf(productId)).toBeNull();
});

test("without JavaScript the field suggests the keys of our list of SAT keys", async () => {
  const { text } = await openPage();
  expect(text).toMatch(/<noscript><datalist[^]*<option value="53101604">Camisas o blusas para mujer<\/option>/);
});

test("a key stored before the list existed is shown for review on the page of keys and on the invoices page", async () => {
  expect((await openPage("/panel/facturacion")).text).not.toContain("Revisar las claves");
  const { productId } = await createTestSize(office.app, { pieces: 1 });
  await sql`UPDATE products SET sat_product_key = '44121600' WHERE id = ${productId}`.execute(office.app.db);
  expect((await openPage()).text).toContain("Revisa estas claves");
  expect((await openPage("/panel/facturacion")).text).toContain("Revisar las claves");
  expect((await office.visit("/panel/facturacion", { as: "branchOwner" })).text).not.toContain("Revisar las claves");
  expect((await saveKey(productId, "44121600", { confirmKey: "1" })).status).toBe(302);
  expect((await openPage()).text).not.toContain("Revisa estas claves");
});

test("the issuer page refuses an unlisted key and accepts it with the confirmation", async () => {
  const { id } = await office.findShop();
  const issuerPath = "/panel/facturacion/emisor";
  const form = {
    shop: id,
    rfc: "CMA150612QX7",
    name: "CASA MAGUEY",
    taxRegime: "601",
    postalCode: "06700",
    timeZone: "America/Mexico_City",
    vat: "16",
    series: "A",
    productKey: "53131506",
    unitKey: "H87",
    deadline: "year",
    deadlineDays: "0",
  };
  const refusedResponse = await office.visit(issuerPath, { as: "accounting", form });
  expect(refusedResponse.text).toContain("Sí, es una clave del SAT que no está en esta lista");
  const savedResponse = await office.visit(issuerPath, {
    as: "accounting",
    form: { ...form, confirmKey: "1", confirmName: "Kits" },
  });
  expect(savedResponse.status).toBe(302);
});
