import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ShopSettings } from "../../contract/shop.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { changeShop } from "../shops/change-shop.ts";
import { DEFAULT_SETTINGS } from "../shops/create-empty-head-office.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeSetting } from "./change-setting.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const PLANS = "payments.installments.plans";
const THREE_MONTHS = [{ months: 3, from: 500 }];
const setInNorte = async (path: string, value: unknown) =>
  changeSetting(testApp.app, await testApp.findShop("norte"), path, value);

beforeEach(async () => {
  const values = { [PLANS]: [], "payments.fee": 0, "payments.base": 0 };
  expect(isRefusal(await changeShop(testApp.app, await testApp.findShop("norte"), { values }))).toBe(false);
});

test("a shop whose settings are older than this setting has no months without interest", () => {
  const { installments: _, ...payments } = DEFAULT_SETTINGS.payments;
  expect(ShopSettings.parse({ ...DEFAULT_SETTINGS, payments }).payments.installments).toEqual({
    confirmed: false,
    plans: [],
  });
});

describe("months without interest and the online fee exclude each other (rule MSI-3)", () => {
  const message = expect.stringContaining("no van juntos");

  test.each([
    ["payments.fee", 3.49],
    ["payments.base", 4],
  ])("%s is refused while there are plans", async (path, value) => {
    expect(isRefusal(await setInNorte(PLANS, THREE_MONTHS))).toBe(false);
    expect(await setInNorte(path, value)).toMatchObject({ refused: "bad_value", path, message });
    expect((await testApp.findShop("norte")).settings.payments).toMatchObject({ fee: 0, base: 0 });
  });

  test.each([
    ["payments.fee", 3.49],
    ["payments.base", 4],
  ])("plans are refused while %s is charged", async (path, value) => {
    expect(isRefusal(await setInNorte(path, value))).toBe(false);
    expect(await setInNorte(PLANS, THREE_MONTHS)).toMatchObject({ refused: "bad_value", path: PLANS, message });
    expect((await testApp.findShop("norte")).settings.payments.installments.plans).toEqual([]);
  });

  test("a change to both is refused at the plans, and one change may replace a fee by plans", async () => {
    const feeAndPlans = { "payments.fee": 3.49, [PLANS]: THREE_MONTHS };
    expect(await changeShop(testApp.app, await testApp.findShop("norte"), { values: feeAndPlans })).toMatchObject({
      path: PLANS,
    });
    expect(isRefusal(await setInNorte("payments.fee", 3.49))).toBe(false);
    const values = { "payments.fee": 0, [PLANS]: THREE_MONTHS };
    expect(isRefusal(await changeShop(testApp.app, await testApp.findShop("norte"), { values }))).toBe(false);
  });

  test("another shop keeps its own fee", async () => {
    expect(isRefusal(await setInNorte(PLANS, THREE_MONTHS))).toBe(false);
    expect((await testApp.findShop("matriz")).settings.payments.fee).toBeGreaterThan(0);
  });
});

test.each([
  [[{ months: 5, from: 500 }], "Los meses son 3, 6, 9, 12, 18, 24"],
  [[{ months: 36, from: 500 }], "Los meses son 3, 6, 9, 12, 18, 24"],
  [[...THREE_MONTHS, ...THREE_MONTHS], "Cada número de meses va una sola vez"],
  [[...THREE_MONTHS, { months: 6, from: 499 }], "Más meses no pueden pedir una compra menor"],
  [[{ months: 6, from: 499 }, ...THREE_MONTHS], "Más meses no pueden pedir una compra menor"],
  [[{ months: 3, from: Number.NaN }], "Escribe un número"],
  [[{ months: 3, from: -1 }], "Al menos 0"],
  [[{ months: 3, from: 1.001 }], "A lo más dos decimales"],
  [[{ months: 3 }], "Escribe un número"],
  ["3 meses", ""],
])("plans cannot be %j", async (plans, sentence) => {
  const result = await setInNorte(PLANS, plans);
  expect(result).toMatchObject({ refused: "bad_value" });
  expect("message" in result && result.message).toContain(sentence);
});

test("plans are accepted in any order, and equal minimums too", async () => {
  const plans = [
    { months: 6, from: 500 },
    { months: 3, from: 500 },
  ];
  expect(isRefusal(await setInNorte(PLANS, plans))).toBe(false);
});
