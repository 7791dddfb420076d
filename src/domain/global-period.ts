import { addDays } from "./add-days.ts";
import { refuse, type Refusal } from "./refusal.ts";

const PERIODICITY = { day: "01", week: "02", fortnight: "03", month: "04", twoMonths: "05" } as const;

export type PeriodLength = keyof typeof PERIODICITY;

/** The length of a period with this code of SAT's c_Periodicidad. */
export function periodLengthOf(periodicity: string | null): PeriodLength | undefined {
  return (Object.keys(PERIODICITY) as PeriodLength[]).find((periodLength) => PERIODICITY[periodLength] === periodicity);
}

/** A chosen period: its length and any day in it ("2026-11-21", where the issuer is). */
export interface ChosenPeriod {
  periodLength: PeriodLength;
  day: string;
}

/** A global invoice's days, and its `InformacionGlobal` in SAT's c_Periodicidad and c_Meses. */
export interface GlobalPeriod {
  periodLength: PeriodLength;
  /** The first and the last day. */
  from: string;
  to: string;
  periodicity: string;
  months: string;
  year: string;
}

/**
 * The period of this length that contains the day. A week is Monday to Sunday, cut at both ends of its month, because
 * `Meses` names one month. A fortnight ends on the 15th or with the month. A period of two months is only for the
 * regime Incorporación Fiscal (CFDI40132). SAT numbers those pairs 13 to 18.
 */
export function globalPeriod(
  { periodLength, day }: ChosenPeriod,
  taxRegime: string,
): GlobalPeriod | Refusal<"two_months_not_allowed"> {
  if (periodLength === "twoMonths" && taxRegime !== "621") return refuse("two_months_not_allowed");
  const { from, to } = daysOf({ periodLength, day });
  const month = Number(from.slice(5, 7));
  const months = periodLength === "twoMonths" ? 12 + Math.ceil(month / 2) : month;
  const satFields = {
    periodicity: PERIODICITY[periodLength],
    months: String(months).padStart(2, "0"),
    year: from.slice(0, 4),
  };
  return { periodLength, from, to, ...satFields };
}

/** The period of the same length before this one. For today it is the last period that is over. */
export function periodBefore({ periodLength, day }: ChosenPeriod): ChosenPeriod {
  return { periodLength, day: addDays(daysOf({ periodLength, day }).from, -1) };
}

/** The first day after the period. */
export function dayAfterPeriod({ to }: Pick<GlobalPeriod, "to">): string {
  return addDays(to, 1);
}

/** The first and the last day of the period that contains the day. */
export function daysOf({ periodLength, day }: ChosenPeriod): { from: string; to: string } {
  const [year, month, dayOfMonth] = day.split("-").map(Number) as [number, number, number];
  const monthStart = toDay(year, month, 1);
  const monthEnd = toDay(year, month + 1, 0);
  switch (periodLength) {
    case "day":
      return { from: day, to: day };
    case "week": {
      const monday = dayOfMonth - ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7);
      const [from, to] = [toDay(year, month, monday), toDay(year, month, monday + 6)];
      return { from: from < monthStart ? monthStart : from, to: to > monthEnd ? monthEnd : to };
    }
    case "fortnight":
      return dayOfMonth <= 15
        ? { from: monthStart, to: toDay(year, month, 15) }
        : { from: toDay(year, month, 16), to: monthEnd };
    case "month":
      return { from: monthStart, to: monthEnd };
    case "twoMonths": {
      const startMonth = month % 2 === 1 ? month : month - 1;
      return { from: toDay(year, startMonth, 1), to: toDay(year, startMonth + 2, 0) };
    }
  }
}

/** Months and days outside their range move to the next or previous ones, as in `Date.UTC`. */
function toDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
