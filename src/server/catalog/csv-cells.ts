import type { Cents } from "../../domain/money.ts";
import { MAX_PRICE_CENTS, readPesos } from "../../domain/read-pesos.ts";

// oxlint-disable-next-line no-control-regex -- PostgreSQL cannot store NUL; the others are unwanted
const WHITESPACE_OR_CONTROL = /[\s\u0000-\u001f]+/g;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f]/g;

/**
 * The text of a cell, without the apostrophe that the export puts before a text that a spreadsheet would execute
 * (csv/write-csv.ts).
 */
export function cellText(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** A cell as one line. */
export function toSingleLine(text: string): string {
  return text.toWellFormed().normalize("NFC").replaceAll(WHITESPACE_OR_CONTROL, " ").trim();
}

/** A cell as one line of at most 200 characters. */
export function toShortLine(text: string | undefined): string {
  return toSingleLine(text ?? "")
    .slice(0, 200)
    .toWellFormed();
}

/** A cell as a text of several lines, e.g. a description: at most 5,000 characters. */
export function cleanText(text: string): string {
  const lines = text.toWellFormed().normalize("NFC").replaceAll(/\r\n?/g, "\n").replaceAll(CONTROL_CHARACTERS, "");
  return lines.trim().slice(0, 5_000).toWellFormed();
}

/** Centavos of "349.50" or "$1,299.50"; undefined if it is not a price, or above `MAX_PRICE_CENTS`. */
export function readPrice(text: string | undefined): Cents | undefined {
  const cents = readPesos(text ?? "");
  return cents === null || cents > MAX_PRICE_CENTS ? undefined : cents;
}

/** Why a cell is not a price. */
export function priceProblem(column: string, text: string | undefined): string {
  const hasDecimalComma = /\d,\d{1,2}$|\.\d{3},/.test((text ?? "").trim());
  const advice = hasDecimalComma ? ": los centavos van con punto, p. ej. 1,200.00" : "";
  return `${column} no es un precio: «${shortenCell(text)}»${advice}`;
}

/**
 * Pieces: 0 for an empty cell or a negative number, undefined for a text that is no whole number of at most 6 digits.
 */
export function readPieces(text: string | undefined): number | undefined {
  const trimmed = (text ?? "").trim();
  if (trimmed === "") return 0;
  return /^-?\d{1,6}$/.test(trimmed) ? Math.max(0, Number(trimmed)) : undefined;
}

/** A cell shortened for an error message. */
export function shortenCell(text: string | undefined): string {
  return toShortLine(text).slice(0, 40);
}
