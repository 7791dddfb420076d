import type { Cents } from "./money.ts";

const TYPED = /^\$?\s*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/;

/**
 * Centavos from a typed amount in pesos, "$1,299.50". Null for any other text. Never negative, below a billion pesos.
 */
export function readPesos(typed: string): Cents | null {
  const [, pesos, decimals = ""] = TYPED.exec(typed.trim()) ?? [];
  return pesos === undefined ? null : Number(pesos.replaceAll(",", "") + decimals.padEnd(2, "0"));
}
