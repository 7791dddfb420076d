import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_FACTS } from "../../domain/product-facts.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { addToCart } from "../cart/add-to-cart.ts";
import { listChanges, CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { serveTestApp, startTestServer, type TestServer } from "../testing/test-server.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { setPublished } from "./bulk-edit.ts";
import { addProductSizes, runSizeAction } from "./change-sizes.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { findEditedProduct, IS_UNTOUCHED } from "./edited-product.ts";
import { changeProduct, createProduct, type ProductDraft } from "./save-product.ts";
import { createGuide } from "../size-guides/save-guide.ts";
import { findOwnGuide } from "../size-guides/queries.ts";
import { setOwnPrice } from "../shops/shop-prices.ts";

const BY = { memberId: null, name: "Vera", ip: null };

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

function makeDraft(changes: Partial<ProductDraft> = {}): ProductDraft {
  return {
    name: "Falda de pruebas",
    description: "Con bolsas.",
    color: "Azul",
    priceCents: 300_00,
    costCents: null,
    wholesalePriceCents: 250_00,
    isMarkedNew: false,
    extended1: null,
    extended2: null,
    eventAt: null,
    eventPlace: null,
    presaleId: null,
    brandIds: [],
    categoryIds: [],
    onlyIn: [],
    ownPrices: [],
    ...NO_FACTS,
    ...changes,
  };
}

async function createTestProduct(
  changes: Partial<ProductDraft> = {},
  sizes = [{ name: "M", pieces: 3 }],
): Promise<string> {
  const created = await createProduct(server.app, { ...makeDraft(changes), isDigital: false, sizes }, BY);
  if (isRefusal(created)) throw new Error(created.refused);
  return created.id;
}
const findEdited = async (id: string) => (await findEditedProduct(server.app.db, id))!;
const getFromShop = async (id: string, shopKey = "matriz") =>
  server.call("GET", `/api/v1/products/${id}`, { shop: shopKey });

describe("a new product", () => {
  test("is hidden until it is published, and its first pieces are stock movements", async () => {
    const id = await createTestProduct({}, [
      { name: "CH", pieces: 0 },
      { name: "M", pieces: 3 },
    ]);
    expect((await getFromShop(id)).status).toBe(404);
    expect(await setPublished(server.app, id, true, BY)).toBe("done");
    const { json } = await getFromShop(id);
    expect(json.stocks).toMatchObject([
      { attribute: "CH", stock: 0 },
      { attribute: "M", stock: 3 },
    ]);
    const movements = await server.app.db
      .selectFrom("stock_movements")
      .innerJoin("sizes", "sizes.id", "stock_movements.size_id")
      .select(["pieces", "kind", "actor"])
      .where("product_id", "=", id)
      .execute();
    expect(movements).toEqual([{ pieces: 3, kind: "receipt", actor: "Vera" }]);
  });

  test.each([
    [{ wholesalePriceCents: 300_01 }, "wholesale_above_price"],
    [{ brandIds: ["018f0000-0000-7000-8000-000000000000"] }, "brand_unknown"],
    [{ categoryIds: ["018f0000-0000-7000-8000-000000000000"] }, "category_unknown"],
    [{ presaleId: "018f0000-0000-7000-8000-000000000000" }, "presale_not_found"],
    [{ eventAt: new Date() }, "event_half"],
    [{ composition: [{ fiber: "Algodón", percent: 99 }] }, "composition_sum"],
    [{ care: ["wash-30", "wash-no"] }, "care_twice"],
    [{ styleCode: "con espacio" }, "style_code_malformed"],
  ])("with %o is not created: %s", async (changes, refused) => {
    const name = `Nada ${refused}`;
    const created = await createProduct(
      server.app,
      { ...makeDraft({ ...changes, name }), isDigital: false, sizes: [] },
      BY,
    );
    expect(created).toEqual({ refused });
    const rows = await server.app.db.selectFrom("products").select("id").where("name", "=", name).execute();
    expect(rows).toEqual([]);
  });

  test("sold in one branch is not visible in other shops and has the branch's own price", async () => {
    const { id: norte } = await server.findShop("norte");
    const id = await createTestProduct({ onlyIn: [norte], ownPrices: [{ shopId: norte, cents: 275_00 }] });
    await setPublished(server.app, id, true, BY);
    expect((await getFromShop(id)).status).toBe(404);
    expect((await getFromShop(id, "norte")).json).toMatchObject({ isLocal: true, shopPrice: 275 });
  });
});

describe("changes of a product", () => {
  test("a change is refused after a concurrent change, and after a change of the branch's price", async () => {
    const id = await createTestProduct();
    const { version } = await findEdited(id);
    const save = (name: string) => changeProduct(server.app, { id, seen: version }, makeDraft({ name }), BY);
    const answers = await Promise.all([save("De Ana"), save("De Berta")]);
    expect(answers.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
    const after = await findEdited(id);
    expect(after.name).toBe(isRefusal(answers[0]) ? "De Berta" : "De Ana");
    await setOwnPrice(server.app, await server.findShop("norte"), id, 280_00, CONSOLE_ACTOR);
    expect(await changeProduct(server.app, { id, seen: after.version }, makeDraft(), BY)).toEqual({
      refused: "edit_conflict",
    });
  });

  test("facts are stored, logged in words and can be cleared", async () => {
    const id = await createTestProduct();
    const facts = {
      styleCode: "FAL-1",
      composition: [
        { fiber: "Lino", percent: 60 },
        { fiber: "Algodón", percent: 40 },
      ],
      care: ["iron-150", "wash-hand"],
      originCountry: "MEX",
      responsibleFirm: "Costuras del Valle",
      gender: "female",
      ageGroup: "adult",
      googleCategory: "1581",
      fitNote: "Corte amplio",
      modelNote: "Mide 1.70 m y usa M",
      searchKeywords: "pollera",
    } as const;
    const save = async (changes: Partial<ProductDraft>) =>
      changeProduct(server.app, { id, seen: (await findEdited(id)).version }, makeDraft(changes), BY);
    expect(isRefusal(await save(facts))).toBe(false);
    expect(await findEdited(id)).toMatchObject({ ...facts, care: ["wash-hand", "iron-150"] });
    const [newestChange] = await listChanges(server.app.db, "product", { id });
    expect(newestChange!.after).toMatchObject({
      composition: "60 % lino, 40 % algodón",
      care: ["Lavar a mano", "Planchar a máximo 150 °C"],
      originCountry: "México",
      gender: "Mujer",
    });
    await setPublished(server.app, id, true, BY);
    const { json } = await server.call("GET", "/api/v1/search2?searchTerm=pollera");
    expect(json.docs.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    expect(isRefusal(await save({}))).toBe(false);
    expect(await findEdited(id)).toMatchObject(NO_FACTS);
  });

  test("only the changed fields are logged", async () => {
    const id = await createTestProduct();
    const { version } = await findEdited(id);
    await changeProduct(server.app, { id, seen: version }, makeDraft({ priceCents: 310_00 }), BY);
    const [newestChange] = await listChanges(server.app.db, "product", { id });
    expect(newestChange).toMatchObject({
      actor: "Vera",
      action: "product-edit",
      before: { priceCents: 300_00 },
      after: { priceCents: 310_00 },
    });
  });
});

describe("a size", () => {
  test("without history can be deleted; one with history can be hidden, and then it cannot be bought", async () => {
    const id = await createTestProduct({}, [
      { name: "CH", pieces: 0 },
      { name: "M", pieces: 2 },
    ]);
    await setPublished(server.app, id, true, BY);
    const [smallSize, mediumSize] = (await findEdited(id)).sizes;
    expect([smallSize!.isUntouched, mediumSize!.isUntouched]).toEqual([true, false]);
    const change = (sizeId: string, action: "hide" | "show" | "drop") =>
      runSizeAction(server.app, { productId: id, sizeId, action }, BY);
    expect(await change(mediumSize!.id, "drop")).toEqual({ refused: "size_used" });
    expect(await change(smallSize!.id, "drop")).toBe("done");
    expect(await change(mediumSize!.id, "hide")).toBe("done");
    expect((await getFromShop(id)).json.stocks).toEqual([]);
    const line = { productId: id, sizeId: mediumSize!.id, pieces: 1 };
    const addResult = await addToCart(server.app, await server.findShop(), {
      cartId: null,
      presaleId: null,
      lines: [line],
    });
    expect(addResult).toMatchObject({ cart: null, failed: [{ reason: "NOT_FOUND" }] });
    expect(await availableOf(server.app, mediumSize!.id)).toBe(2);
    expect(await change(mediumSize!.id, "show")).toBe("done");
    expect((await getFromShop(id)).json.stocks).toMatchObject([{ attribute: "M", stock: 2 }]);
  });

  test("cannot be deleted while any table refers to it", async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      SELECT conrelid::regclass::text AS table, a.attname AS column
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.contype = 'f' AND c.confrelid = 'sizes'::regclass AND c.confdeltype = 'a'`.execute(server.app.db);
    expect(rows.length).toBeGreaterThan(8);
    const condition = IS_UNTOUCHED.compile(server.app.db).sql;
    for (const { table, column } of rows)
      expect(condition, column).toMatch(new RegExp(`FROM ${table} (\\w) .*\\b\\1\\.${column}\\b`));
  });

  test("of another product is not found", async () => {
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    const otherSize = await createTestSize(server.app, { pieces: 1 });
    const refused = await runSizeAction(server.app, { productId, sizeId: otherSize.sizeId, action: "hide" }, BY);
    expect(refused).toEqual({ refused: "size_not_found" });
  });

  test("that the product has already is not added again", async () => {
    const id = await createTestProduct();
    expect(await addProductSizes(server.app, id, [{ name: "M", pieces: 9 }], BY)).toEqual({ refused: "size_known" });
    expect((await findEdited(id)).sizes[0]!.available).toBe(3);
  });
});

test("a copy is hidden and has no pieces", async () => {
  const id = await createTestProduct();
  await setPublished(server.app, id, true, BY);
  const copy = await duplicateProduct(server.app, id, BY);
  if (isRefusal(copy)) throw new Error(copy.refused);
  expect(await findEdited(copy.id)).toMatchObject({
    name: "Falda de pruebas (copia)",
    isPublished: false,
    sizes: [{ name: "M", available: 0, isUntouched: true }],
  });
});

test("a copy has a copy of the product's own size guide", async () => {
  const id = await createTestProduct();
  const guideInput = { measures: ["waist", "hip"], rows: [{ size: "M", cells: ["74", "100"] }] };
  const guide = await createGuide(server.app, { productId: id }, guideInput, BY);
  if (!("id" in guide)) throw new Error(JSON.stringify(guide));
  const copy = await duplicateProduct(server.app, id, BY);
  if (isRefusal(copy)) throw new Error(copy.refused);
  const copiedGuide = (await findOwnGuide(server.app.db, { productId: copy.id }))!;
  expect(copiedGuide).toMatchObject({ measures: ["waist", "hip"], rows: [{ size: "M", millimeters: [740, 1000] }] });
  expect(copiedGuide.id).not.toBe(guide.id);
});

test("a change in one process is visible within five seconds in another process with a cached response", async () => {
  const id = await createTestProduct();
  await setPublished(server.app, id, true, BY);
  const otherServer = await serveTestApp(await startAppOnDatabase(server.databaseConfig));
  try {
    const nameInOtherApp = async () => (await otherServer.call("GET", `/api/v1/products/${id}`)).json?.name as string;
    expect(await nameInOtherApp()).toBe("Falda de pruebas");
    const { version } = await findEdited(id);
    await changeProduct(server.app, { id, seen: version }, makeDraft({ name: "Falda cambiada" }), BY);
    const changedAt = performance.now();
    expect((await getFromShop(id)).json.name).toBe("Falda cambiada");
    while ((await nameInOtherApp()) !== "Falda cambiada") {
      if (performance.now() - changedAt > 5_000) throw new Error("the other process did not show the change");
    }
  } finally {
    await otherServer.stop();
  }
});
