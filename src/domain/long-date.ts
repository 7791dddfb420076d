import { format12HourTime } from "./format-12-hour-time.ts";

const ZONE = "America/Mexico_City";

const DAY_OPTIONS = { weekday: "long", day: "numeric", month: "long" } as const;
/** Formatters by time zone and whether they show the year. Creating one takes far longer than using it. */
const DAY_FORMATS = new Map<string, Intl.DateTimeFormat>();
const YEAR_FORMAT = new Intl.DateTimeFormat("es-MX", { timeZone: ZONE, year: "numeric" });

/** "domingo 22 de noviembre" in Mexico City, with the year if it is not that of `now` (rule MONEY-4). */
export function formatLongDate(instant: Date, now: Date): string {
  const isOtherYear = YEAR_FORMAT.format(instant) !== YEAR_FORMAT.format(now);
  return longDay(instant, ZONE, isOtherYear);
}

/** "domingo 22 de noviembre, 2:05 p. m." */
export function formatLongDateTime(instant: Date, now: Date): string {
  return `${formatLongDate(instant, now)}, ${format12HourTime(instant)}`;
}

/**
 * "lunes 23 de noviembre, 2:05 p. m.": a deadline, always without the year. At the end of a sentence its last character
 * is also the full stop.
 */
export function formatDeadline(instant: Date): string {
  return `${longDay(instant, ZONE, false)}, ${format12HourTime(instant)}`;
}

/** "domingo 22 de noviembre" from "2026-11-22", always without the year. */
export function formatLongDay(day: string): string {
  return longDay(new Date(`${day}T00:00:00Z`), "UTC", false);
}

/** "entre el martes 24 y el jueves 26 de noviembre" from two days. */
export function formatDayRange(firstDay: string, lastDay: string): string {
  if (firstDay === lastDay) return `el ${formatLongDay(firstDay)}`;
  const isSameMonth = firstDay.slice(0, 7) === lastDay.slice(0, 7);
  const start = isSameMonth ? formatLongDay(firstDay).replace(/ de \S+$/, "") : formatLongDay(firstDay);
  return `entre el ${start} y el ${formatLongDay(lastDay)}`;
}

function longDay(instant: Date, timeZone: string, hasYear: boolean): string {
  const key = `${timeZone} ${hasYear}`;
  let format = DAY_FORMATS.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("es-MX", { ...DAY_OPTIONS, timeZone, ...(hasYear && { year: "numeric" }) });
    DAY_FORMATS.set(key, format);
  }
  return format.format(instant).replace(",", "");
}
