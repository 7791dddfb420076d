/** How many business days the receiver has to answer a cancellation (RMF 2.7.1.34). Without an answer it is accepted. */
const DAYS = 3;

/**
 * The last day on which the receiver may reject a cancellation that SAT received on `day` ("2026-11-21", in the issuer's
 * time zone). Weekends and the public holidays of CFF 12 do not count. SAT's own holidays are not known here.
 */
export function acceptanceDeadline(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = DAYS; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (isBusinessDay(date)) left--;
  }
  return date.toISOString().slice(0, 10);
}

const FIXED_HOLIDAYS = new Set(["01-01", "05-01", "05-05", "09-16", "12-25"]);
/** By month, which of its Mondays is a holiday. */
const MONDAYS: Record<number, number> = { 2: 1, 3: 3, 11: 3 };

function isBusinessDay(date: Date): boolean {
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(date.toISOString().slice(5, 10))) return false;
  return !(weekday === 1 && MONDAYS[date.getUTCMonth() + 1] === Math.ceil(date.getUTCDate() / 7));
}
