import { readSizeCodes, type SizeCodes } from "../../domain/size-codes.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { refusalText } from "../../domain/refusal-text.ts";
import { cellText, shown } from "./csv-cells.ts";

/** The columns of a size's codes, and its cells. An undefined cell gives no code, an empty one removes it. */
interface CodeCells {
  columns: Record<keyof SizeCodes, string>;
  cells: Partial<Record<keyof SizeCodes, string | undefined>>;
}

/** The codes and the weight of a size's cells. */
export function readCodeCells({ columns, cells }: CodeCells): Partial<SizeCodes> | { problem: string } {
  const typed = {
    sku: toText(cells.sku),
    gtin: toGtin(toText(cells.gtin)),
    weightGrams: toText(cells.weightGrams),
  };
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(typed.gtin)) {
    const advice = "la hoja de cálculo recortó el código; da formato de texto a la columna y escríbelo completo";
    return { problem: `${columns.gtin} no es un código: «${shown(typed.gtin)}» (${advice})` };
  }
  const codes = readSizeCodes(typed);
  if (isRefusal(codes)) {
    const { field, refused } = codes;
    return { problem: `${columns[field]}: ${refusalText(refused, "staff")} Dice «${shown(cells[field])}».` };
  }
  return {
    ...(cells.sku !== undefined && { sku: codes.sku }),
    ...(cells.gtin !== undefined && { gtin: codes.gtin }),
    ...(cells.weightGrams !== undefined && { weightGrams: codes.weightGrams }),
  };
}

/** Spreadsheets take an apostrophe as the mark of a text. */
function toText(cell: string | undefined): string {
  return cellText(cell ?? "")
    .trim()
    .replace(/^'(?=\d)/, "");
}

/** A spreadsheet drops the zeros at the start: they are added to codes of 9 to 11 digits, and of 7. */
function toGtin(typed: string): string {
  const digits = typed.replaceAll(/[\s-]/g, "").replace(/\.0+$/, "");
  if (/^\d{9,11}$/.test(digits)) return digits.padStart(12, "0");
  return /^\d{7}$/.test(digits) ? digits.padStart(8, "0") : digits;
}

/** Whole grams of Shopify's column, whose numbers may have decimals. Zero says nothing. */
export function roundGrams(cell: string): string {
  const typed = cell.trim();
  return /^\d{1,6}(?:\.\d+)?$/.test(typed) ? (Math.round(Number(typed)) || "").toString() : typed;
}
