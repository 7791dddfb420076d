import { expect, test } from "vitest";
import { formatDayRange, formatDeadline, formatLongDate, formatLongDateTime } from "./long-date.ts";

const now = new Date("2026-11-23T20:05:00Z");

test("a date is in words, in Mexico City time, with its year only if it is not the current one", () => {
  expect(formatLongDate(now, now)).toBe("lunes 23 de noviembre");
  expect(formatLongDate(new Date("2026-11-23T05:59:00Z"), now)).toBe("domingo 22 de noviembre");
  expect(formatLongDate(new Date("2025-11-23T20:05:00Z"), now)).toBe("domingo 23 de noviembre de 2025");
  expect(formatLongDateTime(now, now)).toBe("lunes 23 de noviembre, 2:05\u00a0p.\u00a0m.");
  expect(formatDeadline(new Date("2026-11-23T14:05:00Z"))).toBe("lunes 23 de noviembre, 8:05\u00a0a.\u00a0m.");
});

test.each([
  ["2026-11-24", "2026-11-26", "entre el martes 24 y el jueves 26 de noviembre"],
  ["2026-11-30", "2026-12-02", "entre el lunes 30 de noviembre y el miércoles 2 de diciembre"],
  ["2026-11-24", "2026-11-24", "el martes 24 de noviembre"],
])("the days from %s to %s are %s", (firstDay, lastDay, text) => {
  expect(formatDayRange(firstDay, lastDay)).toBe(text);
});
