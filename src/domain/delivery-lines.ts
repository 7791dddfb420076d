/** A line of a delivery as staff typed it, scanned it or pasted it from a spreadsheet. */
export interface DeliveryLineText {
  /** Line number, from 1. */
  line: number;
  /** The product's name or id, or the size's id. */
  item: string;
  /** Empty if `item` is a size's id. */
  size: string;
  /** Null if it is not an integer from 1 to 100,000. */
  pieces: number | null;
}

/**
 * Reads a delivery, one line per size: "name or id, size, pieces", separated by commas, semicolons or tabs. The id of a
 * size needs no size name. An id alone is one piece, as a barcode scanner types it. Cells are read from the right
 * because a name may contain commas.
 */
export function readDeliveryLines(text: string): DeliveryLineText[] {
  return text
    .split("\n")
    .map((typed, index) => ({ line: index + 1, typed: typed.trim() }))
    .filter(({ typed }) => typed !== "")
    .map(({ line, typed }) => ({ line, ...readLine(typed) }));
}

function readLine(typed: string): Omit<DeliveryLineText, "line"> {
  const separator = typed.includes("\t") ? "\t" : typed.includes(";") ? ";" : ",";
  const cells = typed.split(separator).map((cell) => cell.trim());
  if (cells.length === 1) return { item: typed, size: "", pieces: 1 };
  const pieces = readPieces(cells.at(-1)!);
  if (cells.length === 2) return { item: cells[0]!, size: "", pieces };
  return { item: cells.slice(0, -2).join(`${separator} `), size: cells.at(-2)!, pieces };
}

function readPieces(text: string): number | null {
  const pieces = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return pieces >= 1 && pieces <= 100_000 ? pieces : null;
}
