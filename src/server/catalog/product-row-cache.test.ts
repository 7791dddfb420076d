import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { ProductChangeTracker } from "../db/product-change-tracker.ts";
import { ProductRowCache, type MissingRow, type CachedRow } from "./product-row-cache.ts";
import type { ProductRow } from "./product-row.ts";

let changes: ProductChangeTracker;
let cache: ProductRowCache;
let reads: string[][];
/** The card versions of the cached rows that each read got. */
let previousVersions: string[][];
let cardReadAt: number;
beforeEach(() => {
  changes = new ProductChangeTracker();
  cache = new ProductRowCache(changes);
  reads = [];
  previousVersions = [];
  cardReadAt = performance.now();
});

/** Reads all products but those named "missing". */
const read = async (missingRows: readonly MissingRow[]): Promise<CachedRow[]> => {
  const ids = missingRows.map(({ id }) => id);
  reads.push(ids);
  previousVersions.push(missingRows.flatMap(({ previousRow }) => (previousRow ? [previousRow.cardVersion] : [])));
  return ids
    .filter((id) => id !== "missing")
    .map((id) => ({ row: { id } as ProductRow, cardVersion: `${id}${reads.length}`, otherData: "", cardReadAt }));
};
const find = async (...ids: string[]) => (await cache.find("shop", ids, read)).map(({ id }) => id);

test("a product in several lists is read once, and each list keeps its order", async () => {
  expect(await Promise.all([find("a", "b"), find("c", "b", "a")])).toEqual([
    ["a", "b"],
    ["c", "b", "a"],
  ]);
  expect(reads).toEqual([["a", "b"], ["c"]]);
});

test("a product that does not exist is omitted", async () => {
  expect(await find("missing", "a")).toEqual(["a"]);
});

test("a product is read again after this process changed it, even if the change came during a read", async () => {
  await find("a", "b");
  changes.recordChanges(["a"]);
  await find("a", "b");
  const readDuringChange = find("c");
  changes.recordChanges(["c"]);
  await readDuringChange;
  await find("c");
  expect(reads).toEqual([["a", "b"], ["a"], ["c"], ["c"]]);
});

test("a product is read again after half a second, and for another shop", async () => {
  await find("a");
  await cache.find("branch", ["a"], read);
  await sleep(510);
  await find("a");
  expect(reads).toEqual([["a"], ["a"], ["a"]]);
});

test("a repeated read gets the version of the previous read", async () => {
  await find("a", "missing");
  changes.recordChanges(["a"]);
  await find("a", "b", "missing");
  await cache.find("branch", ["a"], read);
  expect(previousVersions).toEqual([[], ["a1"], []]);
});

test("a card that was read a minute ago is read in full", async () => {
  cardReadAt -= 60_000;
  await find("a");
  changes.recordChanges(["a"]);
  await find("a");
  expect(previousVersions).toEqual([[], []]);
});

test("a failed read is not cached", async () => {
  const failingRead = cache.find("shop", ["a"], () => Promise.reject(new Error("no connection")));
  await expect(failingRead).rejects.toThrow("no connection");
  expect(await find("a")).toEqual(["a"]);
});

test("a list is complete even if it has more products than the cache holds", async () => {
  const manyIds = Array.from({ length: 4_000 }, (_, n) => `product ${n}`);
  expect(await find("a", ...manyIds)).toHaveLength(4_001);
  expect(await find("b", "a", ...manyIds.slice(0, 10))).toHaveLength(12);
});
