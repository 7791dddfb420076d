import { expect, test } from "vitest";
import { majorityFit, toRating, type Fit, type Rating, type RatingCounts } from "./rating.ts";

test.each<[RatingCounts, number | null, string]>([
  [{ count: 0, stars: 0, small: 0, right: 0, large: 0 }, null, "no reviews, no rating"],
  [{ count: 1, stars: 5, small: 0, right: 0, large: 0 }, 5, "one review is its own average"],
  [{ count: 3, stars: 14, small: 1, right: 1, large: 0 }, 4.7, "4.666 is rounded to one decimal"],
  [{ count: 20, stars: 83, small: 0, right: 0, large: 0 }, 4.2, "4.15 is rounded up"],
])("%j has the average %d: %s", (counts, average, _reason) => {
  expect(toRating(counts)?.average ?? null).toBe(average);
});

test.each<[Rating["fit"], Fit | null, string]>([
  [{ small: 0, right: 2, large: 0 }, null, "two opinions are no majority"],
  [{ small: 0, right: 3, large: 0 }, "RIGHT", "three that agree"],
  [{ small: 2, right: 2, large: 0 }, null, "exactly half is no majority"],
  [{ small: 3, right: 1, large: 1 }, "SMALL", "three of five"],
  [{ small: 1, right: 1, large: 3 }, "LARGE", "three of five"],
  [{ small: 2, right: 2, large: 2 }, null, "opinions differ"],
])("fit %j: %s (%s)", (fit, majority, _reason) => {
  expect(majorityFit({ average: 4, count: 10, fit })).toBe(majority);
});
