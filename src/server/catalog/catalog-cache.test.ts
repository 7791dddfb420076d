import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CatalogCache } from "./catalog-cache.ts";

test("a small total is counted again after a second, a large one is used for longer", async () => {
  const cache = new CatalogCache();
  let countCalls = 0;
  const countSmall = () => cache.findTotal("small", async () => ++countCalls);
  const countLarge = () => cache.findTotal("large", async () => 1_000 + ++countCalls);
  expect(await Promise.all([countSmall(), countSmall(), countLarge()])).toEqual([1, 1, 1_002]);
  await sleep(1_010);
  expect(await countSmall()).toBe(3);
  expect(await countLarge()).toBe(1_002);
});

test("a failed count is not cached", async () => {
  const cache = new CatalogCache();
  await expect(cache.findTotal("all", () => Promise.reject(new Error("no connection")))).rejects.toThrow();
  expect(await cache.findTotal("all", async () => 7)).toBe(7);
});
