import { refuse, type Refusal } from "./refusal.ts";

/** A global invoice's `InformacionGlobal`, in SAT's c_Periodicidad and c_Meses. */
export interface GlobalPeriod {
  periodicity: string;
  months: string;
  year: string;
}

const PERIODICITY = { day: "01", week: "02", fortnight: "03", month: "04", twoMonths: "05" } as const;

export type PeriodLength = keyof typeof PERIODICITY;

/**
 * The period that ends on `day` (local, "2026-11-21"). A period of two months is only for the regime Incorporación
 * Fiscal (CFDI40132). SAT numbers those pairs 13 to 18.
 */
export function globalPeriod(
  length: PeriodLength,
  day: string,
  taxRegime: string,
): GlobalPeriod | Refusal<"two_months_not_allowed"> {
  const month = Number(day.slice(5, 7));
  if (length === "twoMonths" && taxRegime !== "621") return refuse("two_months_not_allowed");
  const months = length === "twoMonths" ? 12 + Math.ceil(month / 2) : month;
  return { periodicity: PERIODICITY[length], months: String(months).padStart(2, "0"), year: day.slice(0, 4) };
}
