import { expect, test } from "vitest";
import { MAX_GUIDE_ROWS } from "../../../../domain/size-guide.ts";
import { pasteBlock, type GuideGrid } from "./paste-block.ts";

const grid = (): GuideGrid => ({
  measures: ["chest", "waist"],
  rows: [
    { size: "CH", cells: ["86", "68"] },
    { size: "M", cells: ["", ""] },
  ],
});

test("a block fills cells to the right and down, and adds the rows it needs", () => {
  expect(pasteBlock(grid(), { row: 1, column: -1 }, "M\t92\t74,5\r\nG\t98\t80\r\n")).toEqual({
    skippedCount: 0,
    grid: {
      measures: ["chest", "waist"],
      rows: [
        { size: "CH", cells: ["86", "68"] },
        { size: "M", cells: ["92", "74,5"] },
        { size: "G", cells: ["98", "80"] },
      ],
    },
  });
});

test("a single column is pasted at the given cell", () => {
  const { grid: pasted } = pasteBlock(grid(), { row: 0, column: 1 }, "70\n76");
  expect(pasted.rows.map(({ cells }) => cells)).toEqual([
    ["86", "70"],
    ["", "76"],
  ]);
});

test("a first line with names of measures sets the columns", () => {
  const { grid: pasted, skippedCount } = pasteBlock(
    grid(),
    { row: 0, column: -1 },
    "Talla\tBusto (cm)\tCintura\tLargo total\nCH\t86\t68\t98\nM\t92\t74\t100",
  );
  expect(skippedCount).toBe(0);
  expect(pasted.measures).toEqual(["chest", "waist", "length"]);
  expect(pasted.rows).toEqual([
    { size: "CH", cells: ["86", "68", "98"] },
    { size: "M", cells: ["92", "74", "100"] },
  ]);
});

test("texts without a column or row are counted, so that staff learn of them", () => {
  expect(pasteBlock(grid(), { row: 0, column: 1 }, "70\t71\t72").skippedCount).toBe(2);
  const long = Array.from({ length: MAX_GUIDE_ROWS + 3 }, (_, n) => `${n}\t86`).join("\n");
  const { grid: pasted, skippedCount } = pasteBlock(grid(), { row: 0, column: -1 }, long);
  expect(pasted.rows).toHaveLength(MAX_GUIDE_ROWS);
  expect(skippedCount).toBe(6);
});

test("pasting does not change the original grid", () => {
  const original = grid();
  pasteBlock(original, { row: 0, column: 0 }, "1\t2");
  expect(original).toEqual(grid());
});
