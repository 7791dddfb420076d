import { expect, test } from "vitest";
import { complementDeadline, invoicingModeOf } from "./invoicing-mode.ts";

test.each([
  [0, false, "atOnce", "later", "nothing is paid yet"],
  [50_00, false, "deposit", "later", "an instalment is paid"],
  [50_00, true, "atOnce", "later", "shipped on credit"],
  [100_00, false, "atOnce", "atOnce", "paid, and the owner invoices whole sales"],
  [100_00, false, "deposit", "deposit", "paid, and the owner invoices deposits"],
  [100_00, true, "deposit", "atOnce", "shipped: no deposit any more"],
  [120_00, false, "atOnce", "atOnce", "paid too much"],
] as const)("mode for %i of 10000 paid, shipped %s, choice %s: %s (%s)", (paidCents, isShipped, choice, mode, _why) => {
  expect(invoicingModeOf({ grandTotalCents: 100_00, paidCents, isShipped }, choice)).toBe(mode);
});

test.each([
  ["2026-11-20", "2026-12-05"],
  ["2026-11-30", "2026-12-05"],
  ["2026-12-01", "2027-01-05"],
  ["2026-01-31", "2026-02-05"],
])("a payment of %s has its complement by %s", (paidOn, lastDay) => {
  expect(complementDeadline(paidOn)).toBe(lastDay);
});
