import { expect, test } from "vitest";
import { lastInvoiceDay, type InvoiceDeadlineRule } from "./invoice-deadline.ts";

const deadlineRule = (kind: InvoiceDeadlineRule["kind"], days: number): InvoiceDeadlineRule => ({
  kind,
  days,
  daysAfterShipping: 5,
});

test.each<[string, string | null, InvoiceDeadlineRule, string, string]>([
  ["2026-11-21", null, deadlineRule("year", 0), "2026-12-31", "until the end of the year"],
  ["2026-12-31", null, deadlineRule("year", 0), "2026-12-31", "on the last day of the year, the same day"],
  ["2026-11-21", null, deadlineRule("month", 1), "2026-12-01", "the end of the month plus the day that SAT gives"],
  ["2028-02-03", null, deadlineRule("month", 0), "2028-02-29", "a leap year's February"],
  ["2026-12-05", null, deadlineRule("month", 10), "2027-01-10", "the end of the month plus ten days, in the next year"],
  ["2026-11-21", null, deadlineRule("days", 30), "2026-12-21", "thirty days from the payment"],
  ["2026-11-21", "2026-11-22", deadlineRule("days", 0), "2026-11-27", "shipped a day later: five days from shipping"],
  ["2026-08-10", "2026-11-30", deadlineRule("month", 1), "2026-12-05", "a presale: five days from shipping"],
  ["2026-11-02", "2026-11-04", deadlineRule("month", 1), "2026-12-01", "shipped at once: the month counts"],
])("paid on %s, shipped on %s, with %o, until %s: %s", (paidOn, shippedOn, deadline, lastDay) => {
  expect(lastInvoiceDay({ paidOn, shippedOn }, deadline)).toBe(lastDay);
});
