import { expect, test } from "vitest";
import { formatStoredPeriod } from "./format-period.ts";

test.each([
  ["2026-10-15 a 2026-10-15", "15 de octubre de 2026"],
  ["2026-10-01 a 2026-10-31", "1 al 31 de octubre de 2026"],
  ["2026-09-28 a 2026-10-04", "28 de septiembre de 2026 al 4 de octubre de 2026"],
  ["octubre", "octubre"],
])("the period %s reads %s", (stored, expected) => {
  expect(formatStoredPeriod(stored)).toBe(expected);
});
