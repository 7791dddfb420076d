import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoId } from "../../../demo/load/demo-id.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { TypedGuide } from "../../domain/size-guide.ts";
import { listChanges } from "../change-log/change-log.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { exportCustomer } from "../customers/office/export-customer.ts";
import { newId } from "../db/new-id.ts";
import { runAudit } from "../audit/run-audit.ts";
import { openSession } from "../sessions/sessions.ts";
import { registerCustomer } from "../sign-in/register-customer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { findMeasuresOf, saveMeasures } from "./customer-measures.ts";
import { findGuide, findApplicableGuide, findApplicableGuides, listGuides, type GuideOwner } from "./queries.ts";
import { changeGuide, createGuide, deleteGuide } from "./save-guide.ts";

const TEST_ACTOR = { memberId: null, name: "Vera", ip: null };

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

const makeTypedGuide = (rows: Record<string, string[]>, measures = ["waist"]): TypedGuide => ({
  measures,
  rows: Object.entries(rows).map(([size, cells]) => ({ size, cells })),
});

async function createTestGuide(owner: GuideOwner, typedGuide = makeTypedGuide({ M: ["74"] })): Promise<string> {
  const createResult = await createGuide(server.app, owner, typedGuide, TEST_ACTOR);
  if (!("id" in createResult)) throw new Error(JSON.stringify(createResult));
  return createResult.id;
}

/** A product in size M, of a new brand, in a new category below a new category. */
async function createTestProduct() {
  const { db } = server.app;
  const [parentId, categoryId, brandId, productId] = [newId(), newId(), newId(), newId()];
  const namedColumns = (id: string, name: string) => ({ id, slug: id, name });
  await db
    .insertInto("categories")
    .values({ ...namedColumns(parentId, "Ropa"), position: 900 })
    .execute();
  await db
    .insertInto("categories")
    .values({ ...namedColumns(categoryId, "Faldas"), position: 901, parent_id: parentId })
    .execute();
  await db.insertInto("brands").values(namedColumns(brandId, "Marca")).execute();
  await db.insertInto("products").values({ id: productId, name: "Falda", price_cents: 100_00 }).execute();
  await db.insertInto("product_categories").values({ product_id: productId, category_id: categoryId }).execute();
  await db.insertInto("product_brands").values({ product_id: productId, brand_id: brandId, position: 0 }).execute();
  await db
    .insertInto("sizes")
    .values({ id: newId(), product_id: productId, size_name_id: demoId("size name", "M"), available: 3 })
    .execute();
  await sql`SELECT refresh_product_search(ARRAY[${productId}]::uuid[])`.execute(db);
  return { parentId, categoryId, brandId, productId };
}

test("a product has its own guide, else its brand's in the nearest category, else the nearest category's", async () => {
  const { parentId, categoryId, brandId, productId } = await createTestProduct();
  const findAppliedGuideId = async () => (await findApplicableGuide(server.app.db, productId))?.id;
  expect(await findAppliedGuideId()).toBeUndefined();
  const parentGuideId = await createTestGuide({ categoryId: parentId, brandId: null });
  expect(await findAppliedGuideId()).toBe(parentGuideId);
  const categoryGuideId = await createTestGuide({ categoryId, brandId: null });
  expect(await findAppliedGuideId()).toBe(categoryGuideId);
  const brandInParentGuideId = await createTestGuide({ categoryId: parentId, brandId });
  expect(await findAppliedGuideId()).toBe(brandInParentGuideId);
  const brandGuideId = await createTestGuide({ categoryId, brandId });
  expect(await findAppliedGuideId()).toBe(brandGuideId);
  const ownGuideId = await createTestGuide({ productId });
  expect(await findAppliedGuideId()).toBe(ownGuideId);
  expect(await deleteGuide(server.app, { id: ownGuideId, seen: 1 }, TEST_ACTOR)).toBe("done");
  expect(await findAppliedGuideId()).toBe(brandGuideId);
});

test("a guide without any of the product's sizes does not apply to it", async () => {
  const { parentId, categoryId, productId } = await createTestProduct();
  const parentGuideId = await createTestGuide({ categoryId: parentId, brandId: null });
  await createTestGuide({ categoryId, brandId: null }, makeTypedGuide({ "26": ["67"], "28": ["72"] }));
  expect((await findApplicableGuide(server.app.db, productId))?.id).toBe(parentGuideId);
});

