import { formatMexicoTime } from "../../../domain/mexico-time.ts";
import { timesOfRepeatedOffer } from "../../../domain/offer.ts";

/**
 * The first and last day ("2027-11-13") of a repeated offer: on the same days of the week, as many years of 364 days
 * later as bring its start into the future (rule OFFER-6).
 */
export function repeatedDays(times: { startsAt: Date; endsAt: Date }, now: Date): { from: string; until: string } {
  const { startsAt, endsAt } = timesOfRepeatedOffer(times, now);
  return { from: dayOf(startsAt), until: dayOf(endsAt) };
}

function dayOf(instant: Date): string {
  return formatMexicoTime(instant).slice(0, 10);
}
