import { expect, test } from "vitest";
import { addCarrierBusinessDays, estimateOrder } from "./delivery-estimate.ts";
import { isPublicHoliday } from "./public-holidays.ts";

test.each([
  ["2026-01-01", true, "New Year"],
  ["2026-02-02", true, "first Monday of February"],
  ["2026-02-05", false, "the historical date itself is a working day"],
  ["2026-03-16", true, "third Monday of March"],
  ["2026-05-01", true, "Labour Day"],
  ["2026-05-05", false, "not a holiday of the labour law"],
  ["2026-09-16", true, "Independence"],
  ["2026-10-01", false, "no change of government"],
  ["2030-10-01", true, "a change of government"],
  ["2026-11-16", true, "third Monday of November"],
  ["2026-12-25", true, "Christmas"],
])("%s is a public holiday: %s (%s)", (day, isHoliday) => {
  expect(isPublicHoliday(day)).toBe(isHoliday);
});

test.each([
  ["2026-11-20", 0, "2026-11-20", "carriers work on a Friday"],
  ["2026-11-21", 0, "2026-11-23", "carriers do not work on a Saturday"],
  ["2026-11-13", 1, "2026-11-17", "a weekend and a holiday do not count"],
  ["2026-12-24", 2, "2026-12-29", "Christmas and a weekend do not count"],
  ["2026-11-21", 1, "2026-11-23", "counted from a Saturday, the first one is Monday"],
])("%s and %i business days of carriers are %s: %s", (day, count, expected) => {
  expect(addCarrierBusinessDays(day, count)).toBe(expected);
});

test.each([
  ["2026-11-23T19:59:00Z", { from: "2026-11-24", to: "2026-11-26" }, "13:59 on a Monday: it leaves today"],
  ["2026-11-23T20:00:00Z", { from: "2026-11-25", to: "2026-11-27" }, "14:00 is too late for today"],
  ["2026-11-21T15:00:00Z", { from: "2026-11-24", to: "2026-11-26" }, "a Saturday's order leaves on Monday"],
  ["2026-11-14T03:00:00Z", { from: "2026-11-18", to: "2026-11-20" }, "Friday night; Monday is a holiday"],
])("an order paid at %s arrives between the days %j: %s", (now, expected) => {
  expect(estimateOrder(new Date(now), "14:00", { min: 1, max: 3 })).toEqual(expected);
});