test("the guides of the demo's products name all their sizes", async () => {
  const { rows } = await sql<{ id: string; slug: string; sizes: string[] }>`
    SELECT p.id, c.slug, array_agg(n.name) AS sizes FROM products p JOIN product_categories pc ON pc.product_id = p.id
    JOIN categories c ON c.id = pc.category_id JOIN sizes s ON s.product_id = p.id JOIN size_names n ON n.id = s.size_name_id
    WHERE NOT p.is_digital AND p.import_key LIKE 'demo:%' AND c.parent_id <> ${demoId("category", "accesorios")}
    GROUP BY p.id, c.slug`.execute(server.app.db);
  const guides = await findApplicableGuides(
    server.app.db,
    rows.map(({ id }) => id),
  );
  for (const { id, slug, sizes } of rows) {
    const namedSizes = guides.get(id)?.rows.map(({ size }) => size) ?? [];
    // Two products in jeans categories have sizes in letters, which only the guide of the parent category names.
    expect({ slug, id, missing: sizes.filter((size) => !namedSizes.includes(size)) }).toEqual({
      slug,
      id,
      missing: [],
    });
  }
});

describe("saving a guide", () => {
  test("saving an invalid table returns the errors of its cells and writes nothing", async () => {
    const { productId } = await createTestProduct();
    const typedGuide = makeTypedGuide({ CH: ["70"], M: ["68"] });
    expect(await createGuide(server.app, { productId }, typedGuide, TEST_ACTOR)).toEqual({
      errors: { "cell:1:0": "Cintura de M: no puede medir menos que CH" },
    });
    expect(await findApplicableGuide(server.app.db, productId)).toBeNull();
  });

  test("sizes are stored with the names and in the order of the shop's sizes", async () => {
    const { productId } = await createTestProduct();
    const id = await createTestGuide({ productId }, makeTypedGuide({ m: ["74"], ch: ["68,5"] }));
    expect((await findGuide(server.app.db, id))?.rows).toEqual([
      { size: "CH", millimeters: [685] },
      { size: "M", millimeters: [740] },
    ]);
  });

  test("the second of two concurrent changes is refused, and the log has the old and the new value", async () => {
    const { productId } = await createTestProduct();
    const id = await createTestGuide({ productId });
    const results = await Promise.all(
      ["75", "76"].map((waist) => changeGuide(server.app, { id, seen: 1 }, makeTypedGuide({ M: [waist] }), TEST_ACTOR)),
    );
    expect(results.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
    expect(results).toContainEqual({ version: 2 });
    const [change] = await listChanges(server.app.db, "size-guide", { id });
    expect(change?.before).toEqual({ M: "M: cintura 74" });
    expect(change?.after).toMatchObject({ M: expect.stringMatching(/^M: cintura 7[56]$/) });
  });

  test("saving an unchanged guide changes nothing", async () => {
    const { productId } = await createTestProduct();
    const id = await createTestGuide({ productId });
    expect(await changeGuide(server.app, { id, seen: 1 }, makeTypedGuide({ M: ["74"] }), TEST_ACTOR)).toEqual({
      version: 1,
    });
  });

  test("an owner has one guide, also after two concurrent creations", async () => {
    const { categoryId, brandId } = await createTestProduct();
    const results = await Promise.all(
      ["74", "75"].map((waist) =>
        createGuide(server.app, { categoryId, brandId }, makeTypedGuide({ M: [waist] }), TEST_ACTOR),
      ),
    );
    expect(results.filter(isRefusal)).toEqual([{ refused: "guide_taken" }]);
  });

  test.each([
    [{ productId: newId() }, "product_not_found"],
    [{ productId: "x" }, "product_not_found"],
    [{ categoryId: newId(), brandId: null }, "category_unknown"],
    [{ categoryId: demoId("category", "mujer"), brandId: newId() }, "brand_unknown"],
  ] as const)("%o is refused: %s", async (owner, refused) => {
    expect(await createGuide(server.app, owner, makeTypedGuide({ M: ["74"] }), TEST_ACTOR)).toEqual({ refused });
  });
});

describe("the database refuses", () => {
  const insertGuide = async (guide: object, rows: number[][] = []) => {
    const { db } = server.app;
    const id = newId();
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto("size_guides")
        .values({ id, measures: ["waist", "hip"], ...guide })
        .execute();
      const sizes = ["CH", "M"].map((name) => demoId("size name", name));
      for (const [n, millimeters] of rows.entries()) {
        await tx.insertInto("size_guide_rows").values({ guide_id: id, size_name_id: sizes[n]!, millimeters }).execute();
      }
    });
  };
  const categoryColumns = { category_id: demoId("category", "gorros") };
  test.each<[string, object, number[][], RegExp]>([
    ["a guide without an owner", {}, [], /of_one_owner/],
    [
      "a guide of a product and a category",
      { ...categoryColumns, product_id: demoId("product", "x") },
      [],
      /of_one_owner/,
    ],
    ["a brand without a category", { brand_id: demoId("brand", "x") }, [], /of_one_owner/],
    ["a second guide of a category", { category_id: demoId("category", "mujer") }, [], /size_guides_once/],
    ["a column twice", { ...categoryColumns, measures: ["waist", "waist"] }, [], /measures_once/],
    ["an unknown column", { ...categoryColumns, measures: ["neck"] }, [], /measures_known/],
    ["a row with a gap", categoryColumns, [[740]], /rows_whole/],
    ["a negative measure", categoryColumns, [[740, -10]], /rows_range/],
    ["zero", categoryColumns, [[740, 0]], /rows_range/],
  ])("%s", async (_, guide, rows, message) => {
    await expect(insertGuide(guide, rows)).rejects.toThrow(message);
  });
});

