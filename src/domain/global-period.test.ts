import { expect, test } from "vitest";
import { globalPeriod, periodBefore, type PeriodLength } from "./global-period.ts";

test.each<[PeriodLength, string, object, string]>([
  [
    "day",
    "2026-12-31",
    { from: "2026-12-31", to: "2026-12-31", periodicity: "01", months: "12", year: "2026" },
    "a day",
  ],
  ["week", "2026-11-18", { from: "2026-11-16", to: "2026-11-22", months: "11" }, "Monday to Sunday"],
  ["week", "2026-12-02", { from: "2026-12-01", to: "2026-12-06", months: "12" }, "begins with its month"],
  ["week", "2026-12-31", { from: "2026-12-28", to: "2026-12-31", months: "12", year: "2026" }, "ends with its month"],
  ["week", "2027-01-03", { from: "2027-01-01", to: "2027-01-03", months: "01", year: "2027" }, "of a new year"],
  ["fortnight", "2028-02-15", { from: "2028-02-01", to: "2028-02-15", periodicity: "03" }, "the first half"],
  ["fortnight", "2028-02-16", { from: "2028-02-16", to: "2028-02-29" }, "the second half, in a leap year"],
  ["month", "2026-12-04", { from: "2026-12-01", to: "2026-12-31", periodicity: "04", months: "12" }, "December is 12"],
  [
    "twoMonths",
    "2026-11-30",
    { from: "2026-11-01", to: "2026-12-31", periodicity: "05", months: "18" },
    "the last pair",
  ],
  ["twoMonths", "2026-02-28", { from: "2026-01-01", to: "2026-02-28", months: "13" }, "the first pair"],
])("the %s of %s is %o: %s", (periodLength, day, period) => {
  expect(globalPeriod({ periodLength, day }, "621")).toMatchObject(period);
});

test("two months are only for regime 621", () => {
  expect(globalPeriod({ periodLength: "twoMonths", day: "2026-11-30" }, "601")).toEqual({
    refused: "two_months_not_allowed",
  });
});

test.each<[PeriodLength, string, string]>([
  ["day", "2026-12-01", "2026-11-30"],
  ["week", "2026-12-02", "2026-11-30"],
  ["fortnight", "2026-12-20", "2026-12-15"],
  ["month", "2027-01-01", "2026-12-31"],
])("the %s before %s ends on %s", (periodLength, day, lastDay) => {
  expect(globalPeriod(periodBefore({ periodLength, day }), "601")).toMatchObject({ to: lastDay });
});
