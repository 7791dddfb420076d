import { expect, test } from "vitest";
import { changedPriceCents, readPriceChange } from "./price-change.ts";

test.each([
  [199_90, "-10%", 179_91, "a tenth off, to the centavo"],
  [3_33, "+50%", 5_00, "1.665 is rounded up to 1.67"],
  [3_33, "-50%", 1_66, "half a centavo is rounded away from zero, also when the price falls"],
  [100_00, "+15.50", 115_50, "pesos"],
  [100_00, "-100", null, "the price would be zero"],
  [100_00, "-100%", null, "the price would be zero"],
  [0, "10%", null, "a percentage of zero is zero"],
  [100_00, "$20", 120_00, "without a sign it goes up"],
  [100_00, "−5", 95_00, "a typographer's minus"],
  [100_00, "+1,299.50", 1_399_50, "with a thousands separator"],
])("%i centavos, %s: %s (%s)", (cents, typed, changed, _why) => {
  expect(changedPriceCents(cents, readPriceChange(typed)!)).toBe(changed);
});

test.each(["", "diez", "10%%", "--5", "1e3", "5 pesos", "10000000.01"])("%j is not a price change", (typed) => {
  expect(readPriceChange(typed)).toBeNull();
});
