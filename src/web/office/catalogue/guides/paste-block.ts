import { MAX_GUIDE_ROWS, plainSize, type Measure } from "../../../../domain/size-guide.ts";

/** The table of a guide while it is edited: one text for each cell. */
export interface GuideGrid {
  /** Codes of measures. Empty: not chosen yet. */
  measures: string[];
  rows: { size: string; cells: string[] }[];
}

/** The place of a cell. Column -1 has the names of sizes. */
export interface Place {
  row: number;
  column: number;
}

/** How spreadsheets and suppliers name the columns, as `plainSize` leaves it. */
const NAMES: Record<string, Measure> = {
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

export function emptyRow(columns: number): GuideGrid["rows"][number] {
  return { size: "", cells: Array.from({ length: columns }, () => "") };
}

/**
 * The grid with a block that was copied from a spreadsheet, from `at` to the right and down. Missing rows are added. A
 * first line that names measures sets the columns. `cut` counts the texts that had no place.
 */
export function pasteBlock(grid: GuideGrid, at: Place, text: string): { grid: GuideGrid; cut: number } {
  const lines = readBlock(text);
  const header = at.row === 0 && at.column <= 0 ? readHeader(lines[0] ?? [], at.column) : null;
  const measures = header ?? grid.measures;
  const body = header ? lines.slice(1) : lines;
  const rows = grid.rows.map(({ size, cells }) => ({ size, cells: measures.map((_, column) => cells[column] ?? "") }));
  let cut = 0;
  body.forEach((line, down) => {
    const target = at.row + down;
    while (rows.length <= target && rows.length < MAX_GUIDE_ROWS) rows.push(emptyRow(measures.length));
    const row = rows[target];
    line.forEach((value, right) => {
      const column = at.column + right;
      if (row && column === -1) row.size = value;
      else if (row && column < measures.length) row.cells[column] = value;
      else if (value !== "") cut++;
    });
  });
  return { grid: { measures, rows }, cut };
}

function readBlock(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  return lines.map((line) => line.split("\t").map((value) => value.trim()));
}

/** The columns that a line names, or null if one of its names is not a measure. */
function readHeader(line: readonly string[], column: number): string[] | null {
  const names = column === -1 ? line.slice(1) : line;
  const measures = names.map((name) => NAMES[plainSize(name).replace(/\(?cm\.?\)?$/, "")]);
  const known = measures.filter((measure) => measure !== undefined);
  return known.length > 0 && known.length === names.length && new Set(known).size === known.length ? known : null;
}
