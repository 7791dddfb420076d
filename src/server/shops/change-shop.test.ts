import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeShop, readPart, versionOfParts, undoChange, withValues } from "./change-shop.ts";
import { toPublicShop } from "./shop.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const MARTA: Actor = { memberId: null, name: "Marta", ip: "10.0.0.1" };
const findNorte = () => testApp.findShop("norte");
const findLastChange = async () =>
  (await listChanges(testApp.app.genericPlanDb, "shop", { id: (await findNorte()).id }))[0];

describe("changing a shop", () => {
  test("sets all values or none", async () => {
    const values = { "carts.timeout": 30, "orders.presaleCap": -1 };
    expect(await changeShop(testApp.app, await findNorte(), { values }, MARTA)).toMatchObject({
      refused: "bad_value",
      path: "orders.presaleCap",
      message: "Al menos 0",
    });
    expect((await findNorte()).settings.carts.timeout).toBe(20);
  });

  test.each([
    ["company.email", "hola", "Escribe un correo, p. ej. hola@mitienda.mx"],
    ["company.email", 5, "Escribe un texto"],
    ["storefront.home", [{ kind: "carrusel", shown: true }], "No es un valor posible"],
  ])("says what is wrong with %s = %j", async (path, value, message) => {
    expect(withValues(await findNorte(), { [path]: value })).toMatchObject({ refused: "bad_value", message });
  });

  test("logs who changed what, with the values before and after, and logs nothing if nothing changed", async () => {
    await changeShop(
      testApp.app,
      await findNorte(),
      { values: { "carts.timeout": 25, "orders.presaleCap": 1_000 } },
      MARTA,
    );
    const change = await findLastChange();
    expect(change).toMatchObject({ actor: "Marta", action: "settings", ip: "10.0.0.1" });
    expect(change).toMatchObject({ before: { "carts.timeout": 20 }, after: { "carts.timeout": 25 } });
    const { messages, settings } = await findNorte();
    const sameValues = { "carts.timeout": 25, "payments.accounts": settings.payments.accounts, messages };
    await changeShop(testApp.app, await findNorte(), { values: sameValues }, MARTA);
    expect((await findLastChange())!.id).toBe(change!.id);
  });

  test("can be undone, and the undo can be undone", async () => {
    await changeShop(testApp.app, await findNorte(), { values: { name: "Norte Nuevo", "carts.timeout": 40 } }, MARTA);
    const firstChange = await findLastChange();
    await undoChange(testApp.app, await findNorte(), firstChange!.id, MARTA);
    expect(await findNorte()).toMatchObject({ name: "Casa Maguey Norte" });
    const undoOfFirst = await findLastChange();
    await undoChange(testApp.app, await findNorte(), undoOfFirst!.id, MARTA);
    expect(await findNorte()).toMatchObject({ name: "Norte Nuevo", settings: { carts: { timeout: 40 } } });
    await undoChange(testApp.app, await findNorte(), firstChange!.id, MARTA);
  });

  test("cannot undo a change of another shop", async () => {
    const headOffice = await testApp.findShop("matriz");
    await changeShop(testApp.app, headOffice, { values: { "carts.timeout": 33 } }, MARTA);
    const [change] = await listChanges(testApp.app.genericPlanDb, "shop", { id: headOffice.id });
    expect(await undoChange(testApp.app, await findNorte(), change!.id, MARTA)).toEqual({ refused: "change_unknown" });
    expect((await testApp.findShop("matriz")).settings.carts.timeout).toBe(33);
  });

  test("refuses the second of two concurrent changes of one part", async () => {
    const seen = versionOfParts(await findNorte(), ["orders.wholesaleQty"]);
    const results = await Promise.all(
      [6, 7].map(async (pieces) =>
        changeShop(testApp.app, await findNorte(), { values: { "orders.wholesaleQty": pieces }, seen }, MARTA),
      ),
    );
    expect(results.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
  });

  test("applies both of two concurrent changes of different parts", async () => {
    const shopBefore = await findNorte();
    const [firstPath, secondPath] = ["orders.allowGuest", "reviews.approveFirst"];
    await Promise.all([
      changeShop(
        testApp.app,
        shopBefore,
        { values: { [firstPath!]: false }, seen: versionOfParts(shopBefore, [firstPath!]) },
        MARTA,
      ),
      changeShop(
        testApp.app,
        shopBefore,
        { values: { [secondPath!]: true }, seen: versionOfParts(shopBefore, [secondPath!]) },
        MARTA,
      ),
    ]);
    const shopAfter = await findNorte();
    expect([readPart(shopAfter, firstPath!), readPart(shopAfter, secondPath!)]).toEqual([false, true]);
  });

  test.each([
    ["nope.nada", 1, "unknown_setting"],
    ["carts.timeout", Number.NaN, "bad_value"],
    ["__proto__.x", 1, "unknown_setting"],
    ["company.legalName", "Tienda\u0000", "bad_value"],
    ["banners", [{ title: "\u0007", image: "", text: "", url: "" }], "bad_value"],
    ["payments.accounts", [{ bank: "B", beneficiary: "Ana", clabe: "002010077777777772" }], "bad_value"],
    ["banners", [{ image: "/pictures/a.webp", title: "A", text: "", url: "javascript:alert(1)" }], "bad_value"],
    ["banners", [{ image: "/pictures/a.webp", title: "A", text: "", url: "//malo.example" }], "bad_value"],
    ["logo", "https://malo.example/x.png", "bad_value"],
  ])("refuses %s = %j", async (path, value, refused) => {
    expect(withValues(await findNorte(), { [path]: value })).toMatchObject({ refused });
  });
});

test("a banner is shown from its first day to its last, in Mexico City time", async () => {
  const banner = { image: "/pictures/a.webp", title: "Hoy", text: "", url: "/", from: "2026-11-20", to: "2026-11-21" };
  const shopWithDatedBanner = { ...(await findNorte()), banners: [banner] };
  const countBannersAt = (instant: string) => toPublicShop(shopWithDatedBanner, new Date(instant)).banners.length;
  expect(countBannersAt("2026-11-20T05:59:59Z")).toBe(0);
  expect(countBannersAt("2026-11-20T06:00:00Z")).toBe(1);
  expect(countBannersAt("2026-11-22T05:59:59Z")).toBe(1);
  expect(countBannersAt("2026-11-22T06:00:00Z")).toBe(0);
});
