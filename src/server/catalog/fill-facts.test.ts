import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import type { Actor } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { insertMember } from "../staff/queries.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { editInBulk, findLastBulkEdit, undoBulkEdit, type BulkEdit } from "./bulk-edit.ts";
import { deleteColor, listColors, saveColor } from "./edit-colors.ts";
import { findEditedProduct } from "./edited-product.ts";
import { listCatalogIds } from "./list-catalog.ts";
import { countMissingFacts, listMissingFacts } from "./missing-facts.ts";
import { acceptStyles, proposalId, proposeStyles } from "./propose-styles.ts";

let server: TestServer;
let by: Actor;
beforeAll(async () => {
  server = await startTestServer();
  const member = { id: newId(), name: "Vera", email: "vera@ejemplo.mx", passwordHash: "", grants: [] };
  await transact(server.app.db, (tx) => insertMember(tx, member));
  by = { memberId: member.id, name: "Vera", ip: null };
});
afterAll(() => server.stop());

async function newProduct(name: string, color: string | null): Promise<string> {
  const { productId } = await createTestSize(server.app, { pieces: 1 });
  await server.app.db.updateTable("products").set({ name, color }).where("id", "=", productId).execute();
  return productId;
}
const findProduct = async (id: string) => (await findEditedProduct(server.app.db, id))!;
async function fill(ids: string[], edit: BulkEdit) {
  const answer = await editInBulk(server.app, { ids, edit, action: "llenar" }, by);
  if (isRefusal(answer)) throw new Error(answer.refused);
  return answer;
}
async function undo() {
  const lastEdit = await findLastBulkEdit(server.app.db, by.memberId!);
  return undoBulkEdit(server.app, lastEdit!.id, by);
}

test("a bulk edit fills only what a product lacks, and is undone", async () => {
  const [emptyId, filledId] = [await newProduct("Vacía", "Rojo"), await newProduct("Llena", "Rojo")];
  const linen = [{ fiber: "Lino", percent: 100 }];
  await fill([filledId], { kind: "facts", facts: { composition: linen } });
  const cottonEdit: BulkEdit = {
    kind: "facts",
    facts: { composition: [{ fiber: "Algodón", percent: 100 }], originCountry: "MEX" },
  };
  expect(await fill([emptyId, filledId], cottonEdit)).toEqual({ changed: 2, skipped: 0 });
  expect(await findProduct(filledId)).toMatchObject({ composition: linen, originCountry: "MEX" });
  expect((await findProduct(emptyId)).composition).toEqual([{ fiber: "Algodón", percent: 100 }]);
  expect(await fill([emptyId, filledId], cottonEdit)).toEqual({ changed: 0, skipped: 2 });
  expect(await undo()).toEqual({ changed: 2, skipped: 0 });
  expect(await findProduct(filledId)).toMatchObject({ composition: linen, originCountry: null });
  expect(await findProduct(emptyId)).toMatchObject({ composition: [], originCountry: null });
});

test("a bulk edit fills the weights that are missing, and is undone", async () => {
  const [lightId, heavyId] = [await newProduct("Ligera", "Rojo"), await newProduct("Pesada", "Rojo")];
  await sql`UPDATE sizes SET weight_grams = 900 WHERE product_id = ${heavyId}`.execute(server.app.db);
  expect(await fill([lightId, heavyId], { kind: "weight", grams: 200 })).toEqual({ changed: 1, skipped: 1 });
  expect([
    (await findProduct(lightId)).sizes[0]!.weightGrams,
    (await findProduct(heavyId)).sizes[0]!.weightGrams,
  ]).toEqual([200, 900]);
  await undo();
  expect((await findProduct(lightId)).sizes[0]!.weightGrams).toBeNull();
});

test("the undo of filled weights keeps a weight that was set since", async () => {
  const [firstId, secondId] = [await newProduct("Primera", "Rojo"), await newProduct("Segunda", "Rojo")];
  await fill([firstId, secondId], { kind: "weight", grams: 200 });
  await sql`UPDATE sizes SET weight_grams = 350 WHERE product_id = ${secondId}`.execute(server.app.db);
  await undo();
  expect((await findProduct(firstId)).sizes[0]!.weightGrams).toBeNull();
  expect((await findProduct(secondId)).sizes[0]!.weightGrams).toBe(350);
});

