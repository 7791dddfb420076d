import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_HOME_SECTIONS } from "../../contract/home-sections.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { newId } from "../db/new-id.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { addBrand, deleteBrand, listAllBrands, mergeBrands, renameBrand } from "./edit-brands.ts";
import {
  addCategory,
  deleteCategory,
  setCategoryHidden,
  listCategoryTree,
  moveCategory,
  renameCategory,
  moveCategoryOnePlace,
} from "./edit-categories.ts";
import { listSizeNamesWithCounts, moveSizeName } from "./move-size-name.ts";
import { setIncrements } from "../shops/shop-prices.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

const findCategory = async (name: string) => (await listCategoryTree(server.app)).find((row) => row.name === name)!;
const findBrand = async (name: string) => (await listAllBrands(server.app)).find((row) => row.name === name)!;
async function newCategory(name: string, parentId: string | null = null) {
  expect(await addCategory(server.app, { name, parentId }, BY)).toBe("done");
  return findCategory(name);
}

describe("the tree of categories", () => {
  test("accepts a name under two parents, but not twice under the second one", async () => {
    const mujer = await findCategory("Mujer");
    const playa = await newCategory("Playa");
    expect(await addCategory(server.app, { name: "Playa", parentId: mujer.id }, BY)).toBe("done");
    expect(await addCategory(server.app, { name: "Playa", parentId: mujer.id }, BY)).toEqual({
      refused: "category_taken",
    });
    expect(await addCategory(server.app, { name: "playa", parentId: null }, BY)).toEqual({ refused: "category_taken" });
    const costa = await newCategory("Costa", mujer.id);
    const nameTakenRefusal = { refused: "category_taken" };
    expect(await renameCategory(server.app, { id: costa.id, name: "PLAYA" }, BY)).toEqual(nameTakenRefusal);
    expect(await moveCategory(server.app, { id: playa.id, parentId: mujer.id }, BY)).toEqual(nameTakenRefusal);
    expect(await renameCategory(server.app, { id: costa.id, name: "costa" }, BY)).toBe("done");
    expect(await addCategory(server.app, { name: "¿?", parentId: null }, BY)).toEqual({
      refused: "catalog_name_missing",
    });
  });

  test("has no cycles, even when two categories are moved under each other at the same time", async () => {
    const [a, b] = [await newCategory("Anillo A"), await newCategory("Anillo B")];
    const answers = await Promise.all([
      moveCategory(server.app, { id: a.id, parentId: b.id }, BY),
      moveCategory(server.app, { id: b.id, parentId: a.id }, BY),
    ]);
    expect(answers.filter(isRefusal)).toEqual([{ refused: "category_inside_itself" }]);
    expect(await moveCategory(server.app, { id: a.id, parentId: a.id }, BY)).toEqual({
      refused: "category_inside_itself",
    });
  });

  test("reorders its categories and deletes only empty ones", async () => {
    await newCategory("Orden 1");
    const second = await newCategory("Orden 2");
    expect(await moveCategoryOnePlace(server.app, { id: second.id, step: -1 }, BY)).toBe("done");
    const names = (await listCategoryTree(server.app)).map((row) => row.name);
    expect(names.indexOf("Orden 2")).toBeLessThan(names.indexOf("Orden 1"));
    const vestidos = await findCategory("Vestidos");
    expect(await deleteCategory(server.app, { id: vestidos.id }, BY)).toEqual({ refused: "category_not_empty" });
    expect(await deleteCategory(server.app, { id: second.id }, BY)).toBe("done");
  });

  test("does not move a category whose id is malformed", async () => {
    const result = await moveCategoryOnePlace(server.app, { id: "no-es-un-id", step: 1 }, BY);
    expect(result).toEqual({ refused: "category_unknown" });
  });

  test("hides a category and its subcategories from the menu; a search for a category's new name works", async () => {
    const { id } = await findCategory("Hombre");
    const fetchMenu = async () => JSON.stringify((await server.call("GET", "/api/v1/categories/menu")).json);
    expect(await setCategoryHidden(server.app, { id, isHidden: true }, BY)).toBe("done");
    await expect.poll(fetchMenu, { timeout: 10_000 }).not.toContain("camisas");
    await setCategoryHidden(server.app, { id, isHidden: false }, BY);
    await expect.poll(fetchMenu, { timeout: 10_000 }).toContain("camisas");
    const camisas = await findCategory("Camisas");
    await renameCategory(server.app, { id: camisas.id, name: "Guayaberas" }, BY);
    const results = await server.call("GET", "/api/v1/search2?searchTerm=guayaberas&page=1&size=5");
    expect(results.json.totalDocs).toBeGreaterThan(0);
  });
});

