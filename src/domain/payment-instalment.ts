import type { TaxRow } from "./invoice-amounts.ts";
import { centsToMicros, divideRounded, type Micros } from "./micros.ts";
import type { Cents } from "./money.ts";
import { isItemised, type Vat } from "./vat.ts";

/** An invoice that is paid in instalments (MetodoPago PPD): its total and its taxes. */
export interface DeferredInvoice {
  totalCents: Cents;
  taxes: readonly TaxRow[];
}

/** One payment of a PPD invoice, as the payment complement 2.0 states it. */
export interface Instalment {
  /** NumParcialidad, from 1. */
  number: number;
  /** The balance before this payment (ImpSaldoAnt), what it pays, and the balance after it (ImpSaldoInsoluto). */
  balanceBeforeCents: Cents;
  paidCents: Cents;
  balanceAfterCents: Cents;
  /** ObjetoImpDR: 02 with itemised taxes, 03 without the duty to itemise them, 01 not subject to tax. */
  taxObject: "01" | "02" | "03";
  /** The payment's part of the invoice's itemised taxes. Six decimals. */
  taxes: InstalmentTax[];
}

export interface InstalmentTax {
  vat: Vat;
  base: Micros;
  tax: Micros;
}

/**
 * The next instalment of an invoice. A base is the part of the invoice's base in proportion to what is paid. It is the
 * difference of two running totals, so the bases of all instalments add up to the invoice's base. Each tax is its base
 * times its rate, as SAT checks it (CRP20261). The taxes of all instalments therefore add up to base times rate, less
 * than one centavo from the invoice's rounded tax.
 *
 * Throws if the payment is not between 1 centavo and the balance: the caller decides what a payment pays.
 */
export function nextInstalment(
  invoice: DeferredInvoice,
  paidSoFar: { instalmentCount: number; paidCents: Cents },
  paidCents: Cents,
): Instalment {
  const previousCents = invoice.totalCents - paidSoFar.paidCents;
  if (!Number.isSafeInteger(paidCents) || paidCents < 1 || paidCents > previousCents)
    throw new RangeError(`${paidCents} of ${previousCents} centavos is not an instalment`);
  const proportionalBase = (baseCents: Cents, cents: Cents) =>
    divideRounded(centsToMicros(baseCents) * BigInt(cents), BigInt(invoice.totalCents));
  const allTaxes = invoice.taxes.map(({ treatment, rateBps, baseCents }) => {
    const vat = { treatment, rateBps } as Vat;
    const base =
      proportionalBase(baseCents, paidSoFar.paidCents + paidCents) - proportionalBase(baseCents, paidSoFar.paidCents);
    return { vat, base, tax: divideRounded(base * BigInt(rateBps), 10_000n) };
  });
  const taxes = allTaxes.filter(({ vat, base }) => isItemised(vat) && base > 0n);
  const hasNotItemisedTax = invoice.taxes.some(({ treatment }) => treatment === "notItemised");
  return {
    number: paidSoFar.instalmentCount + 1,
    balanceBeforeCents: previousCents,
    paidCents,
    balanceAfterCents: previousCents - paidCents,
    taxObject: taxes.length > 0 ? "02" : hasNotItemisedTax ? "03" : "01",
    taxes,
  };
}
