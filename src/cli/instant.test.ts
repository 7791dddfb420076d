import { expect, test } from "vitest";
import { readInstant, formatInstant } from "./instant.ts";

test.each([
  ["2026-11-21 23:30:05", "2026-11-22T05:30:05.000Z", "a local time is Mexico City's"],
  ["2026-11-21T23:30", "2026-11-22T05:30:00.000Z", "seconds may be missing"],
  ["2026-11-22T05:30:05Z", "2026-11-22T05:30:05.000Z", "UTC"],
  ["2026-11-22T05:30:05.250Z", "2026-11-22T05:30:05.250Z", "with milliseconds, as programs write it"],
  ["2026-11-22 00:30:05-05:00", "2026-11-22T05:30:05.000Z", "another zone"],
])("%s is %s: %s", (text, instant) => {
  expect(readInstant(text)?.toISOString()).toBe(instant);
});

test.each([
  "ayer",
  "2026-11-21",
  "2026-13-01 10:00:00",
  "2026-02-30 10:00:00",
  "2026-11-21 25:00:00",
  "21/11/2026 10:00",
  "",
])("%j is no instant", (text) => {
  expect(readInstant(text)).toBeNull();
});

test("an instant is printed with seconds, in Mexico City time", () => {
  expect(formatInstant(new Date("2026-11-22T05:30:05Z"))).toBe("2026-11-21 23:30:05 (hora de México)");
});
