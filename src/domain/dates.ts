import { format12HourTime } from "./format-12-hour-time.ts";

const ZONE = "America/Mexico_City";

const DATE_PARTS_FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});
const TIME_FORMAT = new Intl.DateTimeFormat("es-MX", {
  timeZone: ZONE,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "21/11/2026 02:05 p. m.": DD/MM/YYYY hh:mm a (rule MONEY-4). */
export function formatDateTime(instant: Date): string {
  const partByType = Object.fromEntries(
    DATE_PARTS_FORMAT.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const dayPeriod = (partByType.dayPeriod ?? "").toLowerCase().startsWith("p") ? "p. m." : "a. m.";
  return `${partByType.day}/${partByType.month}/${partByType.year} ${partByType.hour}:${partByType.minute} ${dayPeriod}`;
}

/** "14:32": the time of day in Mexico City. */
export function format24HourTime(instant: Date): string {
  return TIME_FORMAT.format(instant);
}

/** The last second of that day in Mexico City, which is UTC−6 all year (Ley de los Husos Horarios, 2022). */
export function endOfDay(instant: Date): Date {
  const OFFSET_MS = 6 * 3_600_000;
  const localTime = new Date(instant.getTime() - OFFSET_MS);
  localTime.setUTCHours(23, 59, 59, 0);
  return new Date(localTime.getTime() + OFFSET_MS);
}

const EVENT_DAY_FORMAT = new Intl.DateTimeFormat("es-MX", {
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
  return `${EVENT_DAY_FORMAT.format(instant).replace(",", "")}, ${format12HourTime(instant)}`;
}
