import { expect, test } from "vitest";
import { changeLookProductIds, type LookChange } from "./look.ts";

test.each([
  [["a"], { act: "add", id: "b" }, ["a", "b"], "added last"],
  [["a", "b"], { act: "add", id: "a" }, ["a", "b"], "a product is in a look once"],
  [["a", "b", "c"], { act: "remove", id: "b" }, ["a", "c"], "the others move up"],
  [["a"], { act: "remove", id: "x" }, ["a"], "somebody else removed it"],
  [["a", "b", "c"], { act: "up", id: "c" }, ["a", "c", "b"], "moved by one position"],
  [["a", "b"], { act: "up", id: "a" }, ["a", "b"], "it is first"],
  [["a", "b", "c"], { act: "down", id: "a" }, ["b", "a", "c"], "moved by one position"],
  [["a", "b"], { act: "down", id: "b" }, ["a", "b"], "it is last"],
] as [string[], LookChange, string[], string][])("%j after %j is %j: %s", (ids, change, expected) => {
  expect(changeLookProductIds(ids, change)).toEqual(expected);
});

test("a look has at most four products", () => {
  expect(changeLookProductIds(["a", "b", "c", "d"], { act: "add", id: "e" })).toEqual({ refused: "look_full" });
});
