import type { Cents } from "./money.ts";

/**
 * Millionths of a peso: what the figures inside a CFDI are counted in (SAT takes up to six decimals there). Big integers:
 * products of two of them pass 2^53.
 */
export type Micros = bigint;

export const MICROS_PER_CENT = 10_000n;

export function centsToMicros(cents: Cents): Micros {
  return BigInt(cents) * MICROS_PER_CENT;
}

/** Half a centavo up, never down: the one rounding of a total (SAT's filling guide 4.0, questions 37 to 41). */
export function microsToCents(micros: Micros): Cents {
  return Number(divideRounded(micros, MICROS_PER_CENT));
}

/** The nearest whole quotient of two numbers that are not negative, half a unit up. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** "86.206897": six decimals, as amounts inside a CFDI are written. */
export function microsText(micros: Micros): string {
  return decimals(micros, 6);
}

/** "100.00": two decimals, as totals are written. */
export function centsText(cents: Cents): string {
  return decimals(BigInt(cents), 2);
}

/** "0.160000" for 1600 basis points: six decimals literally, `0.16` is refused (CFDI40179). */
export function rateText(rateBps: number): string {
  return decimals(BigInt(rateBps) * 100n, 6);
}

function decimals(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
