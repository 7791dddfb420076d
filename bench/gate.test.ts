import { expect, test } from "vitest";
import { compareWithBaseline, formatGateRows, ratiosOf } from "./gate.ts";

const STORED_RATIOS = { "a list": 0.5, "a cart": 0.3 };
const listWorseLabels = (...runs: Record<string, number>[]) =>
  compareWithBaseline(STORED_RATIOS, runs).flatMap(({ label, isWorse }) => (isWorse ? [label] : []));

test("a ratio that became worse by more than a fifth is reported", () => {
  expect(listWorseLabels({ "a list": 0.41, "a cart": 0.23 })).toEqual(["a cart"]);
});

test("the median of several runs decides", () => {
  expect(
    listWorseLabels(
      { "a list": 0.1, "a cart": 0.3 },
      { "a list": 0.5, "a cart": 0.3 },
      { "a list": 0.6, "a cart": 0.1 },
    ),
  ).toEqual([]);
});

test("a stored row that is no longer measured is reported", () => {
  expect(listWorseLabels({ "a list": 0.5 })).toEqual(["a cart"]);
});

test("a ratio that is better when it is lower is stored inverted, and rows without a ratio are not stored", () => {
  const row = { label: "a quote", measured: "", budget: "" };
  expect(
    ratiosOf([row, { ...row, label: "b", ratio: 2, isLowerBetter: true }, { ...row, label: "c", ratio: 0.333 }]),
  ).toEqual({
    b: 0.5,
    c: 0.33,
  });
});

test("the text shows which row became worse", () => {
  const rows = compareWithBaseline(STORED_RATIOS, [{ "a list": 0.5, "a cart": 0.1 }]);
  expect(formatGateRows(rows)).toBe("ok     a list  0.50 → 0.50\nWORSE  a cart  0.30 → 0.10");
});
