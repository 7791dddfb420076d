/** Mexico City is UTC−6 all year (Ley de los Husos Horarios, 2022). */
const OFFSET_MS = 6 * 3_600_000;

/** The instant of "2026-11-21", "2026-11-21 10:00" or "2026-11-21T10:00" in Mexico City; null for anything else. */
export function readMexicoTime(text: string): Date | null {
  const [, date, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text) ?? [];
  const instant = new Date(`${date}T${time}:00-06:00`);
  return Number.isNaN(instant.getTime()) || formatMexicoTime(instant).slice(0, 10) !== date ? null : instant;
}

/** "2026-11-21T10:00": local time as an `<input type="datetime-local">` has it. */
export function formatMexicoTime(instant: Date): string {
  return new Date(instant.getTime() - OFFSET_MS).toISOString().slice(0, 16);
}

/** "2026-11-21T23:30:00-06:00": Mexico City time with seconds and offset, as in data files. */
export function formatMexicoTimeWithOffset(instant: Date): string {
  return `${new Date(instant.getTime() - OFFSET_MS).toISOString().slice(0, 19)}-06:00`;
}

/** Whether a text such as "2026-12-15" is a calendar day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Sunday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const WEEKDAY_LABEL: Record<Weekday, string> = {
  0: "domingo",
  1: "lunes",
  2: "martes",
  3: "miércoles",
  4: "jueves",
  5: "viernes",
  6: "sábado",
};

/** The day of the week in Mexico City. */
export function mexicoWeekday(instant: Date): Weekday {
  return new Date(instant.getTime() - OFFSET_MS).getUTCDay() as Weekday;
}
