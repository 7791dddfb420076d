import { expect, test } from "vitest";
import { isDay, readMexicoTime, formatMexicoTimeWithOffset, formatMexicoTime } from "./mexico-time.ts";

test.each([
  ["2026-11-21", "2026-11-21T06:00:00.000Z", "a day starts at midnight"],
  ["2026-11-21 10:00", "2026-11-21T16:00:00.000Z", "with a blank, as staff type it"],
  ["2026-11-21T23:30", "2026-11-22T05:30:00.000Z", "with a T, as a datetime-local input sends it"],
  ["2026-07-01T00:00", "2026-07-01T06:00:00.000Z", "no daylight saving time"],
])("%j is %s: %s", (text, instant) => {
  expect(readMexicoTime(text)!.toISOString()).toBe(instant);
});

test.each(["", "mañana", "2026-13-01", "2026-02-30", "2026-02-30T10:00", "2026-11-21T25:00", "21/11/2026"])(
  "%j is not a time",
  (text) => expect(readMexicoTime(text)).toBeNull(),
);

test("a time that was read is written the same", () => {
  expect(formatMexicoTime(readMexicoTime("2026-12-31T23:59")!)).toBe("2026-12-31T23:59");
});

test("an instant in a data file has its offset", () => {
  expect(formatMexicoTimeWithOffset(new Date("2026-03-15T05:30:12.345Z"))).toBe("2026-03-14T23:30:12-06:00");
});

test.each([
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-1-1", false],
])("%s is a calendar day: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
