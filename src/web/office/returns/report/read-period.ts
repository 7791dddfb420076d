import { formatMexicoTime } from "../../../../domain/mexico-time.ts";
import { readQuery } from "../../read-query.ts";

const DAY_MS = 86_400_000;

/**
 * The period of the report, from the query: `desde` and `hasta` (days, both included). By default it ends today and
 * covers 90 days. `to` is the first instant after it.
 */
export function readPeriod(url: string, now = new Date()) {
  const query = readQuery(url);
  const today = formatMexicoTime(now).slice(0, 10);
  const lastDayStart = query.day("hasta") ?? new Date(`${today}T00:00:00-06:00`);
  const from = query.day("desde") ?? new Date(lastDayStart.getTime() - 89 * DAY_MS);
  const dayOf = (instant: Date) => formatMexicoTime(instant).slice(0, 10);
  const to = new Date(lastDayStart.getTime() + DAY_MS);
  return { from, to, firstDay: dayOf(from), lastDay: dayOf(lastDayStart) };
}
