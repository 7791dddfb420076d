import { expect, test } from "vitest";
import { MAX_GUIDE_ROWS } from "../../../../domain/size-guide.ts";
import { pasteBlock, formatPasteNotice, type GuideGrid } from "./paste-block.ts";

const makeGrid = (): GuideGrid => ({
  measures: ["chest", "waist"],
  rows: [
    { size: "CH", cells: ["86", "68"] },
    { size: "M", cells: ["", ""] },
  ],
});

test("a block fills cells to the right and down, and adds the rows it needs", () => {
  expect(pasteBlock(makeGrid(), { row: 1, column: -1 }, "M\t92\t74,5\r\nG\t98\t80\r\n")).toEqual({
    skipped: { afterLastColumn: 0, belowLastRow: 0 },
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
  const { grid: pastedGrid } = pasteBlock(makeGrid(), { row: 0, column: 1 }, "70\n76");
  expect(pastedGrid.rows.map(({ cells }) => cells)).toEqual([
    ["86", "70"],
    ["", "76"],
  ]);
});

test("a first line with names of measures sets the columns", () => {
  const { grid: pastedGrid, skipped } = pasteBlock(
    makeGrid(),
    { row: 0, column: -1 },
    "Talla\tBusto (cm)\tCintura\tLargo total\nCH\t86\t68\t98\nM\t92\t74\t100",
  );
  expect(skipped).toEqual({ afterLastColumn: 0, belowLastRow: 0 });
  expect(pastedGrid.measures).toEqual(["chest", "waist", "length"]);
  expect(pastedGrid.rows).toEqual([
    { size: "CH", cells: ["86", "68", "98"] },
    { size: "M", cells: ["92", "74", "100"] },
  ]);
});

test("texts that do not fit into the grid are counted, so that staff learn of them", () => {
  const { skipped: skippedOfWideBlock } = pasteBlock(makeGrid(), { row: 0, column: 1 }, "70\t71\t72");
  expect(skippedOfWideBlock).toEqual({ afterLastColumn: 2, belowLastRow: 0 });
  expect(formatPasteNotice(skippedOfWideBlock)).toBe(
    "2 datos no cupieron: agrega las columnas que faltan y pega otra vez.",
  );
  const longBlock = Array.from({ length: MAX_GUIDE_ROWS + 3 }, (_, n) => `${n}\t86`).join("\n");
  const { grid: pastedGrid, skipped } = pasteBlock(makeGrid(), { row: 0, column: -1 }, longBlock);
  expect(pastedGrid.rows).toHaveLength(MAX_GUIDE_ROWS);
  expect(skipped).toEqual({ afterLastColumn: 0, belowLastRow: 6 });
  expect(formatPasteNotice(skipped)).toBe("6 datos no cupieron: una guía lleva a lo más 40 tallas.");
  expect(formatPasteNotice({ afterLastColumn: 1, belowLastRow: 6 })).toMatch(
    "tallas. Agrega las columnas que faltan y pega otra vez.",
  );
});

test("pasting does not change the original grid", () => {
  const original = makeGrid();
  pasteBlock(original, { row: 0, column: 0 }, "1\t2");
  expect(original).toEqual(makeGrid());
});
