/** Fixed days of rest (LFT art. 74, I, IV, V, VIII). */
const FIXED_HOLIDAYS = new Set(["01-01", "05-01", "09-16", "12-25"]);
/** For a month (from 1), which of its Mondays is a day of rest (LFT art. 74, II, III, VI). */
const HOLIDAY_MONDAY_OF_MONTH: Record<number, number> = { 2: 1, 3: 3, 11: 3 };

/**
 * Whether "2026-11-16" is a day of rest of the federal labour law (LFT art. 74). The
 * election days that the article also names are Sundays. Tax deadlines have other holidays: `business-days.ts`.
 */
export function isPublicHoliday(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  if (FIXED_HOLIDAYS.has(day.slice(5))) return true;
  // Every six years on 1 October, when a new federal government takes office: 2024, 2030.
  if (day.slice(5) === "10-01" && date.getUTCFullYear() % 6 === 2) return true;
  return date.getUTCDay() === 1 && HOLIDAY_MONDAY_OF_MONTH[date.getUTCMonth() + 1] === Math.ceil(date.getUTCDate() / 7);
}
