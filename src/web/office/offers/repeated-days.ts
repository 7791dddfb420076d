import { writeMexicoTime } from "../../../domain/mexico-time.ts";
import { repeatedTimes } from "../../../domain/offer.ts";

/** The first and last day ("2027-11-19") of a repeated offer: in the next year in which it starts in the future. */
export function repeatedDays(times: { startsAt: Date; endsAt: Date }, now: Date): { from: string; until: string } {
  const { startsAt, endsAt } = repeatedTimes(times, now);
  return { from: dayOf(startsAt), until: dayOf(endsAt) };
}

function dayOf(instant: Date): string {
  return writeMexicoTime(instant).slice(0, 10);
}
