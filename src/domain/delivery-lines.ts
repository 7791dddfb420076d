import { ownCodeOf, type CodedSize } from "./scanned-code.ts";

/** A line of a delivery as staff typed it, scanned it or pasted it from a spreadsheet. */
export interface TypedDeliveryLine {
  /** From 1. */
  lineNumber: number;
  /** The product's name or id, or a code of the size. */
  item: string;
  /** Empty if `item` is a code of the size. */
  size: string;
  /** Null if it is not an integer from 1 to 100,000. */
  pieces: number | null;
}

/**
 * Reads a delivery, one line per size: "name or id, size, pieces", separated by commas, semicolons or tabs. The code of
 * a size (SKU, GTIN, id) needs no size name. A code alone is one piece, as a barcode scanner types it. Cells are read
 * from the right because a name may contain commas.
 */
export function readDeliveryLines(text: string): TypedDeliveryLine[] {
  return text
    .split("\n")
    .map((typed, index) => ({ lineNumber: index + 1, typed: typed.trim() }))
    .filter(({ typed }) => typed !== "")
    .map(({ lineNumber, typed }) => ({ lineNumber, ...readLine(typed) }));
}

/**
 * Adds a piece of a size to a delivery: to the size's line if there is one, else as a new line. `sizeText` is
 * "name, size" or the code of the size. Returns the text and the pieces of that line.
 */
export function addDeliveredPiece(text: string, sizeText: string): { text: string; pieces: number } {
  const trimmedText = text.trimEnd();
  const lines = trimmedText.split("\n");
  const index = lines.findIndex(
    (line) => line.startsWith(`${sizeText}, `) && /^\d{1,6}$/.test(line.slice(sizeText.length + 2)),
  );
  const pieces = index === -1 ? 1 : Number(lines[index]!.slice(sizeText.length + 2)) + 1;
  const line = `${sizeText}, ${pieces}`;
  if (index >= 0) return { text: lines.with(index, line).join("\n"), pieces };
  return { text: trimmedText === "" ? line : `${trimmedText}\n${line}`, pieces };
}

/** A code of the size that a line can contain, because it has no cell separator. */
export function codeForDeliveryLine({ sizeId, sku, gtin }: CodedSize): string {
  return [sku, gtin].find((code) => code !== null && !/[,;\t]/.test(code)) ?? ownCodeOf(sizeId);
}

function readLine(typed: string): Omit<TypedDeliveryLine, "lineNumber"> {
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
