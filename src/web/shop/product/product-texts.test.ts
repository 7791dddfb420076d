import { expect, test } from "vitest";
import { exchangesText } from "./product-texts.server.ts";

const RULES = { windowDays: 30, wayBack: "customer", firstExchangeFree: true, instructions: "" } as const;

test.each([
  [false, RULES, "Primer cambio gratis, 30 días"],
  [false, { ...RULES, firstExchangeFree: false, windowDays: 15 }, "Cambios y devoluciones, 15 días"],
  [true, RULES, null],
])("the rule of exchanges beside a product (digital: %s)", (isDigital, rules, text) => {
  expect(exchangesText(isDigital, rules)).toBe(text);
});
