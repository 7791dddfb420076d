import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CatalogCache } from "./catalog-cache.ts";

test("a small total is counted again after a second, a large one is used for longer", async () => {
  const cache = new CatalogCache();
  let counted = 0;
  const small = () => cache.total("small", async () => ++counted);
  const large = () => cache.total("large", async () => 1_000 + ++counted);
  expect(await Promise.all([small(), small(), large()])).toEqual([1, 1, 1_002]);
  await sleep(1_010);
  expect(await small()).toBe(3);
  expect(await large()).toBe(1_002);
});

test("a failed count is not cached", async () => {
  const cache = new CatalogCache();
  await expect(cache.total("all", () => Promise.reject(new Error("no connection")))).rejects.toThrow();
  expect(await cache.total("all", async () => 7)).toBe(7);
});
