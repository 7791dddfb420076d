/**
 * "2026-11-21T16:05:09": an instant as the clock on the wall of `timeZone` showed it, how a CFDI writes times. Throws where
 * the zone does not exist: settings are checked when they are saved.
 */
export function localTime(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}
