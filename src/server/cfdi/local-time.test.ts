import { expect, test } from "vitest";
import { formatLocalTime } from "./local-time.ts";

test.each([
  ["America/Mexico_City", "2026-11-21T16:05:09"],
  ["America/Cancun", "2026-11-21T17:05:09"],
  ["America/Tijuana", "2026-11-21T14:05:09"],
  ["America/Hermosillo", "2026-11-21T15:05:09"],
])("the local time in %s is %s", (zone, time) =>
  expect(formatLocalTime(new Date("2026-11-21T22:05:09.999Z"), zone)).toBe(time),
);

test("midnight is hour 00", () => {
  expect(formatLocalTime(new Date("2026-11-21T06:00:00Z"), "America/Mexico_City")).toBe("2026-11-21T00:00:00");
});
