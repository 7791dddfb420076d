import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONSOLE_ACTOR, listChanges } from "../change-log/change-log.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { addShop } from "./add-shop.ts";
import { changeTheme } from "../settings/change-theme.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { findEmailOverrides } from "../mail/email-overrides.ts";
import { listLegalVersions, storeLegalText } from "../settings/legal-texts.ts";
import { addHost, removeHost } from "./shop-hosts.ts";
import { sellOnlyIn, setIncrement, setOwnPrice } from "./shop-prices.ts";
import { createTestSize } from "../testing/test-size.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

let branchCount = 0;
const makeBranchInput = (changes: Partial<Parameters<typeof addShop>[1]> = {}) => {
  const key = `sucursal-${++branchCount}`;
  return { key, name: `Sucursal ${branchCount}`, host: `${key}.ejemplo.mx`, color: null, copyFrom: null, ...changes };
};
async function addTestBranch(changes: Parameters<typeof makeBranchInput>[0] = {}) {
  const addedShop = await addShop(server.app, makeBranchInput(changes));
  if (isRefusal(addedShop)) throw new Error(addedShop.refused);
  return addedShop;
}

describe("a new branch", () => {
  test("is served at its host by another process, under its own name", async () => {
    const secondApp = await startAppOnDatabase(server.databaseConfig);
    try {
      expect((await secondApp.app.shops.forHost("poniente.ejemplo.mx")).key).toBe("matriz");
      await addTestBranch({ host: " Poniente.Ejemplo.MX. ", name: "Casa Poniente" });
      const findShopName = async () => (await secondApp.app.shops.forHost("poniente.ejemplo.mx:443")).name;
      await expect.poll(findShopName, { timeout: 5_000 }).toBe("Casa Poniente");
    } finally {
      await secondApp.stop();
    }
  });

  test("copies another shop, except what belongs to that shop alone, such as its name, logo, chat and local products", async () => {
    const norte = await server.findShop("norte");
    const sections = [{ title: "Cambios", paragraphs: ["En 30 días."] }];
    await storeLegalText(server.app, norte, "returns", sections);
    const overrides = { opening: "¡Hola, {nombre}!", extra: "", closing: "Con cariño." };
    await server.app.db
      .insertInto("email_overrides")
      .values({ shop_id: norte.id, email_kind: "invoice", ...overrides })
      .execute();
    const [localProduct] = await server.app.db
      .selectFrom("products")
      .select("id")
      .where("is_local", "=", true)
      .execute();
    const [sharedProduct] = await server.app.db
      .selectFrom("products")
      .select("id")
      .where("is_local", "=", false)
      .execute();
    const [category] = await server.app.db.selectFrom("categories").select("id").execute();
    await server.app.db
      .insertInto("return_exclusions")
      .values([
        { shop_id: norte.id, product_id: localProduct!.id, category_id: null },
        { shop_id: norte.id, product_id: sharedProduct!.id, category_id: null },
        { shop_id: norte.id, product_id: null, category_id: category!.id },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const addedShop = await addTestBranch({ copyFrom: norte });
    const versions = await listLegalVersions(server.app.db, addedShop.id, "returns");
    expect(versions.map((version) => version.sections)).toEqual([sections]);
    expect(addedShop).toMatchObject({ kind: "branch", color: "green", logo: null, chat: null, banners: norte.banners });
    expect(addedShop.settings).toEqual({
      ...norte.settings,
      analytics: null,
      management: { ...norte.settings.management, allowInvoicing: false },
    });
    expect([...addedShop.brandIncrements]).toEqual([...norte.brandIncrements]);
    const listShopProducts = (id: string) =>
      server.app.db
        .selectFrom("shop_products")
        .innerJoin("products", "products.id", "shop_products.product_id")
        .select(["product_id", "shop_products.price_cents", "is_local"])
        .where("shop_id", "=", id)
        .orderBy("product_id")
        .execute();
    const norteRows = await listShopProducts(norte.id);
    expect(norteRows.some((row) => row.is_local)).toBe(true);
    expect(await listShopProducts(addedShop.id)).toEqual(norteRows.filter((row) => !row.is_local));
    // A branch is at another address, so the pickup points are not copied.
    const fetchCarriers = async (shopKey: string) =>
      (await server.call("GET", "/api/v1/shippings", { shop: shopKey })).json.docs.filter(
        ({ kind }: { kind: string }) => kind === "carrier",
      );
    expect(await fetchCarriers(addedShop.key)).toEqual(await fetchCarriers("norte"));
    expect(await findEmailOverrides(server.app.db, addedShop.id, "invoice")).toEqual(overrides);
    const listExclusions = (id: string) =>
      server.app.db
        .selectFrom("return_exclusions")
        .select(["product_id", "category_id"])
        .where("shop_id", "=", id)
        .orderBy("product_id")
        .orderBy("category_id")
        .execute();
    const norteExclusions = await listExclusions(norte.id);
    expect(norteExclusions.length).toBeGreaterThanOrEqual(3);
    expect(await listExclusions(addedShop.id)).toEqual(
      norteExclusions.filter((row) => row.product_id !== localProduct!.id),
    );
    const fetchCheckoutMessage = async (shopKey: string) =>
      (await server.call("GET", "/api/v1/payment-methods/TB", { shop: shopKey })).json.checkout_msg;
    expect(await fetchCheckoutMessage(addedShop.key)).toBe(await fetchCheckoutMessage("norte"));
  });

  test("that copies no shop starts empty and can sell", async () => {
    const addedShop = await addTestBranch();
    expect(addedShop).toMatchObject({ color: "indigo", banners: [], messages: [] });
    expect((await server.call("GET", "/api/v1/app", { shop: addedShop.key })).json).toMatchObject({
      shopType: "branch",
    });
    expect((await server.call("GET", "/api/v1/payment-methods/TB", { shop: addedShop.key })).status).toBe(200);
    expect((await server.call("GET", "/api/v1/shippings", { shop: addedShop.key })).json.docs.length).toBeGreaterThan(
      0,
    );
  });

  test.each([
    ["shop_key", { key: "Norte" }],
    ["shop_key", { key: "1" }],
    ["shop_key", { key: "a".repeat(41) }],
    ["shop_name", { name: "  " }],
    ["shop_name", { name: "<b>" }],
    ["host_malformed", { host: "https://uno.mx" }],
    ["host_taken", { host: "NORTE.localhost" }],
    ["shop_taken", { key: "norte" }],
  ] as const)("is refused as %s: %j", async (refused, changes) => {
    const shopCountBefore = (await server.app.shops.all()).length;
    expect(await addShop(server.app, makeBranchInput(changes))).toMatchObject({ refused });
    await server.app.shops.refresh();
    expect((await server.app.shops.all()).length).toBe(shopCountBefore);
  });

  test("that claims a key concurrently with others gets it, or is refused for its key", async () => {
    const key = `clave-${Date.now()}`;
    const inputs = ["uno", "dos", "tres"].map((name) => makeBranchInput({ key, host: `${name}-${key}.localhost` }));
    const results = await Promise.all(inputs.map((input) => addShop(server.app, input)));
    const refusalCodes = results.flatMap((result) => (isRefusal(result) ? [result.refused] : []));
    expect(refusalCodes).toEqual(["shop_taken", "shop_taken"]);
  });

  test("that claims a host concurrently with others gets it, or is refused and stores no rows", async () => {
    const host = "disputado.ejemplo.mx";
    const inputs = [1, 2, 3, 4].map(() => makeBranchInput({ host }));
    const results = await Promise.all(inputs.map((input) => addShop(server.app, input)));
    expect(results.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    const refusalCodes = results.flatMap((result) => (isRefusal(result) ? [result.refused] : []));
    expect(refusalCodes).toEqual(["host_taken", "host_taken", "host_taken"]);
    const rows = await server.app.db
      .selectFrom("shops")
      .select("key")
      .where(
        "key",
        "in",
        inputs.map(({ key }) => key),
      )
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("the database refuses a second head office and a host in another format than browsers send", async () => {
    const { db } = server.app;
    const addedShop = await addTestBranch();
    const secondHeadOffice = db
      .updateTable("shops")
      .set({ kind: "headOffice" })
      .where("id", "=", addedShop.id)
      .execute();
    await expect(secondHeadOffice).rejects.toThrow("shops_head_office_once");
    const upperCaseHost = db
      .insertInto("shop_hosts")
      .values({ host: "GRITO.mx", shop_id: addedShop.id, position: 9 })
      .execute();
    await expect(upperCaseHost).rejects.toThrow("shop_hosts_form");
  });
});

describe("hosts", () => {
  test("can be added as a shop's first one, unless another shop has them, and the last one cannot be removed", async () => {
    const addedShop = await addTestBranch();
    const [ownHost] = addedShop.hosts;
    expect(await addHost(server.app, addedShop, { host: "Tienda.Ejemplo.mx", isFirst: true })).toBe(
      "tienda.ejemplo.mx",
    );
    expect((await server.findShop(addedShop.key)).hosts).toEqual(["tienda.ejemplo.mx", ownHost]);
    expect(await addHost(server.app, addedShop, { host: "norte.localhost", isFirst: false })).toEqual({
      refused: "host_taken",
    });
    expect(await removeHost(server.app, addedShop, "norte.localhost")).toEqual({ refused: "host_unknown" });
    const [firstResult, secondResult] = await Promise.all([
      removeHost(server.app, addedShop, "tienda.ejemplo.mx"),
      removeHost(server.app, addedShop, ownHost!),
    ]);
    expect([firstResult, secondResult].filter((result) => result === "removed")).toHaveLength(1);
    expect((await server.findShop(addedShop.key)).hosts).toHaveLength(1);
  });
});

describe("prices of a branch", () => {
  const fetchPrices = async (shopKey: string, productId: string) => {
    const { status, json } = await server.call("GET", `/api/v1/products/${productId}`, { shop: shopKey });
    return status === 200 ? [json.shopPrice, json.shopWholesalePrice] : status;
  };

  test("its own price overrides the brand increment, and the wholesale price is lower by the wholesale discount", async () => {
    const { app } = server;
    const branch = await addTestBranch();
    const { productId } = await createTestSize(app, { pieces: 1, priceCents: 100_00 });
    const brand = await app.db.selectFrom("brands").select(["id", "slug"]).executeTakeFirstOrThrow();
    await app.db
      .insertInto("product_brands")
      .values({ product_id: productId, brand_id: brand.id, position: 0 })
      .execute();
    await changeSetting(app, branch, "orders.wholesaleDto", 30);
    // Responses may be a second old (decision 4).
    const expectPrice = (expected: unknown) =>
      expect.poll(() => fetchPrices(branch.key, productId), { timeout: 5_000 }).toEqual(expected);
    await expectPrice([100, 70]);
    expect(await setIncrement(app, branch, brand.slug, 20_50, CONSOLE_ACTOR)).toBe("set");
    await expectPrice([120.5, 90.5]);
    expect(await setOwnPrice(app, branch, productId, 25_00, CONSOLE_ACTOR)).toBe("set");
    await expectPrice([25, 0]);
    expect(await setOwnPrice(app, branch, productId, null, CONSOLE_ACTOR)).toBe("set");
    await expectPrice([120.5, 90.5]);
    expect(await setIncrement(app, branch, brand.slug, null, CONSOLE_ACTOR)).toBe("set");
    await expectPrice([100, 70]);
  });

  test("a local product is not sold in other shops, until it is sold everywhere again", async () => {
    const { app } = server;
    const [branch, otherShop] = [await addTestBranch(), await addTestBranch()];
    const { productId } = await createTestSize(app, { pieces: 1, priceCents: 100_00 });
    expect(await setOwnPrice(app, otherShop, productId, 90_00, CONSOLE_ACTOR)).toBe("set");
    expect(await sellOnlyIn(app, [branch], productId, CONSOLE_ACTOR)).toBe("set");
    expect((await listChanges(app.db, "product", { id: productId }))[0]).toMatchObject({
      action: "product-edit",
      actor: CONSOLE_ACTOR.name,
      after: { onlyIn: [branch.name] },
    });
    const expectPrice = (shopKey: string, expected: unknown) =>
      expect.poll(() => fetchPrices(shopKey, productId), { timeout: 5_000 }).toEqual(expected);
    await expectPrice(branch.key, [100, 100]);
    await expectPrice(otherShop.key, 404);
    await expectPrice("matriz", 404);
    expect(await setOwnPrice(app, otherShop, productId, 80_00, CONSOLE_ACTOR)).toEqual({ refused: "not_sold_here" });
    expect(await setOwnPrice(app, branch, productId, null, CONSOLE_ACTOR)).toBe("set");
    await expectPrice(branch.key, [100, 100]);
    expect(await sellOnlyIn(app, [], productId, CONSOLE_ACTOR)).toBe("set");
    await expectPrice(otherShop.key, [100, 100]);
  });

  test("the head office has no prices of its own", async () => {
    const headOffice = await server.findShop();
    const { productId } = await createTestSize(server.app, { pieces: 1 });
    expect(await setOwnPrice(server.app, headOffice, productId, 1, CONSOLE_ACTOR)).toEqual({
      refused: "only_branches",
    });
    expect(await setIncrement(server.app, headOffice, "casa-marlen", 1, CONSOLE_ACTOR)).toEqual({
      refused: "only_branches",
    });
  });
});

describe("the theme of a shop", () => {
  test("is changed part by part", async () => {
    const branch = await addTestBranch();
    const banners = [{ image: "/pictures/a.360.webp", title: "Hola", text: "Sur", url: "/" }];
    expect(await changeTheme(server.app, branch, "name", "Otra Casa")).toBe("changed");
    expect(await changeTheme(server.app, branch, "color", "pink")).toBe("changed");
    expect(await changeTheme(server.app, branch, "banners", banners)).toBe("changed");
    expect(await changeTheme(server.app, branch, "messages", [])).toBe("changed");
    expect(await server.findShop(branch.key)).toMatchObject({ name: "Otra Casa", color: "pink", banners });
    expect(await server.findShop("norte")).toMatchObject({ name: "Casa Maguey Norte", color: "green" });
  });

  test.each([
    ["color", "chartreuse"],
    ["name", ""],
    ["banners", [{ title: "sin imagen" }]],
    ["banners", "texto"],
    ["chat", { provider: "icq", id: "1" }],
  ] as const)("%s cannot be %j", async (part, value) => {
    expect(await changeTheme(server.app, await server.findShop("norte"), part, value)).toMatchObject({
      refused: "bad_value",
    });
  });
});
