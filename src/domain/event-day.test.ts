import { expect, test } from "vitest";
import { isEventDay } from "./event-day.ts";
import { readMexicoTime } from "./mexico-time.ts";

const NIGHT = "2027-03-14T20:30";
const PAST_MIDNIGHT = "2027-03-14T01:00";
const MORNING = "2027-03-14T09:00";

test.each([
  [NIGHT, "2027-03-14T00:00", true, "from the first minute of its date"],
  [NIGHT, "2027-03-13T23:59", false, "not on the evening before"],
  [NIGHT, "2027-03-15T08:29", true, "an event that ends the next morning"],
  [NIGHT, "2027-03-15T08:30", false, "ends twelve hours after its start"],
  [PAST_MIDNIGHT, "2027-03-13T22:00", true, "the entrance opens before midnight"],
  [PAST_MIDNIGHT, "2027-03-13T12:59", false, "not at noon of the day before"],
  [PAST_MIDNIGHT, "2027-03-14T23:59", true, "to the last minute of its date"],
  [MORNING, "2027-03-13T21:00", true, "twelve hours before it begins"],
  [MORNING, "2027-03-15T00:00", false, "not on the day after"],
])("an event that starts at %s is on the day of %s: %s (%s)", (startsAt, at, isOnEventDay) => {
  expect(isEventDay(readMexicoTime(startsAt), readMexicoTime(at)!)).toBe(isOnEventDay);
});

test("a ticket of an event without a date is valid on every day", () => {
  expect(isEventDay(null, new Date())).toBe(true);
});
