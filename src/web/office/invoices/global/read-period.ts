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

interface AskedPeriod {
  every: PeriodLength;
  /** Local days, "2026-11-01", both of it. */
  from: string;
  to: string;
}

/** What was asked; null where it is no period. `today`: the shop's local day. Without days: the last whole month. */
export function readPeriod(asked: { every: string; from: string; to: string }, today: string): AskedPeriod | null {
  const every = EVERY.find((one) => one === asked.every) ?? "month";
  if (asked.from === "" && asked.to === "") return { every, ...lastMonth(today) };
  const [from, to] = [Date.parse(`${asked.from}T00:00Z`), Date.parse(`${asked.to}T00:00Z`)];
  const isDay = (text: string) => /^2\d{3}-\d\d-\d\d$/.test(text);
  if (!isDay(asked.from) || !isDay(asked.to) || Number.isNaN(from) || Number.isNaN(to)) return null;
  const days = (to - from) / 86_400_000;
  return days >= 0 && days < LONGEST_DAYS ? { every, from: asked.from, to: asked.to } : null;
}

function lastMonth(today: string): { from: string; to: string } {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const day = (of: Date) => of.toISOString().slice(0, 10);
  return { from: day(new Date(Date.UTC(year, month - 2, 1))), to: day(new Date(Date.UTC(year, month - 1, 0))) };
}
