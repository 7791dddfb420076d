/** Money is whole centavos in all code. Pesos exist only on the wire, in settings and on screens. */
export type Cents = number;

/**
 * Mexico's general value added tax, in percent. It is added to the online fee and the insurance premium (rule MONEY-3).
 */
export const VAT_PCT = 16;

/** Pesos as the wire carries them: a JSON number with at most two decimals. Exact up to 9 × 10^13 pesos. */
export function toPesos(cents: Cents): number {
  return cents / 100;
}

/**
 * Centavos from an amount in pesos on the wire or in settings. Rounds once, so float errors such as 0.1 + 0.2 vanish.
 */
export function toCents(pesos: number): Cents {
  return Math.round(pesos * 100);
}

/** `numerator / denominator`, rounded half away from zero (rule MONEY-2). BigInt: a fee's numerator exceeds 2^53. */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): number {
  const halfDenominator = denominator / 2n;
  const quotient =
    numerator >= 0n ? (numerator + halfDenominator) / denominator : -((-numerator + halfDenominator) / denominator);
  return Number(quotient);
}

/** "$1,299.50" (rule MONEY-4). The same text as from `Intl.NumberFormat`, whose creation blocks a phone 100 ms. */
export function formatMoney(cents: Cents): string {
  const pesos = (Math.abs(cents) / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ",");
  return (cents < 0 ? "-$" : "$") + pesos;
}
