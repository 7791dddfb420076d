import { readGtin } from "./gtin.ts";
import { isRefusal, refuse, type Refusal } from "./refusal.ts";

/** The codes and the weight of a size (rule PRODUCT-3). Null: unknown. */
export interface SizeCodes {
  sku: string | null;
  gtin: string | null;
  weightGrams: number | null;
}

const MAX_SKU_LENGTH = 50;
export const MAX_WEIGHT_GRAMS = 100_000;

export type SizeCodeField = keyof SizeCodes;

/** Reads the typed codes and weight. A refusal has the first field that is not valid. */
export function readSizeCodes(
  typed: Record<SizeCodeField, string>,
):
  | SizeCodes
  | (Refusal<"sku_long" | "gtin_malformed" | "gtin_check_digit" | "weight_malformed"> & { field: SizeCodeField }) {
  const sku = typed.sku.trim();
  if (sku.length > MAX_SKU_LENGTH) return { ...refuse("sku_long"), field: "sku" };
  const gtin = typed.gtin.trim() === "" ? null : readGtin(typed.gtin);
  if (isRefusal(gtin)) return { ...gtin, field: "gtin" };
  const weight = readGrams(typed.weightGrams);
  if (isRefusal(weight)) return { ...weight, field: "weightGrams" };
  return { sku: sku || null, gtin, weightGrams: weight };
}

/** "250", "250 g" or "1,200": whole grams. Null when empty. */
export function readGrams(typed: string): number | null | Refusal<"weight_malformed"> {
  const text = typed.trim().replace(/\s*g(?:r|ramos)?\.?$/i, "");
  if (text === "") return null;
  if (!/^(?:\d{1,6}|\d{1,3},\d{3})$/.test(text)) return refuse("weight_malformed");
  const grams = Number(text.replace(",", ""));
  return grams >= 1 && grams <= MAX_WEIGHT_GRAMS ? grams : refuse("weight_malformed");
}
