import { describe, expect, test } from "vitest";
import {
  pollSeconds,
  pollSecondsBefore,
  pollSecondsSoldOut,
  stretched,
  stretchOf,
  waitMinutes,
} from "./waiting-room.ts";

describe("when to look again", () => {
  test.each([
    [0, 2.4, 3.6, "the next one hears it at once"],
    [49, 2.4, 3.6, "so do those close behind"],
    [50, 4.8, 7.2, "further back"],
    [500, 9.6, 14.4, "a good while to go"],
    [4_999, 16, 24, "at the end of the queue, still within half a minute"],
  ])("with %i ahead: %f to %f s: %s", (ahead, from, to) => {
    expect(pollSeconds(ahead, 0)).toBe(from);
    expect(pollSeconds(ahead, 1)).toBe(to);
  });

  test.each([
    [1_800, 10, 0, 12, "half an hour to go"],
    [1_800, 10, 1, 18, "the same for another"],
    [20, 10, 0, 20.3, "nearly there: right after the opening"],
    [20, 10, 1, 26.3, "not all in one moment"],
    [20, 3_000, 1, 30.3, "a crowd, over a longer time"],
    [20, 90_000, 1, 40.3, "but never for ever"],
    [-3, 10, 0.5, 3.3, "it is open, the draw is being made"],
  ])("%f s before the opening, among %i, at chance %f: in %f s: %s", (seconds, people, chance, next) => {
    expect(pollSecondsBefore(seconds, people, chance)).toBe(next);
  });

  test.each([
    [6, 1, 6, "as said"],
    [6, 4, 24, "four times as late"],
    [20, 4, 30, "never later than half a minute"],
    [60, 4, 60, "unless it was to be later anyway"],
  ])("%f s, put off %f times: %f s: %s", (seconds, stretch, later) => {
    expect(stretched(seconds, stretch)).toBe(later);
  });

  test.each([
    [0, 1, "at rest"],
    [50, 1, "busy, and in time"],
    [125, 2.5, "out of breath"],
    [9_000, 4, "never put off for ever"],
  ])("with work beginning %i ms late it is put off %f times: %s", (lagMs, times) => {
    expect(stretchOf(lagMs)).toBe(times);
  });

  test("once all is sold, seldom", () => {
    expect(pollSecondsSoldOut(0.5)).toBe(60);
  });
});

describe("the expected wait", () => {
  const crowd = { ahead: 99, called: 0, minutes: 0, choosingAtOnce: 500, pieces: 300 };
  test.each([
    [{ ...crowd }, 4, "300 can choose, ten minutes each: 30 a minute"],
    [{ ...crowd, called: 100, minutes: 2 }, 2, "50 a minute were called"],
    [{ ...crowd, called: 300, minutes: 0.1 }, 1, "the burst at the opening is not a pace of 3,000 a minute"],
    [{ ...crowd, choosingAtOnce: 20 }, 50, "few may choose at once: two a minute"],
    [{ ...crowd, pieces: 0 }, 1_000, "one in ten minutes at worst"],
    [{ ...crowd, ahead: 0, called: 50, minutes: 1 }, 1, "the next one: a minute"],
  ])("%o: %i minutes: %s", (asked, minutes) => {
    expect(waitMinutes(asked)).toBe(minutes);
  });
});
