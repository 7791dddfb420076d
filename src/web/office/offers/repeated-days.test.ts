import { expect, test } from "vitest";
import { daysOfRepeatedOffer } from "./days-of-repeated-offer.ts";

test.each([
  ["2025-11-15T06:00:00Z", "2025-11-19T05:59:59Z", "2026-11-23T18:00:00Z", "2027-11-13", "2027-11-16"],
  ["2025-12-24T06:00:00Z", "2026-01-02T05:59:59Z", "2026-11-23T18:00:00Z", "2026-12-23", "2026-12-31"],
  ["2024-02-29T06:00:00Z", "2024-03-02T05:59:59Z", "2024-06-01T18:00:00Z", "2025-02-27", "2025-02-28"],
])("an offer from %s to %s, repeated at %s, is from %s to %s", (startsAt, endsAt, now, from, until) => {
  expect(daysOfRepeatedOffer({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }, new Date(now))).toEqual({
    from,
    until,
  });
});
