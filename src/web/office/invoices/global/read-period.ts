import type { PeriodLength } from "../../../../domain/global-period.ts";

export const EVERY_LABEL: Record<PeriodLength, string> = {
  day: "Día",
  week: "Semana",
  fortnight: "Quincena",
  month: "Mes",
  twoMonths: "Bimestre (régimen 621)",
};

const EVERY = Object.keys(EVERY_LABEL) as PeriodLength[];
const LONGEST_DAYS = 62;

interface InvoicePeriod {
  every: PeriodLength;
  /** Local days, "2026-11-01", both included. */
  from: string;
  to: string;
}

/**
 * The requested period; null when it is invalid. `today` is the shop's local day. Without days it is the last complete
 * month.
 */
export function readPeriod(
  requested: { every: string; from: string; to: string },
  today: string,
): InvoicePeriod | null {
  const every = EVERY.find((value) => value === requested.every) ?? "month";
  if (requested.from === "" && requested.to === "") return { every, ...lastMonth(today) };
  const [from, to] = [Date.parse(`${requested.from}T00:00Z`), Date.parse(`${requested.to}T00:00Z`)];
  const isDay = (text: string) => /^2\d{3}-\d\d-\d\d$/.test(text);
  if (!isDay(requested.from) || !isDay(requested.to) || Number.isNaN(from) || Number.isNaN(to)) return null;
  const days = (to - from) / 86_400_000;
  return days >= 0 && days < LONGEST_DAYS ? { every, from: requested.from, to: requested.to } : null;
}

function lastMonth(today: string): { from: string; to: string } {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return { from: day(new Date(Date.UTC(year, month - 2, 1))), to: day(new Date(Date.UTC(year, month - 1, 0))) };
}
