import { describe, expect, test } from "vitest";
import {
  pollSeconds,
  pollSecondsBeforeOpening,
  pollSecondsWhenSoldOut,
  delayedPollSeconds,
  pollDelayFactor,
  waitMinutes,
} from "./waiting-room.ts";

describe("the interval until the next poll", () => {
  test.each([
    [0, 2.4, 3.6, "the next visitor polls soon"],
    [49, 2.4, 3.6, "the same for visitors close behind"],
    [50, 4.8, 7.2, "further back"],
    [500, 9.6, 14.4, "a long wait"],
    [4_999, 16, 24, "at the end of the queue, still below half a minute"],
  ])("with %i ahead: %f to %f s: %s", (ahead, minSeconds, maxSeconds) => {
    expect(pollSeconds(ahead, 0)).toBe(minSeconds);
    expect(pollSeconds(ahead, 1)).toBe(maxSeconds);
  });

  test.each([
    [1_800, 10, 0, 12, "half an hour before the opening"],
    [1_800, 10, 1, 18, "the same with another random value"],
    [20, 10, 0, 20.3, "just before the opening: right after it"],
    [20, 10, 1, 26.3, "spread over several seconds"],
    [20, 3_000, 1, 30.3, "many visitors, over a longer time"],
    [20, 90_000, 1, 40.3, "with an upper limit"],
    [-3, 10, 0.5, 3.3, "after the opening, while places are being assigned"],
  ])(
    "%f s before the opening, among %i visitors, with the random value %f: in %f s: %s",
    (seconds, visitors, randomValue, expected) => {
      expect(pollSecondsBeforeOpening(seconds, visitors, randomValue)).toBe(expected);
    },
  );

  test.each([
    [6, 1, 6, "not delayed"],
    [6, 4, 24, "delayed four times"],
    [20, 4, 30, "never longer than half a minute"],
    [60, 4, 60, "unless the interval was longer already"],
  ])("%f s, delayed by factor %f: %f s: %s", (seconds, delayFactor, expected) => {
    expect(delayedPollSeconds(seconds, delayFactor)).toBe(expected);
  });

  test.each([
    [0, 1, "idle"],
    [50, 1, "busy without delay"],
    [125, 2.5, "overloaded"],
    [9_000, 4, "with an upper limit"],
  ])("with an event loop delay of %i ms polls are delayed by factor %f: %s", (eventLoopDelayMs, factor) => {
    expect(pollDelayFactor(eventLoopDelayMs)).toBe(factor);
  });

  test("polls are rare once everything is sold", () => {
    expect(pollSecondsWhenSoldOut(0.5)).toBe(60);
  });
});

describe("the expected wait", () => {
  const queue = { ahead: 99, recentlyAdmitted: 0, countedMinutes: 0, choosingAtOnce: 500, pieces: 300 };
  test.each([
    [{ ...queue }, 4, "300 may choose, ten minutes each: 30 per minute"],
    [{ ...queue, recentlyAdmitted: 100, countedMinutes: 2 }, 2, "50 per minute were admitted"],
    [
      { ...queue, ahead: 899, recentlyAdmitted: 300, countedMinutes: 0.1 },
      3,
      "the many admissions at the opening are not a rate of 3,000 per minute",
    ],
    [{ ...queue, choosingAtOnce: 20 }, 50, "few may choose at the same time: two per minute"],
    [{ ...queue, pieces: 0 }, 1_000, "at least one per ten minutes"],
    [{ ...queue, ahead: 0, recentlyAdmitted: 50, countedMinutes: 1 }, 1, "the next visitor: one minute"],
  ])("%o: %i minutes: %s", (input, minutes) => {
    expect(waitMinutes(input)).toBe(minutes);
  });
});
