import { periodBefore, type ChosenPeriod, type PeriodLength } from "../../../../domain/global-period.ts";
import { isDay } from "../../../../domain/mexico-time.ts";

export const EVERY_LABEL: Record<PeriodLength, string> = {
  day: "Día",
  week: "Semana",
  fortnight: "Quincena",
  month: "Mes",
  twoMonths: "Bimestre (régimen 621)",
};

const EVERY = Object.keys(EVERY_LABEL) as PeriodLength[];

/** The requested period, or null if its day is no day. Without a day it is the last period before `today` that is over. */
export function readPeriod(requested: { every: string; day: string }, today: string): ChosenPeriod | null {
  const every = EVERY.find((value) => value === requested.every) ?? "month";
  if (requested.day === "") return periodBefore({ every, day: today });
  return isDay(requested.day) && requested.day >= "2000-01-01" ? { every, day: requested.day } : null;
}
