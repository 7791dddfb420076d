import { expect, test } from "vitest";
import { listCompliancePoints, type CheckedShop } from "./points.ts";

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
  areAllCodesLimited: false,
};
const statesOf = (shop: CheckedShop) =>
  Object.fromEntries(listCompliancePoints(shop, NOW).map(({ title, state }) => [title, state]));

test("every point is ok for a shop with its data, its own texts and no promotion", () => {
  expect(new Set(Object.values(statesOf(SHOP)))).toEqual(new Set(["ok"]));
});

test.each<[string, string, string, Partial<CheckedShop>]>([
  ["no address", "Domicilio", "missing", { company: { ...SHOP.company, address: "" } }],
  ["no phone", "Teléfono", "missing", { company: { ...SHOP.company, phone: "" } }],
  ["the standard privacy notice", "Aviso de privacidad", "check", { ownTexts: [] }],
  ["a fee for paying online", "Precio total", "check", { hasOnlineFee: true }],
  ["a promotion without an end", "Promoción «Buen Fin»", "missing", { promotions: [PROMOTION] }],
  [
    "a promotion with an end",
    "Promoción «Buen Fin»",
    "ok",
    { promotions: [{ ...PROMOTION, endsAt: new Date("2026-12-01T06:00:00Z") }] },
  ],
  [
    "a coupon with a number of uses",
    "Promoción «Buen Fin»",
    "ok",
    { promotions: [{ ...PROMOTION, needsCode: true, areAllCodesLimited: true }] },
  ],
])("with %s the point «%s» is %s", (_name, title, state, changes) => {
  expect(statesOf({ ...SHOP, ...changes })[title]).toBe(state);
});
