import { expect, test } from "vitest";
import { csdStage, csdWarning } from "./csd-expiry.ts";

/** The end of SAT's own test CSD. */
const ENDS_AT = new Date("2027-05-18T11:43:51Z");
const daysBeforeEnd = (days: number): Date => new Date(ENDS_AT.getTime() - days * 86_400_000);

test.each([
  [60.1, null, null],
  [60, 60, "vence en 60 días"],
  [30.5, 60, "vence en 30 días"],
  [30, 30, "vence en 30 días"],
  [7.5, 30, "vence en 7 días"],
  [7, 7, "vence en 7 días"],
  [1.9, 7, "vence en un día"],
  [0.01, 7, "vence en menos de un día"],
  [0, "expired", "venció el 18/05/2027"],
  [-400, "expired", "nadie puede facturar"],
])("%f days before the end of a CSD its stage is %s and the warning says: %s", (days, stage, words) => {
  expect(csdStage(ENDS_AT, daysBeforeEnd(days))).toBe(stage);
  if (words === null) expect(csdWarning(ENDS_AT, daysBeforeEnd(days))).toBeNull();
  else expect(csdWarning(ENDS_AT, daysBeforeEnd(days))).toContain(words);
});
