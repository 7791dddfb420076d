import { expect, test } from "vitest";
import { compliancePoints, type CheckedShop } from "./points.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const SHOP: CheckedShop = {
  key: "matriz",
  company: { legalName: "Luma SA", address: "Calle 1", email: "hola@ejemplo.mx", phone: "5555555555" },
  ownTexts: ["privacy", "terms", "returns"],
  hasOnlineFee: false,
  promotions: [],
};
const PROMOTION = {
  id: "p",
  name: "Buen Fin",
  startsAt: new Date("2026-11-20T06:00:00Z"),
  endsAt: null,
  needsCode: false,
  hasLimitedCodes: false,
};
const statesOf = (shop: CheckedShop) =>
  Object.fromEntries(compliancePoints(shop, NOW).map(({ title, state }) => [title, state]));

test("a shop with its data, its texts and no promotion has every point done", () => {
  expect(new Set(Object.values(statesOf(SHOP)))).toEqual(new Set(["ok"]));
});

test.each<[string, Partial<CheckedShop>, string, string]>([
  ["no address", { company: { ...SHOP.company, address: "" } }, "Domicilio", "missing"],
  ["no phone", { company: { ...SHOP.company, phone: "" } }, "Teléfono", "missing"],
  ["the standard privacy notice", { ownTexts: [] }, "Aviso de privacidad", "check"],
  ["a fee for paying online", { hasOnlineFee: true }, "Precio total", "check"],
  ["a promotion without an end", { promotions: [PROMOTION] }, "Promoción «Buen Fin»", "missing"],
  [
    "a promotion with an end",
    { promotions: [{ ...PROMOTION, endsAt: new Date("2026-12-01T06:00:00Z") }] },
    "Promoción «Buen Fin»",
    "ok",
  ],
  [
    "a coupon with a number of uses",
    { promotions: [{ ...PROMOTION, needsCode: true, hasLimitedCodes: true }] },
    "Promoción «Buen Fin»",
    "ok",
  ],
])("%s", (_name, changes, title, state) => {
  expect(statesOf({ ...SHOP, ...changes })[title]).toBe(state);
});
