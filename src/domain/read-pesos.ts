import type { Cents } from "./money.ts";

const PESOS_PATTERN = /^\$?\s*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/;

/** The highest price of a product, in centavos: the database stores prices in 32 bits. */
export const MAX_PRICE_CENTS: Cents = 10_000_000_00;

/**
 * Centavos from pesos as people type them, "$1,299.50", in a form, a CSV cell or a command. Null if it is not an amount.
 * Never negative, below a billion pesos.
 */
export function readPesos(typed: string): Cents | null {
  const [, pesos, decimals = ""] = PESOS_PATTERN.exec(typed.trim()) ?? [];
  return pesos === undefined ? null : Number(pesos.replaceAll(",", "") + decimals.padEnd(2, "0"));
}
