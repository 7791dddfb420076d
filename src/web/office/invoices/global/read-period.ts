import { periodBefore, type ChosenPeriod, type PeriodLength } from "../../../../domain/global-period.ts";
import { isDay } from "../../../../domain/mexico-time.ts";

export const PERIOD_LENGTH_LABEL: Record<PeriodLength, string> = {
  day: "Día",
  week: "Semana",
  fortnight: "Quincena",
  month: "Mes",
  twoMonths: "Bimestre (régimen 621)",
};

const PERIOD_LENGTHS = Object.keys(PERIOD_LENGTH_LABEL) as PeriodLength[];

/**
 * Reads the requested period; null for an invalid day or one before the year 2000. Without a day it is the last period
 * that ended before `today`. An unknown or missing length counts as a month.
 */
export function readPeriod(requestedPeriod: { periodLength: string; day: string }, today: string): ChosenPeriod | null {
  const periodLength = PERIOD_LENGTHS.find((value) => value === requestedPeriod.periodLength) ?? "month";
  if (requestedPeriod.day === "") return periodBefore({ periodLength, day: today });
  return isDay(requestedPeriod.day) && requestedPeriod.day >= "2000-01-01"
    ? { periodLength, day: requestedPeriod.day }
    : null;
}
