const FIXED_HOLIDAYS = new Set(["01-01", "05-01", "05-05", "09-16", "12-25"]);
/** For a month (from 1), which of its Mondays is a holiday. */
const HOLIDAY_MONDAYS: Record<number, number> = { 2: 1, 3: 3, 11: 3 };

/**
 * The day that is `count` business days after `day` ("2026-11-21"). Weekends and the yearly public holidays of CFF 12
 * do not count.
 */
export function addBusinessDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let remaining = count; remaining > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (isBusinessDay(date)) remaining--;
  }
  return date.toISOString().slice(0, 10);
}

function isBusinessDay(date: Date): boolean {
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(date.toISOString().slice(5, 10))) return false;
  return !(weekday === 1 && HOLIDAY_MONDAYS[date.getUTCMonth() + 1] === Math.ceil(date.getUTCDate() / 7));
}
