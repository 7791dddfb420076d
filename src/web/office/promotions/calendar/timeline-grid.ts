import { mexicoWeekday, readMexicoTime, formatMexicoTime } from "../../../../domain/mexico-time.ts";

/** A row of the calendar: a promotion, or anything else that has a period. */
export interface TimelineRow {
  label: string;
  from: Date;
  /** Null: without an end. */
  until: Date | null;
  /** The path of its page. */
  path: string;
}

/** A row on the grid. Columns count from 1, and the last one is included. */
export interface PlacedRow extends TimelineRow {
  firstColumn: number;
  lastColumn: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The start of the week that contains an instant: Monday at midnight in Mexico City. */
export function startOfWeek(instant: Date): Date {
  const startOfDay = readMexicoTime(formatMexicoTime(instant).slice(0, 10))!;
  const daysSinceMonday = (mexicoWeekday(instant) + 6) % 7;
  return new Date(startOfDay.getTime() - daysSinceMonday * DAY_MS);
}

/** The first instants of `count` weeks. The first week contains `now`. */
export function listWeekStarts(now: Date, count: number): Date[] {
  const firstMs = startOfWeek(now).getTime();
  return Array.from({ length: count }, (_, week) => new Date(firstMs + week * WEEK_MS));
}

/** The rows whose period overlaps the weeks, with their columns, ordered by their start. */
export function placeRows(rows: readonly TimelineRow[], weekStarts: readonly Date[]): PlacedRow[] {
  const firstMs = weekStarts[0]!.getTime();
  const endMs = firstMs + weekStarts.length * WEEK_MS;
  const columnOf = (instantMs: number): number =>
    Math.min(weekStarts.length, Math.max(1, Math.floor((instantMs - firstMs) / WEEK_MS) + 1));
  return rows
    .filter(({ from, until }) => from.getTime() < endMs && (until === null || until.getTime() > firstMs))
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
    .map((row) => ({
      ...row,
      firstColumn: columnOf(row.from.getTime()),
      lastColumn: row.until === null ? weekStarts.length : columnOf(row.until.getTime() - 1),
    }));
}
