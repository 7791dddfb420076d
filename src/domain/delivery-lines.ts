/** A line of a delivery as it was typed, scanned or pasted from a spreadsheet. */
export interface DeliveryLineText {
  /** From 1. */
  line: number;
  /** The product's name or id, or the size's id. */
  what: string;
  /** Empty where the id is the size's. */
  size: string;
  /** Null where it is no whole number from 1 to 100,000. */
  pieces: number | null;
}

/**
 * Reads a delivery: a line each, "name or id, size, pieces" with commas, semicolons or tabs; an id of a size needs no size,
 * and alone it is one piece, as a scanner types it. Read from the right: a name may have commas.
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
  if (cells.length === 1) return { what: typed, size: "", pieces: 1 };
  const pieces = readPieces(cells.at(-1)!);
  if (cells.length === 2) return { what: cells[0]!, size: "", pieces };
  return { what: cells.slice(0, -2).join(`${separator} `), size: cells.at(-2)!, pieces };
}

function readPieces(text: string): number | null {
  const pieces = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return pieces >= 1 && pieces <= 100_000 ? pieces : null;
}
