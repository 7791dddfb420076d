import { expect, test } from "vitest";
import { lastInvoiceDay, type InvoiceDeadline } from "./invoice-deadline.ts";

test.each<[string, InvoiceDeadline, string, string]>([
  ["2026-11-21", { kind: "year", days: 0 }, "2026-12-31", "until the end of the year"],
  ["2026-12-31", { kind: "year", days: 0 }, "2026-12-31", "on the last day of the year, the same day"],
  ["2026-11-21", { kind: "month", days: 0 }, "2026-11-30", "until the end of the month"],
  ["2028-02-03", { kind: "month", days: 0 }, "2028-02-29", "a leap year's February"],
  ["2026-12-05", { kind: "month", days: 10 }, "2027-01-10", "the end of the month plus ten days, in the next year"],
  ["2026-11-21", { kind: "days", days: 30 }, "2026-12-21", "thirty days from the purchase"],
  ["2026-11-21", { kind: "days", days: 0 }, "2026-11-21", "the same day"],
])("bought on %s, with %o, until %s: %s", (boughtOn, deadline, last) => {
  expect(lastInvoiceDay(boughtOn, deadline)).toBe(last);
});