test("the list of missing facts names what each product lacks", async () => {
  const id = await newProduct("Incompleta", "Color de nadie");
  const filters = { term: id, categoryId: "", brandId: "", shopId: "", states: [] };
  const findMissing = async () => (await listMissingFacts(server.app.db, [id])).get(id);
  expect(await findMissing()).toEqual([
    "composition",
    "care",
    "origin",
    "responsible",
    "gender",
    "age",
    "colorValue",
    "sku",
    "gtin",
    "weight",
    "picture",
  ]);
  expect(await listCatalogIds(server.app.db, { ...filters, missing: ["composition"] }, 5)).toEqual([id]);
  expect(await listCatalogIds(server.app.db, { ...filters, missing: ["color"] }, 5)).toEqual([]);
  const countBefore = (await countMissingFacts(server.app.db)).gender;
  await fill([id], { kind: "facts", facts: { gender: "unisex" } });
  expect((await countMissingFacts(server.app.db)).gender).toBe(countBefore - 1);
  expect(await findMissing()).not.toContain("gender");
  await sql`UPDATE products SET is_digital = true WHERE id = ${id}`.execute(server.app.db);
  expect(await listCatalogIds(server.app.db, { ...filters, missing: ["composition"] }, 5)).toEqual([]);
});

test("products with one name in several colours are proposed as a style; accepting them can be undone", async () => {
  const ids = [await newProduct("Gabán único", "Rojo"), await newProduct("gaban UNICO", "Azul")];
  await newProduct("Gabán solo", "Rojo");
  const findProposal = async () =>
    (await proposeStyles(server.app.db, 10_000)).find(({ name }) => /gab[aá]n [uú]nico/i.test(name));
  const proposal = (await findProposal())!;
  expect(proposal).toMatchObject({ code: expect.stringMatching(/^gaban-unico/), brand: null });
  expect(proposal.products.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(await acceptStyles(server.app, new Set([proposalId(proposal)]), by)).toBe(2);
  expect((await findProduct(ids[0]!)).styleCode).toBe(proposal.code);
  expect(await findProposal()).toBeUndefined();
  const thirdId = await newProduct("Gabán único", "Verde");
  expect(await findProposal()).toMatchObject({
    code: proposal.code,
    products: expect.arrayContaining([expect.objectContaining({ id: thirdId })]),
  });
  await undo();
  expect((await findProduct(ids[0]!)).styleCode).toBeNull();
});

test("an unknown colour is listed first; once it is saved, a search for its family finds its products", async () => {
  const id = await newProduct("Rara", "Humo Ñandú");
  const colors = await listColors(server.app.db);
  const firstKnownIndex = colors.findIndex(({ families }) => families.length > 0);
  expect(colors.findIndex(({ key }) => key === "humo nandu")).toBeLessThan(firstKnownIndex);
  expect(colors.find(({ key }) => key === "humo nandu")).toMatchObject({
    key: "humo nandu",
    name: "Humo Ñandú",
    families: [],
    productCount: 1,
  });
  const draft = { name: "HUMO ñandú", hex: "#777788", families: ["gris", "morado"] };
  expect(await saveColor(server.app, draft, by)).toBe("done");
  const savedColor = (await listColors(server.app.db)).find(({ key }) => key === "humo nandu");
  expect(savedColor).toMatchObject({ hex: "#777788", families: ["gris", "morado"], productCount: 1 });
  const { json } = await server.call("GET", "/api/v1/search2?searchTerm=rara+morado");
  expect(json.docs.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
  expect(await deleteColor(server.app, "humo nandu", by)).toBe("done");
  expect(await deleteColor(server.app, "humo nandu", by)).toEqual({ refused: "color_gone" });
});

test.each([
  [{ name: " ", hex: null, families: ["gris"] }, "color_name_missing"],
  [{ name: "Humo", hex: "gris", families: ["gris"] }, "color_hex_malformed"],
  [{ name: "Humo", hex: "#12345", families: ["gris"] }, "color_hex_malformed"],
  [{ name: "Humo", hex: null, families: [] }, "color_families"],
  [{ name: "Humo", hex: null, families: ["ninguno"] }, "color_families"],
  [{ name: "Humo", hex: null, families: ["gris", "azul", "rojo", "verde", "cafe"] }, "color_families"],
])("the colour %o is refused: %s", async (draft, refused) => {
  expect(await saveColor(server.app, draft, by)).toEqual({ refused });
});
