import { expect, test } from "vitest";
import { RecentKeys } from "./recent-keys.ts";

test("the keys added last are recent, and older ones are not", () => {
  const keys = new RecentKeys(3);
  expect(["a", "b", "a", "c", "b"].map((key) => keys.add(key))).toEqual([false, false, true, false, true]);
  for (const key of ["d", "e", "f", "g", "h", "i"]) keys.add(key);
  expect(keys.add("i")).toBe(true);
  expect(keys.add("a")).toBe(false);
});
