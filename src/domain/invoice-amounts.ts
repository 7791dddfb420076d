import type { InvoiceLine } from "./invoice-lines.ts";
import { netCents } from "./invoice-lines.ts";
import { centsToMicros, divideRounded, microsToCents, MICROS_PER_CENT, type Micros } from "./micros.ts";
import type { Cents } from "./money.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** The general rate, and the one of shops in the stimulus of the northern and southern border, in basis points. */
export const VAT_RATES_BPS = [1600, 800] as const;
export type VatRateBps = (typeof VAT_RATES_BPS)[number];

/** A concepto's figures, without VAT but for `tax`; to six decimals, as SAT takes them. */
export interface ConceptAmounts {
  line: InvoiceLine;
  unitValue: Micros;
  amount: Micros;
  /** Whole centavos; 0 where there is none. */
  discount: Micros;
  base: Micros;
  tax: Micros;
}

/** All figures of a CFDI: `totalCents` is what was paid, to the centavo. */
export interface Amounts {
  rateBps: VatRateBps;
  concepts: ConceptAmounts[];
  subtotalCents: Cents;
  discountCents: Cents;
  baseCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
}

/**
 * The figures SAT wants from prices that include VAT (filling guide 4.0, questions 37 to 41).
 *
 * Totals are the rounded sums of the lines with no tolerance, so the lines must leave room for nothing: what a line loses
 * by rounding its base to six decimals is handed to the next one, the same for its tax. Sums are then off by half a
 * millionth at most however many lines there are. With T whole centavos, T/1.16 = 25T/29 is never nearer than 1/58
 * centavo to a tie, so base and tax round to parts that add up to T. Rounding each line by itself breaks with some
 * hundreds of equal lines, as a global invoice has them.
 *
 * Discounts without VAT are whole centavos: they then take the same from subtotal and discount, and cancel out.
 */
export function invoiceAmounts(
  lines: readonly InvoiceLine[],
  rateBps: VatRateBps,
): Amounts | Refusal<"nothing_to_invoice"> {
  const sold = lines.filter((line) => netCents(line) > 0);
  if (sold.length === 0) return refuse("nothing_to_invoice");

  const withVat = BigInt(10_000 + rateBps);
  const baseOf = runningRound(10_000n, withVat);
  const taxOf = runningRound(BigInt(rateBps), 10_000n);
  const concepts = sold.map((line) => {
    const base = baseOf(centsToMicros(netCents(line)));
    const discount = divideRounded(BigInt(line.discountCents) * 10_000n, withVat) * MICROS_PER_CENT;
    const amount = base + discount;
    return { line, unitValue: divideRounded(amount, BigInt(line.pieces)), amount, discount, base, tax: taxOf(base) };
  });

  const sum = (of: (concept: ConceptAmounts) => Micros): Cents =>
    microsToCents(concepts.reduce((total, concept) => total + of(concept), 0n));
  const subtotalCents = sum(({ amount }) => amount);
  const discountCents = sum(({ discount }) => discount);
  const taxCents = sum(({ tax }) => tax);
  return {
    rateBps,
    concepts,
    subtotalCents,
    discountCents,
    baseCents: sum(({ base }) => base),
    taxCents,
    totalCents: subtotalCents - discountCents + taxCents,
  };
}

/** Multiplies by `numerator / denominator` and rounds, so that all answers so far add up to the rounded whole. */
function runningRound(numerator: bigint, denominator: bigint): (value: Micros) => Micros {
  let passed = 0n;
  let given = 0n;
  return (value) => {
    passed += value;
    const upToHere = divideRounded(passed * numerator, denominator);
    const part = upToHere - given;
    given = upToHere;
    return part;
  };
}
