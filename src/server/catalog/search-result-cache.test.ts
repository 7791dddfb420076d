import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { ProductChangeTracker } from "../db/product-change-tracker.ts";
import { SearchResultCache } from "./search-result-cache.ts";

let changes: ProductChangeTracker;
let results: SearchResultCache;
let searchCount: number;
beforeEach(() => {
  changes = new ProductChangeTracker();
  results = new SearchResultCache(changes);
  searchCount = 0;
});

const search = async () => {
  searchCount++;
  return { ids: ["a", "b"], totalProducts: searchCount };
};
const find = async (key = "vestido") => (await results.find(key, search, { mayBeOld: true })).totalProducts;

test("concurrent requests, and requests within half a second, share a search", async () => {
  expect(await Promise.all([find(), find()])).toEqual([1, 1]);
  expect(await find()).toBe(1);
  expect(await find("camisa")).toBe(2);
});

test("the search runs again after half a second", async () => {
  await find();
  await sleep(510);
  expect(await find()).toBe(2);
});

test("a result of many products is used for more than half a second, and is then marked as old", async () => {
  const searchMany = async () => ({ ids: ["a"], totalProducts: 500 + ++searchCount });
  expect(await results.find("todo", searchMany, { mayBeOld: true })).toEqual({
    ids: ["a"],
    totalProducts: 501,
    isOld: false,
  });
  expect(await results.find("todo", searchMany, { mayBeOld: true })).toMatchObject({
    totalProducts: 501,
    isOld: false,
  });
  await sleep(510);
  expect(await results.find("todo", searchMany, { mayBeOld: true })).toMatchObject({ totalProducts: 501, isOld: true });
  changes.recordChanges(["a"]);
  expect(await results.find("todo", searchMany, { mayBeOld: true })).toMatchObject({
    totalProducts: 502,
    isOld: false,
  });
});

test("a result of many products that may not be old is used for half a second", async () => {
  const searchMany = async () => ({ ids: ["a"], totalProducts: 500 + ++searchCount });
  await results.find("todo", searchMany, { mayBeOld: false });
  await sleep(510);
  expect(await results.find("todo", searchMany, { mayBeOld: false })).toMatchObject({ totalProducts: 502 });
});

test("the search runs again, once, after one of its products changed", async () => {
  await find();
  changes.recordChanges(["c"]);
  expect(await find()).toBe(1);
  changes.recordChanges(["b"]);
  expect(await Promise.all([find(), find(), find()])).toEqual([2, 2, 2]);
});

test("a product that changes during the search counts as changed", async () => {
  const searchDuringChange = find();
  changes.recordChanges(["a"]);
  await searchDuringChange;
  expect(await find()).toBe(2);
});

test("a failed search is not cached", async () => {
  await expect(
    results.find("vestido", () => Promise.reject(new Error("no connection")), { mayBeOld: true }),
  ).rejects.toThrow();
  expect(await find()).toBe(1);
});
