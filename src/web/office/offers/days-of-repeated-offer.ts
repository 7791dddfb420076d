import { formatMexicoTime } from "../../../domain/mexico-time.ts";
import { timesOfRepeatedOffer } from "../../../domain/offer.ts";

/**
 * The first and last day ("2027-11-13") of an offer when it is repeated. Both move by the smallest multiple of 364 days
 * (52 weeks, so the days of the week stay the same) with which the offer starts in the future (rule OFFER-6).
 */
export function daysOfRepeatedOffer(
  times: { startsAt: Date; endsAt: Date },
  now: Date,
): { from: string; until: string } {
  const { startsAt, endsAt } = timesOfRepeatedOffer(times, now);
  return { from: dayOf(startsAt), until: dayOf(endsAt) };
}

function dayOf(instant: Date): string {
  return formatMexicoTime(instant).slice(0, 10);
}
