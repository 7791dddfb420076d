import { writeMexicoTime } from "../../../domain/mexico-time.ts";

/** The days of an offer in the next year in which they are still to come: "2027-11-20" and "2027-11-30". */
export function repeatedDays(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): { from: string; until: string } {
  let [from, until] = [startsAt, endsAt];
  while (from <= now) [from, until] = [nextYear(from), nextYear(until)];
  return { from: dayOf(from), until: dayOf(until) };
}

function nextYear(instant: Date): Date {
  const next = new Date(instant);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next;
}

function dayOf(instant: Date): string {
  return writeMexicoTime(instant).slice(0, 10);
}
