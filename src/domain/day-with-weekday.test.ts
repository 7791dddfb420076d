import { expect, test } from "vitest";
import { formatDayWithWeekday } from "./day-with-weekday.ts";

test.each([
  ["2026-12-27T02:30:00Z", "Sáb 26 dic", "the evening in Mexico City is the next day in UTC"],
  ["2027-01-02T17:00:00Z", "Sáb 2 ene", "a day of one digit"],
])("an event at %s is on %s: %s", (instant, day) => {
  expect(formatDayWithWeekday(new Date(instant))).toBe(day);
});
