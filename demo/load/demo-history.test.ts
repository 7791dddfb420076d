import { expect, test } from "vitest";
import { canMoveOrder, firstStatus } from "../../src/domain/order-status.ts";
import { readMexicoTime, formatMexicoTime } from "../../src/domain/mexico-time.ts";
import { DEMO_ORDERS, DEMO_STAFF_NAME, instantOf } from "./demo-history.ts";

const HOUR_MS = 3_600_000;

test.each(["00:05", "08:04", "10:24", "10:25", "18:00", "23:59"])(
  "loaded at %s, every order was placed and moved in the past, in order, with more than two hours between its steps",
  (time) => {
    const now = readMexicoTime(`2026-11-21 ${time}`)!;
    let previousPlacedAt = 0;
    for (const { placedAt, steps, joinedIntoNewestAt } of DEMO_ORDERS) {
      const moments = [placedAt, ...steps.map((step) => step.at), ...(joinedIntoNewestAt ? [joinedIntoNewestAt] : [])];
      const instants = moments.map((moment) => instantOf(moment, now).getTime());
      expect(instants).toEqual(instants.toSorted((a, b) => a - b));
      for (let index = 1; index < instants.length; index++) {
        expect(instants[index]! - instants[index - 1]!).toBeGreaterThan(2 * HOUR_MS);
      }
      expect(instants.at(-1)).toBeLessThanOrEqual(now.getTime());
      expect(instants[0]).toBeGreaterThan(previousPlacedAt);
      previousPlacedAt = instants[0]!;
    }
  },
);

test("the steps by staff are between nine in the morning and seven in the evening", () => {
  for (const { steps, joinedIntoNewestAt } of DEMO_ORDERS) {
    const staffMoments = steps.filter((step) => step.actor === DEMO_STAFF_NAME).map((step) => step.at);
    for (const moment of joinedIntoNewestAt ? [...staffMoments, joinedIntoNewestAt] : staffMoments) {
      const time = formatMexicoTime(instantOf(moment, new Date())).slice(11);
      expect(time >= "09:00" && time <= "19:00").toBe(true);
    }
  }
});

test("every step is an allowed transition", () => {
  for (const { shop, isPresale = false, steps } of DEMO_ORDERS) {
    let status = firstStatus({ isPresale, inBranch: shop === "norte" });
    for (const { to } of steps) {
      expect(canMoveOrder(status, to)).toBe(true);
      status = to;
    }
  }
});
