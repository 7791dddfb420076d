import { expect, test } from "vitest";
import { marginOf, marginText, type Margin } from "./margin.ts";

test.each<[paid: number, cost: number, margin: Margin, text: string, why: string]>([
  [400_00, 280_00, { cents: 120_00, bps: 3_000 }, "$120.00, 30 %", "the margin as a part of what was paid"],
  [299_99, 200_00, { cents: 99_99, bps: 3_333 }, "$99.99, 33 %", "rounded down"],
  [100_00, 150_00, { cents: -50_00, bps: -5_000 }, "-$50.00, -50 %", "below the cost"],
  [0, 80_00, { cents: -80_00, bps: null }, "-$80.00", "nothing was paid"],
])("the margin of %i centavos paid and %i of costs is %o", (paidCents, costCents, margin, text, _why) => {
  expect(marginOf(paidCents, costCents)).toEqual(margin);
  expect(marginText(margin)).toBe(text);
});
