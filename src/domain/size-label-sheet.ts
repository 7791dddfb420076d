/** A sheet of labels of sizes, in points (1/72 inch). Not of carriers' labels. */
export interface LabelSheet {
  name: string;
  page: [width: number, height: number];
  columns: number;
  rows: number;
  label: { width: number; height: number };
  /** The top left corner of the first label, and the distance from one label to the next. */
  firstCorner: { x: number; y: number };
  step: { x: number; y: number };
}

const INCH = 72;
const MM = 72 / 25.4;
const LETTER: [number, number] = [8.5 * INCH, 11 * INCH];

/**
 * Label sheets sold in Mexico and the United States (dimensions as published by Avery), and a roll for label printers.
 */
export const LABEL_SHEETS = {
  "avery-5160": {
    name: "Carta, 30 por hoja (Avery 5160 u 8160, 66.7 × 25.4 mm)",
    page: LETTER,
    columns: 3,
    rows: 10,
    label: { width: 2.625 * INCH, height: INCH },
    firstCorner: { x: 0.1875 * INCH, y: 0.5 * INCH },
    step: { x: 2.75 * INCH, y: INCH },
  },
  "avery-5163": {
    name: "Carta, 10 por hoja (Avery 5163 u 8163, 101.6 × 50.8 mm)",
    page: LETTER,
    columns: 2,
    rows: 5,
    label: { width: 4 * INCH, height: 2 * INCH },
    firstCorner: { x: 0.15625 * INCH, y: 0.5 * INCH },
    step: { x: 4.1875 * INCH, y: 2 * INCH },
  },
  "roll-50x25": {
    name: "Rollo de 50 × 25 mm, una por una",
    page: [50 * MM, 25 * MM],
    columns: 1,
    rows: 1,
    label: { width: 50 * MM, height: 25 * MM },
    firstCorner: { x: 0, y: 0 },
    step: { x: 0, y: 0 },
  },
} as const satisfies Record<string, LabelSheet>;

export type LabelSheetKey = keyof typeof LABEL_SHEETS;
export const LABEL_SHEET_KEYS = Object.keys(LABEL_SHEETS) as LabelSheetKey[];

export function labelCountOfSheet({ columns, rows }: LabelSheet): number {
  return columns * rows;
}

/** The page and the top left corner of a label. `index` counts all labels from 0, row by row and page by page. */
export function locateLabel(sheet: LabelSheet, index: number): { page: number; x: number; y: number } {
  const indexOnPage = index % labelCountOfSheet(sheet);
  return {
    page: Math.floor(index / labelCountOfSheet(sheet)),
    x: sheet.firstCorner.x + (indexOnPage % sheet.columns) * sheet.step.x,
    y: sheet.firstCorner.y + Math.floor(indexOnPage / sheet.columns) * sheet.step.y,
  };
}
