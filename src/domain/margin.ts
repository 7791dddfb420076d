import { formatMoney, type Cents } from "./money.ts";

/** What is left of a sale after the costs of its pieces. Negative if they cost more than was paid. */
export interface Margin {
  cents: Cents;
  /** The margin as a part of what was paid, in basis points, rounded down. Null if nothing was paid. */
  bps: number | null;
}

/** Prices and costs both include VAT (rule PROMO-14). */
export function marginOf(paidCents: Cents, costCents: Cents): Margin {
  const cents = paidCents - costCents;
  return { cents, bps: paidCents > 0 ? Math.floor((cents * 10_000) / paidCents) : null };
}

/** "$120.00, 30 %"; without a percentage if nothing was paid. */
export function marginText({ cents, bps }: Margin): string {
  return bps === null ? formatMoney(cents) : `${formatMoney(cents)}, ${Math.floor(bps / 100)} %`;
}
