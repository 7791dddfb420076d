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
const norte = () => testApp.findShop("norte");
const lastChange = async () => (await listChanges(testApp.app.genericPlanDb, "shop", { id: (await norte()).id }))[0];

describe("changing a shop", () => {
  test("sets all values or none", async () => {
    const values = { "carts.timeout": 30, "orders.presaleCap": -1 };
    expect(await changeShop(testApp.app, await norte(), { values }, MARTA)).toMatchObject({
      refused: "bad_value",
      path: "orders.presaleCap",
      message: "Al menos 0",
    });
    expect((await norte()).settings.carts.timeout).toBe(20);
  });

  test.each([
    ["company.email", "hola", "Escribe un correo, p. ej. hola@mitienda.mx"],
    ["company.email", 5, "Escribe un texto"],
    ["storefront.home", [{ kind: "carrusel", shown: true }], "No es un valor posible"],
  ])("says what is wrong with %s = %j", async (path, value, message) => {
    expect(withValues(await norte(), { [path]: value })).toMatchObject({ refused: "bad_value", message });
  });

  test("logs who changed what with both values, and logs nothing if nothing changed", async () => {
    await changeShop(
      testApp.app,
      await norte(),
      { values: { "carts.timeout": 25, "orders.presaleCap": 1_000 } },
      MARTA,
    );
    const change = await lastChange();
    expect(change).toMatchObject({ who: "Marta", action: "settings", address: "10.0.0.1" });
    expect(change).toMatchObject({ before: { "carts.timeout": 20 }, after: { "carts.timeout": 25 } });
    const { messages, settings } = await norte();
    const same = { "carts.timeout": 25, "payments.accounts": settings.payments.accounts, messages };
    await changeShop(testApp.app, await norte(), { values: same }, MARTA);
    expect((await lastChange())!.id).toBe(change!.id);
  });

  test("can be undone, and the undo can be undone", async () => {
    await changeShop(testApp.app, await norte(), { values: { name: "Norte Nuevo", "carts.timeout": 40 } }, MARTA);
    const first = await lastChange();
    await undoChange(testApp.app, await norte(), first!.id, MARTA);
    expect(await norte()).toMatchObject({ name: "Casa Maguey Norte" });
    const second = await lastChange();
    await undoChange(testApp.app, await norte(), second!.id, MARTA);
    expect(await norte()).toMatchObject({ name: "Norte Nuevo", settings: { carts: { timeout: 40 } } });
    await undoChange(testApp.app, await norte(), first!.id, MARTA);
  });

  test("cannot undo a change of another shop", async () => {
    const head = await testApp.findShop("matriz");
    await changeShop(testApp.app, head, { values: { "carts.timeout": 33 } }, MARTA);
    const [change] = await listChanges(testApp.app.genericPlanDb, "shop", { id: head.id });
    expect(await undoChange(testApp.app, await norte(), change!.id, MARTA)).toEqual({ refused: "change_unknown" });
    expect((await testApp.findShop("matriz")).settings.carts.timeout).toBe(33);
  });

  test("refuses the second of two concurrent changes of one part", async () => {
    const seen = versionOfParts(await norte(), ["orders.wholesaleQty"]);
    const answers = await Promise.all(
      [6, 7].map(async (pieces) =>
        changeShop(testApp.app, await norte(), { values: { "orders.wholesaleQty": pieces }, seen }, MARTA),
      ),
    );
    expect(answers.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
  });

  test("applies both of two concurrent changes of different parts", async () => {
    const before = await norte();
    const [one, other] = ["orders.allowGuest", "reviews.approveFirst"];
    await Promise.all([
      changeShop(testApp.app, before, { values: { [one!]: false }, seen: versionOfParts(before, [one!]) }, MARTA),
      changeShop(testApp.app, before, { values: { [other!]: true }, seen: versionOfParts(before, [other!]) }, MARTA),
    ]);
    const after = await norte();
    expect([readPart(after, one!), readPart(after, other!)]).toEqual([false, true]);
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
    expect(withValues(await norte(), { [path]: value })).toMatchObject({ refused });
  });
});

test("a banner is shown from its first day to its last, in Mexico City time", async () => {
  const banner = { image: "/pictures/a.webp", title: "Hoy", text: "", url: "/", from: "2026-11-20", to: "2026-11-21" };
  const dated = { ...(await norte()), banners: [banner] };
  const countBannersAt = (instant: string) => toPublicShop(dated, new Date(instant)).banners.length;
  expect(countBannersAt("2026-11-20T05:59:59Z")).toBe(0);
  expect(countBannersAt("2026-11-20T06:00:00Z")).toBe(1);
  expect(countBannersAt("2026-11-22T05:59:59Z")).toBe(1);
  expect(countBannersAt("2026-11-22T06:00:00Z")).toBe(0);
});
