import { isDay, readMexicoTime, formatMexicoTime } from "./mexico-time.ts";

/**
 * The instant at which a parcel arrived, from the day that staff enter: noon of that day in Mexico City. It is `now`
 * if no day is given, or if the day is today and noon has not passed. Null if the text is not a day.
 */
export function deliveryInstant(day: string | undefined, now: Date): Date | null {
  if (day === undefined || day === "") return now;
  if (!isDay(day)) return null;
  const noon = readMexicoTime(`${day} 12:00`)!;
  return noon > now && formatMexicoTime(now).startsWith(day) ? now : noon;
}
