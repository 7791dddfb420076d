import { expect, test } from "vitest";
import { checkPacking } from "./check-packing.ts";

const [A, B] = ["01973f2c-0000-7000-8000-00000000000a", "01973f2c-0000-7000-8000-00000000000b"];
const LINES = [
  { sizeId: A, pieces: 2 },
  { sizeId: B, pieces: 1 },
];
const CODES = [
  { sizeId: A, sku: "A-1", gtin: null },
  { sizeId: B, sku: null, gtin: "036000291452" },
];
const check = (code: string, a: number, b: number) =>
  checkPacking(
    code,
    LINES,
    CODES,
    new Map([
      [A, a],
      [B, b],
    ]),
  );

test("each piece of the order counts once, and the last one completes the parcel", () => {
  expect(check("a-1", 0, 0)).toEqual({ kind: "packed", sizeId: A, checkedPieces: 1, isComplete: false });
  expect(check("A-1", 1, 0)).toEqual({ kind: "packed", sizeId: A, checkedPieces: 2, isComplete: false });
  expect(check("0036000291452", 2, 0)).toEqual({ kind: "packed", sizeId: B, checkedPieces: 1, isComplete: true });
});

test("a piece too many and a piece of another order are not packed", () => {
  expect(check("A-1", 2, 0)).toEqual({ kind: "enough", sizeId: A });
  expect(check("A-2", 0, 0)).toEqual({ kind: "unknown" });
});
