import { expect, test } from "vitest";
import { placeRows, startOfWeek, listWeekStarts } from "./timeline-grid.ts";

const mexicoTime = (text: string): Date => new Date(`${text}:00-06:00`);

test.each([
  ["2026-11-23T00:00", "2026-11-23T00:00", "a Monday at midnight"],
  ["2026-11-29T23:59", "2026-11-23T00:00", "the Sunday of that week, while it is Monday in UTC"],
])("the week of %s starts on %s: %s", (instant, start) => {
  expect(startOfWeek(mexicoTime(instant))).toEqual(mexicoTime(start));
});

test.each<[string, string | null, [number, number] | null, string]>([
  ["2026-11-01T00:00", "2026-11-24T00:00", [1, 1], "began before the first week"],
  ["2026-12-01T10:00", "2026-12-07T00:00", [2, 2], "ends with its week"],
  ["2026-11-25T00:00", null, [1, 4], "has no end"],
  ["2026-11-25T00:00", "2027-05-01T00:00", [1, 4], "ends after the last week"],
  ["2026-10-01T00:00", "2026-11-23T00:00", null, "ended before"],
  ["2026-12-21T00:00", null, null, "starts later"],
])("%s to %s spans the weeks %s: it %s", (from, until, columns) => {
  const weekStarts = listWeekStarts(mexicoTime("2026-11-25T12:00"), 4);
  const [row] = placeRows(
    [{ label: "", path: "", from: mexicoTime(from), until: until === null ? null : mexicoTime(until) }],
    weekStarts,
  );
  expect(row ? [row.firstColumn, row.lastColumn] : null).toEqual(columns);
});
