import { expect, test } from "vitest";
import { returnsText } from "./returns-text.ts";

const RULES = { windowDays: 30, wayBack: "customer", firstExchangeFree: true, instructions: "" } as const;

test.each([
  [false, RULES, "Primer cambio gratis, 30 días"],
  [false, { ...RULES, firstExchangeFree: false, windowDays: 15 }, "Cambios y devoluciones, 15 días"],
  [false, undefined, "Cambios y devoluciones"],
  [true, RULES, "Sin cambios ni devoluciones, salvo que el evento se cancele, se posponga o cambie de sede"],
])("beside a product (digital: %s) the shop's rules %o are shown as «%s»", (isDigital, rules, text) => {
  expect(returnsText(isDigital, rules).join("")).toBe(text);
});
