import { isDay, readMexicoTime, writeMexicoTime } from "./mexico-time.ts";

/**
 * The instant at which a parcel arrived, by the day that staff name: the day's noon in Mexico City, or now if that is
 * still to come today. Null if it is no day. Without a day: now.
 */
export function deliveryInstant(day: string | undefined, now: Date): Date | null {
  if (day === undefined || day === "") return now;
  if (!isDay(day)) return null;
  const noon = readMexicoTime(`${day} 12:00`)!;
  return noon > now && writeMexicoTime(now).startsWith(day) ? now : noon;
}
