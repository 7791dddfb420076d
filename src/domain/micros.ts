import type { Cents } from "./money.ts";

/**
 * Millionths of a peso, the unit of amounts inside a CFDI (SAT accepts up to six decimals). BigInt, because the product
 * of two such amounts exceeds 2^53.
 */
export type Micros = bigint;

export const MICROS_PER_CENT = 10_000n;

export function centsToMicros(cents: Cents): Micros {
  return BigInt(cents) * MICROS_PER_CENT;
}

/** Rounds half a centavo up. A total is rounded only here (SAT's filling guide 4.0, questions 37 to 41). */
export function microsToCents(micros: Micros): Cents {
  return Number(divideRounded(micros, MICROS_PER_CENT));
}

/** The quotient of two non-negative numbers, rounded half up. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Reads an amount as a CFDI has it: "86.206897", with up to six decimals. */
export function readMicros(text: string): Micros {
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(6, "0").slice(0, 6));
}

/** "86.206897": six decimals, as amounts inside a CFDI are written. */
export function microsText(micros: Micros): string {
  return decimalText(micros, 6);
}

/** "100.00": two decimals, as totals are written. */
export function centsText(cents: Cents): string {
  return decimalText(BigInt(cents), 2);
}

/** "0.160000" for 1600 basis points. Exactly six decimals: `0.16` is refused (CFDI40179). */
export function rateText(rateBps: number): string {
  return decimalText(BigInt(rateBps) * 100n, 6);
}

function decimalText(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
