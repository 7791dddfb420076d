/** Mexico City keeps UTC−6 all year (Ley de los Husos Horarios, 2022). */
const OFFSET_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
/** Doors open before midnight for what begins after it; a late show ends on the next morning. */
const AROUND_MS = 12 * 3_600_000;

/**
 * Whether `at` is the day of an event: its date in Mexico City, and the twelve hours before and after its beginning where
 * they reach further. An event without a date is on every day.
 */
export function isEventDay(startsAt: Date | null, at: Date): boolean {
  if (startsAt === null) return true;
  const start = startsAt.getTime();
  const dayBegins = Math.floor((start - OFFSET_MS) / DAY_MS) * DAY_MS + OFFSET_MS;
  const from = Math.min(dayBegins, start - AROUND_MS);
  const until = Math.max(dayBegins + DAY_MS, start + AROUND_MS);
  return at.getTime() >= from && at.getTime() < until;
}
