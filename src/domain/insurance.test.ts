import { expect, test } from "vitest";
import { insuranceCents } from "./insurance.ts";

test.each([
  [1_000_00, 100, 12_00, "10.00 + VAT = 11.60, rounded up to 12"],
  [1_00, 700, 2_00, "0.07 rounded up to 1.00, + VAT = 1.16, rounded up to 2"],
  [100_00, 700, 9_00, "7.00 exactly stays 7, + VAT = 8.12, rounded up to 9: floats would charge 10"],
  [0, 100, 0, "nothing to insure"],
  [2_500_00, 200, 58_00, "50.00 + VAT = 58.00 exactly, not 59"],
  [50_01, 200, 3_00, "1.0002 rounded up to 2, + VAT = 2.32, rounded up to 3"],
])("insuring %i centavos at %i bps costs %i: %s", (productsCents, rateBps, charge) => {
  expect(insuranceCents(productsCents, rateBps)).toBe(charge);
});
