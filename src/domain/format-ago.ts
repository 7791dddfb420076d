/** Mexico City is UTC−6 all year. */
const OFFSET_MS = 6 * 3_600_000;

/** Units of time with their length in seconds, the longest first. */
const UNIT_SECONDS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * How long ago, in the largest unit that fits: "hace 3 horas". Days are those of the calendar: "ayer", "hace 3 días".
 */
export function formatAgo(instant: Date, now: Date): string {
  const seconds = (now.getTime() - instant.getTime()) / 1_000;
  const largestUnit = UNIT_SECONDS.find(([, unitSeconds]) => seconds >= unitSeconds);
  if (!largestUnit) return "hace un momento";
  const [unit, unitSeconds] = largestUnit;
  const isDayUnit = unit === "day";
  const count = isDayUnit ? dayNumber(now) - dayNumber(instant) : Math.floor(seconds / unitSeconds);
  return new Intl.RelativeTimeFormat("es-MX", { numeric: isDayUnit ? "auto" : "always" }).format(-count, unit);
}

/** The number of a day in Mexico City, counted from 1970. */
function dayNumber(instant: Date): number {
  return Math.floor((instant.getTime() - OFFSET_MS) / 86_400_000);
}