describe("the API", () => {
  test("a product has its guide in centimetres, also in lists, and shows a change immediately", async () => {
    const { productId } = await createTestProduct();
    const id = await createTestGuide({ productId }, makeTypedGuide({ M: ["74,5", "100"] }, ["waist", "hip"]));
    const readProduct = async () => (await server.call("GET", `/api/v1/products/${productId}`)).json;
    const sizeGuide = { unit: "cm", columns: ["Cintura", "Cadera"], rows: [{ size: "M", values: [74.5, 100] }] };
    expect(await readProduct()).toMatchObject({ sizeGuide });
    const { json: page } = await server.call("GET", "/api/v1/search2?searchTerm=falda&size=50");
    expect(page.docs).toContainEqual(expect.objectContaining({ _id: productId, sizeGuide }));
    const { json: allProducts } = await server.call("GET", "/products");
    expect(allProducts).toContainEqual(expect.objectContaining({ _id: productId, sizeGuide }));
    await changeGuide(server.app, { id, seen: 1 }, makeTypedGuide({ M: ["75"] }), TEST_ACTOR);
    expect(await readProduct()).toMatchObject({ sizeGuide: { rows: [{ size: "M", values: [75] }] } });
    await deleteGuide(server.app, { id, seen: 2 }, TEST_ACTOR);
    expect(await readProduct()).toMatchObject({ sizeGuide: null });
  });
});

describe("a customer's measures", () => {
  async function register(username: string) {
    const person = { name: "Ana", lastName: "Prueba", phone: "5511112222", email: null, rfc: null };
    const registerResult = await registerCustomer(server.app, await server.findShop(), {
      ...person,
      username,
      password: "secreta-1",
    });
    if (isRefusal(registerResult)) throw new Error(registerResult.refused);
    const { id } = registerResult.customer;
    return { id, token: (await openSession(server.app.genericPlanDb, id)).token };
  }

  test("are added to those saved before, read by their owner and deleted", async () => {
    const { id, token } = await register("medidas-1@ejemplo.mx");
    const path = `/api/v1/customers/${id}/measures`;
    const noMeasures = { chest: null, waist: null, hip: null, foot: null, inseam: null };
    expect((await server.call("GET", path, { token })).json).toEqual(noMeasures);
    await server.call("PUT", path, { token, body: { chest: 92.5, waist: 74 } });
    await server.call("PUT", path, { token, body: { waist: 75, foot: 24 } });
    expect((await server.call("GET", path, { token })).json).toEqual({
      ...noMeasures,
      chest: 92.5,
      waist: 75,
      foot: 24,
    });
    expect((await server.call("DELETE", path, { token })).json).toEqual(noMeasures);
    expect(await findMeasuresOf(server.app.db, id)).toEqual({});
  });

  test("an impossible measure is refused at its field", async () => {
    const { id, token } = await register("medidas-2@ejemplo.mx");
    const { status, json } = await server.call("PUT", `/api/v1/customers/${id}/measures`, {
      token,
      body: { chest: -3, waist: 4_000, hip: "cien" },
    });
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      { path: "chest", message: "La medida debe ser mayor que cero" },
      { path: "waist", message: "Son más de 300 cm: revisa la medida" },
      { path: "hip", message: "Escribe centímetros, p. ej. 72 o 72.5" },
    ]);
  });

  test("are in the export of the customer's data and are erased with it", async () => {
    const { id } = await register("medidas-3@ejemplo.mx");
    await saveMeasures(server.app, id, { chest: 925 });
    expect(await exportCustomer(server.app, id, TEST_ACTOR)).toMatchObject({ bodyMillimeters: { chest: 925 } });
    expect(await eraseCustomer(server.app, id, TEST_ACTOR)).toBe("erased");
    expect(await findMeasuresOf(server.app.db, id)).toEqual({});
    expect(await saveMeasures(server.app, id, { chest: 925 })).toEqual({ refused: "customer_not_found" });
  });
});

test("the audit finds a guide without sizes", async () => {
  const { parentId } = await createTestProduct();
  const id = newId();
  await server.app.db
    .insertInto("size_guides")
    .values({ id, category_id: parentId, measures: ["waist"] })
    .execute();
  const auditResults = await runAudit(server.databaseConfig);
  expect(auditResults.find(({ check }) => check.name === "size-guides-have-sizes")?.examples).toEqual([id]);
  expect((await listGuides(server.app.db)).find((guide) => guide.id === id)).toMatchObject({
    category: "Ropa",
    rows: [],
  });
  await server.app.db.deleteFrom("size_guides").where("id", "=", id).execute();
});
