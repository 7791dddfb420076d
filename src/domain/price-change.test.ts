import { expect, test } from "vitest";
import { changedPriceCents, readPriceChange } from "./price-change.ts";

test.each([
  [199_90, "-10%", 179_91, "a tenth off, to the centavo"],
  [3_33, "+50%", 5_00, "1.665 is up to 1.67"],
  [3_33, "-50%", 1_66, "the half goes away from zero on the way down too"],
  [100_00, "+15.50", 115_50, "pesos"],
  [100_00, "-100", null, "nothing would be left"],
  [100_00, "-100%", null, "nothing would be left"],
  [0, "10%", null, "what costs nothing has no share"],
  [100_00, "$20", 120_00, "without a sign it goes up"],
  [100_00, "−5", 95_00, "a typographer's minus"],
])("%i centavos, %s: %s (%s)", (cents, typed, changed, _why) => {
  expect(changedPriceCents(cents, readPriceChange(typed)!)).toBe(changed);
});

test.each(["", "diez", "10%%", "--5", "1e3", "5 pesos"])("%j is no change of a price", (typed) => {
  expect(readPriceChange(typed)).toBeNull();
});
