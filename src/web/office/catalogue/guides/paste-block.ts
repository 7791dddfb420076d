import { MAX_GUIDE_ROWS, normalizeGuideName, type Measure } from "../../../../domain/size-guide.ts";

/** The table of a size guide while it is edited: one text for each cell. */
export interface GuideGrid {
  /** Codes of measures; an empty text means that none is chosen. */
  measures: string[];
  rows: { size: string; cells: string[] }[];
}

/** The position of a cell, from 0. Column -1 has the names of sizes. */
export interface CellPosition {
  row: number;
  column: number;
}

/** The names that spreadsheets and suppliers give to measures, without accents, capitals and spaces. */
const MEASURE_BY_NAME: Record<string, Measure> = {
  pecho: "chest",
  busto: "chest",
  pechoobusto: "chest",
  "pecho/busto": "chest",
  contornodebusto: "chest",
  contornodepecho: "chest",
  cintura: "waist",
  contornodecintura: "waist",
  cadera: "hip",
  contornodecadera: "hip",
  largo: "length",
  largototal: "length",
  pie: "foot",
  largodepie: "foot",
  largodelpie: "foot",
  hombro: "shoulders",
  hombros: "shoulders",
  manga: "sleeve",
  largodemanga: "sleeve",
  tiro: "rise",
  entrepierna: "inseam",
};

export function makeEmptyRow(columnCount: number): GuideGrid["rows"][number] {
  return { size: "", cells: Array.from({ length: columnCount }, () => "") };
}

/** The number of texts of a pasted block that do not fit into the grid. Empty texts do not count. */
interface SkippedTextCounts {
  /** Texts in rows after the last one that a guide may have. */
  belowLastRow: number;
  /** Texts to the right of the last column. */
  afterLastColumn: number;
}

/**
 * Pastes a block copied from a spreadsheet into a copy of the grid, from `position` to the right and down. Missing rows
 * are added, up to MAX_GUIDE_ROWS. If the block begins in the first row, at its size or its first cell, a first line
 * with names of measures sets the columns.
 */
export function pasteBlock(
  grid: GuideGrid,
  position: CellPosition,
  text: string,
): { grid: GuideGrid; skipped: SkippedTextCounts } {
  const lines = readBlock(text);
  const header = position.row === 0 && position.column <= 0 ? readHeader(lines[0] ?? [], position.column) : null;
  const measures = header ?? grid.measures;
  const body = header ? lines.slice(1) : lines;
  const rows = grid.rows.map(({ size, cells }) => ({ size, cells: measures.map((_, column) => cells[column] ?? "") }));
  const skipped: SkippedTextCounts = { belowLastRow: 0, afterLastColumn: 0 };
  body.forEach((line, rowOffset) => {
    const rowIndex = position.row + rowOffset;
    while (rows.length <= rowIndex && rows.length < MAX_GUIDE_ROWS) rows.push(makeEmptyRow(measures.length));
    const row = rows[rowIndex];
    line.forEach((value, columnOffset) => {
      const column = position.column + columnOffset;
      if (row && column === -1) row.size = value;
      else if (row && column < measures.length) row.cells[column] = value;
      else if (value !== "") skipped[row ? "afterLastColumn" : "belowLastRow"]++;
    });
  });
  return { grid: { measures, rows }, skipped };
}

/** The notice for staff: whether all of a pasted block is in the grid, and what to do if it is not. */
export function formatPasteNotice({ belowLastRow, afterLastColumn }: SkippedTextCounts): string {
  const count = belowLastRow + afterLastColumn;
  if (count === 0) return "Listo, pegamos tu tabla. Revísala y guarda.";
  const skippedText = count === 1 ? "Un dato no cupo" : `${count} datos no cupieron`;
  if (belowLastRow === 0) return `${skippedText}: agrega las columnas que faltan y pega otra vez.`;
  const reason = `${skippedText}: una guía lleva a lo más ${MAX_GUIDE_ROWS} tallas.`;
  return afterLastColumn === 0 ? reason : `${reason} Agrega las columnas que faltan y pega otra vez.`;
}

function readBlock(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  return lines.map((line) => line.split("\t").map((value) => value.trim()));
}

/** The measures that a line names; null if a name is unknown or repeated. */
function readHeader(line: readonly string[], column: number): string[] | null {
  const names = column === -1 ? line.slice(1) : line;
  const measures = names
    .map((name) => MEASURE_BY_NAME[normalizeGuideName(name).replace(/\(?cm\.?\)?$/, "")])
    .filter((measure) => measure !== undefined);
  const isComplete = measures.length > 0 && measures.length === names.length;
  return isComplete && new Set(measures).size === measures.length ? measures : null;
}
