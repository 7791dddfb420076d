/** Mexico City is UTC−6 all year (Ley de los Husos Horarios, 2022). */
const OFFSET_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
/** The entrance opens before midnight for an event that starts after it. A late event ends on the next morning. */
const MARGIN_MS = 12 * 3_600_000;

/**
 * Whether `at` is on the day of an event: its date in Mexico City, extended to twelve hours before and after its start.
 * An event without a date is on every day.
 */
export function isEventDay(startsAt: Date | null, at: Date): boolean {
  if (startsAt === null) return true;
  const start = startsAt.getTime();
  const dayStart = Math.floor((start - OFFSET_MS) / DAY_MS) * DAY_MS + OFFSET_MS;
  const from = Math.min(dayStart, start - MARGIN_MS);
  const until = Math.max(dayStart + DAY_MS, start + MARGIN_MS);
  return at.getTime() >= from && at.getTime() < until;
}
