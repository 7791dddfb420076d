import { VAT_PCT, type Cents } from "./money.ts";

/**
 * What insuring a parcel costs the customer, in centavos.
 *
 * The carrier's percentage of the products, rounded up to a whole peso, plus VAT, rounded up to a whole peso again
 * (rule CHARGE-3). The rate is in basis points (1 % = 100): in floats 7 % of $100 is 7.000000000000001, a peso too
 * much.
 */
export function insuranceCents(productsCents: Cents, rateBps: number): Cents {
  const premiumPesos = ceilDivide(productsCents * rateBps, 1_000_000);
  return ceilDivide(premiumPesos * (100 + VAT_PCT), 100) * 100;
}

/**
 * Rounds the quotient of two integers up, with integers only. `numerator / denominator` may be slightly above the exact
 * quotient, and `Math.ceil` would then return one too many.
 */
function ceilDivide(numerator: number, denominator: number): number {
  const remainder = numerator % denominator;
  return (numerator - remainder) / denominator + (remainder > 0 ? 1 : 0);
}
