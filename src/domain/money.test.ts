import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney } from "./money.ts";

test.each([
  [0, "$0.00"],
  [-0, "$0.00"],
  [5, "$0.05"],
  [129_950, "$1,299.50"],
  [100_000_000, "$1,000,000.00"],
  [-4_590, "-$45.90"],
])("%i centavos are %s", (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test("amounts have the format of `Intl.NumberFormat`", () => {
  const pesos = new Intl.NumberFormat("es-MX", { style: "currency", currency: "MXN" });
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(formatMoney(cents)).toBe(pesos.format(cents / 100));
    }),
  );
});
