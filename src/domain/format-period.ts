import { formatDay } from "./format-day.ts";

const STORED_PERIOD = /^(\d{4}-\d{2}-\d{2}) a (\d{4}-\d{2}-\d{2})$/;

/** "1 al 15 de octubre de 2026", or one day: "15 de octubre de 2026". Days are local, "2026-10-15". */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(from);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isOneMonth ? Number(from.slice(8)) : formatDay(from)} al ${formatDay(to)}`;
}

/** `formatPeriod` for a period as a document stores it: "2026-10-01 a 2026-10-15". Another text stays as it is. */
export function formatStoredPeriod(period: string): string {
  const [, from, to] = STORED_PERIOD.exec(period) ?? [];
  return from && to ? formatPeriod({ from, to }) : period;
}