describe("a brand", () => {
  test("can be merged into another brand, which gets its guides, promotions and rows of the home page", async () => {
    await addBrand(server.app, { name: "Primera" }, BY);
    await addBrand(server.app, { name: "Segunda" }, BY);
    const [mergedBrand, targetBrand] = [await findBrand("Primera"), await findBrand("Segunda")];
    const [ownCategory, sharedCategory] = [await newCategory("Guías propias"), await newCategory("Guías de las dos")];
    const { db } = server.app;
    await sql`INSERT INTO size_guides (id, brand_id, category_id, measures) VALUES
      (${newId()}, ${mergedBrand.id}, ${ownCategory.id}, '{chest}'), (${newId()}, ${mergedBrand.id}, ${sharedCategory.id}, '{chest}'),
      (${newId()}, ${targetBrand.id}, ${sharedCategory.id}, '{waist}')`.execute(db);
    const row = { kind: "row", shown: true, title: "Fila" };
    const sections = [
      ...DEFAULT_HOME_SECTIONS,
      { ...row, source: "brand", slug: "primera" },
      { ...row, source: "new", slug: "" },
    ];
    await sql`UPDATE shops SET settings = jsonb_set(settings, '{storefront,home}', ${JSON.stringify(sections)}::jsonb)
      WHERE key = 'matriz'`.execute(db);
    const promotionId = newId();
    await sql`INSERT INTO promotions (id, name, rule, created_by, scope) SELECT ${promotionId}, 'Prueba', rule, 'prueba',
        jsonb_set(scope, '{brandIds}', ${JSON.stringify([mergedBrand.id])}::jsonb) FROM promotions WHERE gift_product_id IS NULL LIMIT 1`.execute(
      db,
    );
    expect(await mergeBrands(server.app, { id: mergedBrand.id, into: targetBrand.id }, BY)).toBe("done");
    const guides = await db
      .selectFrom("size_guides")
      .select(["category_id", "measures"])
      .where("brand_id", "=", targetBrand.id)
      .execute();
    expect(new Map(guides.map((guide) => [guide.category_id, guide.measures]))).toEqual(
      new Map([
        [ownCategory.id, ["chest"]],
        [sharedCategory.id, ["waist"]],
      ]),
    );
    const promotion = await db
      .selectFrom("promotions")
      .select("scope")
      .where("id", "=", promotionId)
      .executeTakeFirst();
    expect(promotion!.scope.brandIds).toEqual([targetBrand.id]);
    const shop = await server.findShop();
    expect(shop.settings.storefront.home.slice(-2)).toMatchObject([{ slug: "segunda" }, { slug: "" }]);
  });

  test("with an increment can be merged into another brand, which gets its products", async () => {
    await addBrand(server.app, { name: "Doble" }, BY);
    await addBrand(server.app, { name: "Única" }, BY);
    const [from, into] = [await findBrand("Doble"), await findBrand("Única")];
    const productOfBothBrands = (await createTestSize(server.app, { pieces: 1 })).productId;
    const productOfOneBrand = (await createTestSize(server.app, { pieces: 1 })).productId;
    await sql`INSERT INTO product_brands (product_id, brand_id, position)
      VALUES (${productOfBothBrands}, ${from.id}, 0), (${productOfBothBrands}, ${into.id}, 1), (${productOfOneBrand}, ${from.id}, 0)`.execute(
      server.app.db,
    );
    await setIncrements(
      server.app,
      await server.findShop("norte"),
      [{ brandId: from.id, cents: 10_00, seen: null }],
      BY,
    );
    expect(await deleteBrand(server.app, { id: from.id }, BY)).toEqual({ refused: "brand_not_empty" });
    expect(await mergeBrands(server.app, { id: from.id, into: from.id }, BY)).toEqual({ refused: "brand_unknown" });
    expect(await mergeBrands(server.app, { id: from.id, into: into.id }, BY)).toBe("done");
    const { rows } =
      await sql`SELECT product_id, position FROM product_brands WHERE brand_id = ${into.id} ORDER BY 1`.execute(
        server.app.db,
      );
    expect(rows).toEqual(
      [productOfBothBrands, productOfOneBrand].sort().map((product_id) => ({ product_id, position: 0 })),
    );
    expect(await findBrand("Doble")).toBeUndefined();
  });

  test("cannot be added twice, can be renamed, and can be deleted when nothing refers to it", async () => {
    expect(await addBrand(server.app, { name: "Íntima" }, BY)).toBe("done");
    expect(await addBrand(server.app, { name: "intima" }, BY)).toEqual({ refused: "brand_taken" });
    const { id } = await findBrand("Íntima");
    expect(await renameBrand(server.app, { id, name: "Otra" }, BY)).toBe("done");
    expect(await deleteBrand(server.app, { id }, BY)).toBe("done");
  });
});

test("the list of size names has the order that staff set", async () => {
  const sizeNames = await listSizeNamesWithCounts(server.app);
  const largeSizeName = sizeNames.find(({ name }) => name === "G")!;
  expect(await moveSizeName(server.app, { id: largeSizeName.id, step: -100_000 }, BY)).toBe("done");
  expect((await listSizeNamesWithCounts(server.app))[0]!.name).toBe("G");
  const { json } = await server.call("GET", "/api/v1/products/attributes/sizes");
  expect(json[0].name).toBe("G");
});

test("of two concurrent changes of a branch's increment the second is refused", async () => {
  const norte = await server.findShop("norte");
  await addBrand(server.app, { name: "Disputada" }, BY);
  const { id: brandId } = await findBrand("Disputada");
  const set = (cents: number) => setIncrements(server.app, norte, [{ brandId, cents, seen: null }], BY);
  const answers = await Promise.all([set(10_00), set(20_00)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "increments_changed" }]);
  const increment = (await server.findShop("norte")).brandIncrements.get(brandId);
  expect(increment).toBe(isRefusal(answers[0]) ? 20_00 : 10_00);
});
