import type { InvoiceLine } from "./invoice-lines.ts";
import { netCents } from "./invoice-lines.ts";
import { centsToMicros, divideRounded, microsToCents, MICROS_PER_CENT, type Micros } from "./micros.ts";
import type { Cents } from "./money.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** The general VAT rate, and the reduced rate of shops in the northern and southern border regions, in basis points. */
export const VAT_RATES_BPS = [1600, 800] as const;
export type VatRateBps = (typeof VAT_RATES_BPS)[number];

/** The figures of a concepto, without VAT except `tax`. Six decimals, as SAT accepts them. */
export interface ConceptAmounts {
  line: InvoiceLine;
  unitValue: Micros;
  amount: Micros;
  /** Whole centavos; 0 without a discount. */
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
 * The figures that SAT requires, from prices that include VAT (filling guide 4.0, questions 37 to 41).
 *
 * SAT compares totals with the rounded sums of the lines and allows no tolerance. Therefore the rounding remainder of a
 * line's base, at six decimals, is carried to the next line, and the same for its tax. A sum is then off by at most
 * half a millionth for any number of lines. For T whole centavos, T/1.16 = 25T/29 is never nearer than 1/58 centavo to
 * a tie, so base and tax round to parts that add up to T. Rounding each line alone fails with some hundreds of equal
 * lines, as in a global invoice.
 *
 * Discounts without VAT are whole centavos: they reduce subtotal and discount by the same amount and cancel out.
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

/** Multiplies by `numerator / denominator` and rounds so that the results so far add up to the rounded total. */
function runningRound(numerator: bigint, denominator: bigint): (value: Micros) => Micros {
  let totalIn = 0n;
  let totalOut = 0n;
  return (value) => {
    totalIn += value;
    const roundedTotal = divideRounded(totalIn * numerator, denominator);
    const part = roundedTotal - totalOut;
    totalOut = roundedTotal;
    return part;
  };
}
