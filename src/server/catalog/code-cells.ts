import { readSizeCodes, type SizeCodes } from "../../domain/size-codes.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { refusalText } from "../../domain/refusal-text.ts";
import { cellText, shortenCell } from "./csv-cells.ts";

/**
 * The names of the columns with a size's codes and weight, and the cells of one size in them. An undefined cell keeps
 * the value, an empty one removes it.
 */
interface CodeCells {
  columns: Record<keyof SizeCodes, string>;
  cells: Partial<Record<keyof SizeCodes, string | undefined>>;
}

/** Reads the codes and the weight of a size from its cells. */
export function readCodeCells({ columns, cells }: CodeCells): Partial<SizeCodes> | { problem: string } {
  const texts = {
    sku: cleanCodeCell(cells.sku),
    gtin: toGtin(cleanCodeCell(cells.gtin)),
    weightGrams: cleanCodeCell(cells.weightGrams),
  };
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(texts.gtin)) {
    const advice = "la hoja de cálculo recortó el código; da formato de texto a la columna y escríbelo completo";
    return { problem: `${columns.gtin} no es un código: «${shortenCell(texts.gtin)}» (${advice})` };
  }
  const codes = readSizeCodes(texts);
  if (isRefusal(codes)) {
    const { field, refused } = codes;
    return { problem: `${columns[field]}: ${refusalText(refused, "staff")} Dice «${shortenCell(cells[field])}».` };
  }
  return {
    ...(cells.sku !== undefined && { sku: codes.sku }),
    ...(cells.gtin !== undefined && { gtin: codes.gtin }),
    ...(cells.weightGrams !== undefined && { weightGrams: codes.weightGrams }),
  };
}

/** Trims a cell, and removes the apostrophe of `cellText` or the one that marks a number as a text in a spreadsheet. */
function cleanCodeCell(cell: string | undefined): string {
  return cellText(cell ?? "")
    .trim()
    .replace(/^'(?=\d)/, "");
}

/**
 * Removes spaces, hyphens and a decimal part of zeros. Adds the leading zeros that a spreadsheet removes: codes of 9 to
 * 11 digits get 12 digits, codes of 7 get 8.
 */
function toGtin(text: string): string {
  const digits = text.replaceAll(/[\s-]/g, "").replace(/\.0+$/, "");
  if (/^\d{9,11}$/.test(digits)) return digits.padStart(12, "0");
  return /^\d{7}$/.test(digits) ? digits.padStart(8, "0") : digits;
}

/**
 * Rounds a cell of Shopify's weight column to whole grams. Empty for zero, which means an unknown weight. Any other
 * text is only trimmed.
 */
export function roundGrams(cell: string): string {
  const trimmedCell = cell.trim();
  return /^\d{1,6}(?:\.\d+)?$/.test(trimmedCell) ? (Math.round(Number(trimmedCell)) || "").toString() : trimmedCell;
}
