import { expect, test } from "vitest";
import { cancellationAnswerDeadline } from "./cancellation-answer-deadline.ts";

test.each([
  ["2026-11-02", "2026-11-05", "Monday to Thursday"],
  ["2026-11-05", "2026-11-10", "the weekend does not count"],
  ["2026-11-07", "2026-11-11", "received on a Saturday"],
  ["2026-11-13", "2026-11-19", "the third Monday of November is a holiday"],
  ["2026-01-30", "2026-02-05", "the first Monday of February is a holiday"],
  ["2026-12-23", "2026-12-29", "Christmas"],
  ["2026-12-30", "2027-01-05", "New Year"],
])("a cancellation request received on %s may be rejected until %s: %s", (day, deadline) =>
  expect(cancellationAnswerDeadline(day)).toBe(deadline),
);
