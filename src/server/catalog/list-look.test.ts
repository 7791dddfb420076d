import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demoId } from "../../../demo/load/demo-id.ts";
import { TEST_ACTOR } from "../testing/invoiced-order.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeLook, listChosenLook } from "./change-look.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { MAX_LOOK_PRODUCTS } from "../../domain/look.ts";
import { listLook, combineLooks } from "./list-look.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => sql`DELETE FROM product_looks`.execute(testApp.app.db));

const idOf = (slug: string): string => demoId("product", slug);
const DRESS = idOf("vestido-midi-de-lino-con-botones-verde-salvia");
const SHIRT = idOf("camisa-de-lino-manga-larga-crudo");
const SNEAKERS = ["crudo", "negro", "rojo", "mostaza", "azul-marino"].map((color) =>
  idOf(`tenis-de-lona-bajos-${color}`),
);

const findLook = async (id: string, shopKey = "matriz") => {
  const allShops = await testApp.app.shops.all();
  return listLook(
    testApp.app.readDb,
    allShops.find((candidate) => candidate.key === shopKey)!,
    id,
  );
};
const addToLook = (id: string, pairedProductId: string) =>
  changeLook(testApp.app, id, { act: "add", id: pairedProductId }, TEST_ACTOR);
const hideSizes = (id: string) =>
  sql`UPDATE sizes SET is_hidden = true WHERE product_id = ${id}`.execute(testApp.app.db);
const showSizes = (id: string) =>
  sql`UPDATE sizes SET is_hidden = false WHERE product_id = ${id}`.execute(testApp.app.db);

test("without a choice the shop proposes one product of each part of the body, never another dress", async () => {
  const look = await findLook(DRESS);
  const categories = look.map((row) => row.categories.map(({ slug }) => slug).join());
  expect(categories).toEqual(["tejidos-y-chamarras-mujer", "tenis", "bolsas", "gorros"]);
  expect((await findLook(DRESS)).map(({ id }) => id)).toEqual(look.map(({ id }) => id));
});

test("proposed products are neutral or share a colour family, are in stock, and are for the same wearer", async () => {
  const neutralFamilies = new Set(["negro", "gris", "blanco", "beige", "cafe"]);
  const { rows: products } = await sql<{ id: string; gender: string; families: string[] }>`
    SELECT p.id, p.gender, k.families FROM products p JOIN colors k ON k.key = p.color_key
    WHERE p.presale_id IS NULL AND p.gender IS NOT NULL ORDER BY p.id`.execute(testApp.app.db);
  const sample = products.filter((_, index) => index % 12 === 0);
  expect(sample.length).toBeGreaterThan(10);
  const productsById = new Map(products.map((product) => [product.id, product]));
  for (const product of sample) {
    for (const row of await findLook(product.id)) {
      const { gender, families } = productsById.get(row.id)!;
      expect(
        families.every((family) => neutralFamilies.has(family)) ||
          families.some((family) => product.families.includes(family)),
      ).toBe(true);
      expect([product.gender, "unisex"]).toContain(gender);
      expect(row.sizes.some(({ available }) => available > 0)).toBe(true);
      expect(row.id).not.toBe(product.id);
    }
  }
});

test("staff's choice is shown in order, without hidden sizes; if none is left, four are proposed", async () => {
  await addToLook(DRESS, SNEAKERS[0]!);
  await addToLook(DRESS, SHIRT);
  await changeLook(testApp.app, DRESS, { act: "up", id: SHIRT }, TEST_ACTOR);
  expect((await findLook(DRESS)).map(({ id }) => id)).toEqual([SHIRT, SNEAKERS[0]]);
  await hideSizes(SHIRT);
  expect((await findLook(DRESS)).map(({ id }) => id)).toEqual([SNEAKERS[0]]);
  await hideSizes(SNEAKERS[0]!);
  expect((await findLook(DRESS)).length).toBe(4);
  await showSizes(SHIRT);
  await showSizes(SNEAKERS[0]!);
});

test("a product that is sold only in another shop is not in the look", async () => {
  const branchProduct = idOf("bolsa-de-grecas-azul-marino");
  await addToLook(DRESS, branchProduct);
  await addToLook(DRESS, SHIRT);
  expect((await findLook(DRESS)).map(({ id }) => id)).toEqual([SHIRT]);
  expect((await findLook(DRESS, "norte")).map(({ id }) => id)).toEqual([branchProduct, SHIRT]);
});

test("staff cannot add to a look the product itself, another colour of it, or a fifth product", async () => {
  expect(await addToLook(DRESS, DRESS)).toEqual({ refused: "look_same_style" });
  expect(await addToLook(DRESS, idOf("vestido-midi-de-lino-con-botones-negro"))).toEqual({
    refused: "look_same_style",
  });
  expect(await addToLook(DRESS, demoId("product", "no-existe"))).toEqual({ refused: "product_not_found" });
  for (const id of SNEAKERS.slice(0, 4)) expect(await addToLook(DRESS, id)).toBe("changed");
  expect(await addToLook(DRESS, SNEAKERS[4]!)).toEqual({ refused: "look_full" });
});

test("concurrent changes are applied one after the other, and each is logged", async () => {
  const answers = await Promise.all(SNEAKERS.map((id) => addToLook(SHIRT, id)));
  expect(answers.filter((answer) => answer === "changed")).toHaveLength(4);
  expect(await listChosenLook(testApp.app.db, SHIRT)).toHaveLength(4);
  const loggedChanges = await testApp.app.db
    .selectFrom("change_log")
    .select("after")
    .where("object_id", "=", SHIRT)
    .where("action", "=", "product-look")
    .orderBy("id")
    .execute();
  expect(loggedChanges.map(({ after }) => (after as { look: string[] }).look.length)).toEqual([1, 2, 3, 4]);
});

test("a ticket has no look, and a copied product has the look of the original", async () => {
  expect(await findLook(idOf("noche-de-son-y-marimba"))).toEqual([]);
  await addToLook(DRESS, SHIRT);
  const copy = await duplicateProduct(testApp.app, DRESS, TEST_ACTOR);
  if ("refused" in copy) throw new Error(copy.refused);
  expect((await listChosenLook(testApp.app.db, copy.id)).map(({ id }) => id)).toEqual([SHIRT]);
});

test("the looks of several products alternate, without the products themselves", async () => {
  const [headOffice] = await testApp.app.shops.all();
  const [dressLook, shirtLook] = [await findLook(DRESS), await findLook(SHIRT)];
  const combinedLook = await combineLooks(testApp.app.readDb, headOffice!, [DRESS, SHIRT, "x"]);
  expect(combinedLook).toHaveLength(MAX_LOOK_PRODUCTS);
  expect(combinedLook.slice(0, 2).map(({ id }) => id)).toEqual([dressLook[0]!.id, shirtLook[0]!.id]);
  expect(new Set(combinedLook.map(({ id }) => id)).size).toBe(MAX_LOOK_PRODUCTS);
  await addToLook(DRESS, SHIRT);
  expect((await combineLooks(testApp.app.readDb, headOffice!, [DRESS])).map(({ id }) => id)).toEqual([SHIRT]);
  expect((await combineLooks(testApp.app.readDb, headOffice!, [DRESS, SHIRT])).map(({ id }) => id)).not.toContain(
    SHIRT,
  );
});
