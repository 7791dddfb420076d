import { readBarcode } from "../../../../domain/read-barcode.ts";

/** Rows that are read, spread over the middle of the picture. */
const ROWS = 15;

/** The text of a barcode that lies across a picture; null if there is none. */
export function readBars({ data, width, height }: Pick<ImageData, "data" | "width" | "height">): string | null {
  for (let n = 0; n < ROWS; n++) {
    const y = Math.floor(height * (0.2 + (0.6 * n) / (ROWS - 1)));
    const row = new Float64Array(width);
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      // Luma of ITU-R BT.601.
      row[x] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    }
    const text = readBarcode(row);
    if (text !== null) return text;
  }
  return null;
}
