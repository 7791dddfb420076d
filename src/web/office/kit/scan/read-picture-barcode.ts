import { readBarcode } from "../../../../domain/read-barcode.ts";

/** Number of pixel rows that are read, spread over the middle of the picture. */
const ROW_COUNT = 15;

/** The text of a horizontal barcode in a picture; null if there is none. */
export function readPictureBarcode({
  data,
  width,
  height,
}: Pick<ImageData, "data" | "width" | "height">): string | null {
  for (let index = 0; index < ROW_COUNT; index++) {
    const y = Math.floor(height * (0.2 + (0.6 * index) / (ROW_COUNT - 1)));
    const row = new Float64Array(width);
    for (let x = 0; x < width; x++) {
      const offset = 4 * (y * width + x);
      // Luma of ITU-R BT.601.
      row[x] = 0.299 * data[offset]! + 0.587 * data[offset + 1]! + 0.114 * data[offset + 2]!;
    }
    const text = readBarcode(row);
    if (text !== null) return text;
  }
  return null;
}
