import { formatClockTime } from "./clock-time.ts";

const ZONE = "America/Mexico_City";

const PARTS = new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});
const TIME = new Intl.DateTimeFormat("es-MX", { timeZone: ZONE, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "21/11/2026 02:05 p. m.": DD/MM/YYYY hh:mm a (rule MONEY-4). */
export function formatDate(instant: Date): string {
  const part = Object.fromEntries(PARTS.formatToParts(instant).map(({ type, value }) => [type, value]));
  const dayPeriod = (part.dayPeriod ?? "").toLowerCase().startsWith("p") ? "p. m." : "a. m.";
  return `${part.day}/${part.month}/${part.year} ${part.hour}:${part.minute} ${dayPeriod}`;
}

/** "14:32": the time of day in Mexico City. */
export function formatTime(instant: Date): string {
  return TIME.format(instant);
}

/** The last second of that day in Mexico City, which is UTC−6 all year (Ley de los Husos Horarios, 2022). */
export function endOfDay(instant: Date): Date {
  const OFFSET_MS = 6 * 3_600_000;
  const local = new Date(instant.getTime() - OFFSET_MS);
  local.setUTCHours(23, 59, 59, 0);
  return new Date(local.getTime() + OFFSET_MS);
}

/** Units of time with their length in seconds, the longest first. */
const UNIT_SECONDS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago, in the largest unit that fits: "hace 3 días". */
export function formatAgo(instant: Date, now: Date): string {
  const seconds = (now.getTime() - instant.getTime()) / 1_000;
  const largest = UNIT_SECONDS.find(([, unitSeconds]) => seconds >= unitSeconds);
  if (!largest) return "hace un momento";
  const [unit, unitSeconds] = largest;
  return new Intl.RelativeTimeFormat("es-MX", { numeric: "auto" }).format(-Math.floor(seconds / unitSeconds), unit);
}

const EVENT_DAY = new Intl.DateTimeFormat("es-MX", {
  timeZone: ZONE,
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/**
 * "sábado 14 de marzo de 2027, 8:30 p. m.": an event's start, as printed on its tickets. The period at its end also
 * ends a sentence.
 */
export function formatEventTime(instant: Date): string {
  return `${EVENT_DAY.format(instant).replace(",", "")}, ${formatClockTime(instant)}`;
}
