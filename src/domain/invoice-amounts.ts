import type { InvoiceLine } from "./invoice-lines.ts";
import { lineTotalCents, vatPartsOf } from "./invoice-lines.ts";
import { centsToMicros, divideRounded, microsToCents, MICROS_PER_CENT, type Micros } from "./micros.ts";
import type { Cents } from "./money.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { isItemised, sumVatParts, vatKey, type Vat, type VatPart } from "./vat.ts";

/** The figures of a concepto, with six decimals, as SAT accepts them. All exclude VAT except `tax`. */
export interface ConceptAmounts {
  line: InvoiceLine;
  unitValue: Micros;
  amount: Micros;
  /** Rounded to whole centavos; 0 without a discount. */
  discount: Micros;
  /** One for each treatment. Their bases add up to the amount minus the discount. */
  taxes: ConceptTax[];
}

/** A concepto's base of one treatment, and its tax. */
export interface ConceptTax {
  vat: Vat;
  base: Micros;
  tax: Micros;
}

/** The sum of one treatment over a document. Base and tax of all rows add up to the total. */
export type TaxRow = Vat & { baseCents: Cents; taxCents: Cents };

/** All figures of a CFDI: `totalCents` is what was paid, to the centavo. */
export interface InvoiceAmounts {
  concepts: ConceptAmounts[];
  /** One row for each treatment and rate, the highest rate first. */
  taxes: TaxRow[];
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
 * line's base, at six decimals, is carried to the next line of the same rate, and the same for its tax. A sum is then
 * off by at most half a millionth for any number of lines.
 *
 * One rate: for T whole centavos, T/1.16 = 25T/29 (T/1.08 = 25T/27) is never nearer than 1/58 centavo to a tie, so base
 * and tax round to parts that add up to T. Rounding each line alone fails with some hundreds of equal lines, as in a
 * global invoice.
 *
 * Without tax (0 %, exempt, not subject, not itemised) the base is T itself, whole centavos. It does not
 * affect the rounding of the others, and all sums still add up.
 *
 * Two rates above zero (a global invoice over the day on which the general rate changed): two fractions could together
 * round to another centavo than each alone. Therefore only the highest rate keeps a fraction. The base of the other is
 * the largest number of whole centavos that, together with its tax, does not exceed T. The remainder, 0 or 1 centavo,
 * moves to the next higher rate, to which the paragraph on one rate applies.
 *
 * Discounts, VAT excluded, are whole centavos: each one is in the subtotal and in the discount, so they cancel out.
 */
export function invoiceAmounts(lines: readonly InvoiceLine[]): InvoiceAmounts | Refusal<"nothing_to_invoice"> {
  const soldLines = lines.filter((line) => lineTotalCents(line) > 0);
  if (soldLines.length === 0) return refuse("nothing_to_invoice");

  const roundings = roundingsOf(sumVatParts(soldLines.flatMap(vatPartsOf)));
  const concepts = soldLines.map((line): ConceptAmounts => {
    const parts = vatPartsOf(line);
    const taxes = parts.map(({ vat, cents }): ConceptTax => {
      const { baseOf, taxOf } = roundings.get(vatKey(vat))!;
      const base = baseOf(centsToMicros(cents));
      return { vat, base, tax: taxOf(base) };
    });
    const netPlusVatBps = BigInt(10_000 + Math.max(...parts.map(({ vat }) => vat.rateBps)));
    const discount = divideRounded(BigInt(line.discountCents) * 10_000n, netPlusVatBps) * MICROS_PER_CENT;
    const amount = sumOf(taxes, ({ base }) => base) + discount;
    return { line, unitValue: divideRounded(amount, BigInt(line.pieces)), amount, discount, taxes };
  });

  const conceptTaxes = concepts.flatMap(({ taxes }) => taxes);
  const rows = sumVatParts(conceptTaxes.map(({ vat }) => ({ vat, cents: 0 }))).map(({ vat }): TaxRow => {
    const taxesOfTreatment = conceptTaxes.filter((detail) => vatKey(detail.vat) === vatKey(vat));
    return {
      ...vat,
      baseCents: microsToCents(sumOf(taxesOfTreatment, ({ base }) => base)),
      taxCents: microsToCents(sumOf(taxesOfTreatment, ({ tax }) => tax)),
    };
  });
  const subtotalCents = microsToCents(sumOf(concepts, ({ amount }) => amount));
  const discountCents = microsToCents(sumOf(concepts, ({ discount }) => discount));
  const taxCents = rows.reduce((sum, row) => sum + row.taxCents, 0);
  return {
    concepts,
    taxes: rows,
    subtotalCents,
    discountCents,
    baseCents: subtotalCents - discountCents,
    taxCents,
    totalCents: subtotalCents - discountCents + taxCents,
  };
}

/** SAT's c_ObjetoImp of a line: 02 with itemised tax, 03 without the duty to itemise it, 01 not subject to tax. */
export function taxObjectOf({ taxes }: Pick<ConceptAmounts, "taxes">): "01" | "02" | "03" {
  if (taxes.some(({ vat }) => isItemised(vat))) return "02";
  return taxes.some(({ vat }) => vat.treatment === "notItemised") ? "03" : "01";
}

interface Roundings {
  baseOf: (paid: Micros) => Micros;
  taxOf: (base: Micros) => Micros;
}

/** How the bases and taxes of each treatment are rounded, from what was paid for each. */
function roundingsOf(sums: readonly VatPart[]): Map<string, Roundings> {
  const highestRateBps = sums[0]!.vat.rateBps;
  const roundings = new Map<string, Roundings>();
  let movedCents = 0;
  for (const { vat, cents } of sums.toReversed()) {
    const rate = BigInt(vat.rateBps);
    const paidCents = cents + movedCents;
    const hasWholeBase = vat.rateBps < highestRateBps;
    const baseCents = hasWholeBase ? largestBaseCents(paidCents, vat.rateBps) : 0;
    if (hasWholeBase) movedCents = paidCents - baseCents - taxCentsOf(baseCents, vat.rateBps);
    roundings.set(vatKey(vat), {
      baseOf: hasWholeBase
        ? makeRunningRounder(BigInt(baseCents), BigInt(cents))
        : makeRunningRounder(BigInt(paidCents) * 10_000n, BigInt(cents) * (10_000n + rate)),
      taxOf: makeRunningRounder(rate, 10_000n),
    });
  }
  return roundings;
}

/**
 * The largest base, in whole centavos, that does not exceed what was paid once its tax is added. The search begins one
 * centavo above the rounded quotient.
 */
function largestBaseCents(paidCents: Cents, rateBps: number): Cents {
  let base = Number(divideRounded(BigInt(paidCents) * 10_000n, BigInt(10_000 + rateBps))) + 1;
  while (base + taxCentsOf(base, rateBps) > paidCents) base--;
  return base;
}

function taxCentsOf(baseCents: Cents, rateBps: number): Cents {
  return Number(divideRounded(BigInt(baseCents) * BigInt(rateBps), 10_000n));
}

/**
 * A function that multiplies by `numerator / denominator` and rounds, so that its results so far add up to the rounded
 * total.
 */
function makeRunningRounder(numerator: bigint, denominator: bigint): (value: Micros) => Micros {
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

function sumOf<Item>(items: readonly Item[], value: (item: Item) => Micros): Micros {
  return items.reduce((total, item) => total + value(item), 0n);
}
