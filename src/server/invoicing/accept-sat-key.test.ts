import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listChanges } from "../change-log/change-log.ts";
import { createTestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { listConfirmedKeys, listKeysToReview } from "./accept-sat-key.ts";
import { setIssuer, setSatKeys } from "./set-issuer.ts";

let testApp: TestApp;
let product: { table: "products"; id: string };
beforeAll(async () => {
  testApp = await startTestApp();
});
beforeEach(async () => {
  const { productId } = await createTestSize(testApp.app, { pieces: 1 });
  product = { table: "products", id: productId };
});
afterAll(() => testApp.stop());

const ACTOR = { memberId: null, name: "Ana", ip: null };
const setKeys = (
  productKey: string | null,
  options: { unitKey?: string | undefined; confirmation?: { name: string } } = {},
) => setSatKeys(testApp.app, product, { productKey, unitKey: null, ...options }, ACTOR);

describe("setting a product's key", () => {
  test.each([
    ["53101604", "set"],
    ["53102000", "set"],
    [null, "set"],
    ["53100000", { refused: "sat_key_family" }],
    ["53131501", { refused: "sat_key_unknown" }],
    ["99999999", { refused: "sat_key_wrong" }],
    ["blusa", { refused: "sat_key_wrong" }],
  ])("%s results in %o", async (key, outcome) => expect(await setKeys(key)).toEqual(outcome));

  test.each(["53100000", "99999999", "531016", "blusa"])("%s is refused even if it is confirmed", async (key) => {
    expect(isRefusal(await setKeys(key, { confirmation: { name: "Ropa" } }))).toBe(true);
    expect(
      await testApp.app.db.selectFrom("confirmed_sat_keys").select("key").where("key", "=", key).execute(),
    ).toEqual([]);
  });

  test("a unit outside the list is refused", async () => {
    expect(await setKeys("53101604", { unitKey: "XYZ" })).toEqual({ refused: "sat_unit_wrong" });
    expect(await setKeys("53101604", { unitKey: "PR" })).toBe("set");
    // A command that names only the product's key leaves the unit.
    expect(await setKeys("53102000", { unitKey: undefined })).toBe("set");
    const keys = await testApp.app.db
      .selectFrom("products")
      .select(["sat_product_key", "sat_unit_key"])
      .where("id", "=", product.id)
      .executeTakeFirst();
    expect(keys).toEqual({ sat_product_key: "53102000", sat_unit_key: "PR" });
  });

  test("a key outside the list is accepted once staff confirm it, and is stored with their name", async () => {
    const confirmation = { name: "  Cepillos de dientes " };
    const results = await Promise.all([1, 2].map(() => setKeys("53131503", { confirmation })));
    expect(results).toEqual(["set", "set"]);
    expect(await listConfirmedKeys(testApp.app.db)).toContainEqual({
      key: "53131503",
      name: "Cepillos de dientes",
      isConfirmed: true,
    });
    const log = (await listChanges(testApp.app.db, "sat-keys", { id: "53131503" })).map(({ action, actor }) => [
      action,
      actor,
    ]);
    expect(log).toEqual([["sat-key-confirm", "Ana"]]);
    await setKeys(null);
    expect(await setKeys("53131503")).toBe("set");
  });

  test("a key stored before the list existed does not block other changes, and is listed to review", async () => {
    await sql`UPDATE products SET sat_product_key = '44121600' WHERE id = ${product.id}`.execute(testApp.app.db);
    expect(await listKeysToReview(testApp.app.db)).toMatchObject([
      { kind: "products", id: product.id, key: "44121600" },
    ]);
    expect(await setKeys("44121600", { unitKey: "SET" })).toBe("set");
    expect(await setKeys("44121600", { confirmation: { name: "" } })).toBe("set");
    expect(await listKeysToReview(testApp.app.db)).toEqual([]);
    expect(await listConfirmedKeys(testApp.app.db)).toContainEqual({
      key: "44121600",
      name: "Confirmada por Ana",
      isConfirmed: true,
    });
  });

  test("the database itself refuses a family", async () => {
    const update = sql`UPDATE products SET sat_product_key = '53100000' WHERE id = ${product.id}`.execute(
      testApp.app.db,
    );
    await expect(update).rejects.toThrow("products_sat_product_key");
  });
});

describe("a key of an issuer", () => {
  const setKey = async (productKey: string, confirmation?: { name: string }) =>
    setIssuer(testApp.app, (await testApp.findShop()).id, { productKey, confirmation }, ACTOR);
  test("is refused at its field, and accepted with a confirmation", async () => {
    expect(await setKey("53100000")).toMatchObject({ field: "product-key", isUnlistedKey: false });
    expect(await setKey("53131504")).toMatchObject({ field: "product-key", isUnlistedKey: true });
    expect(await setKey("53131504", { name: "Seda dental" })).toMatchObject({ keys: { productKey: "53131504" } });
    expect(await setKey("")).toMatchObject({ keys: { productKey: undefined } });
  });
});
