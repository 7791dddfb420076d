import type { Cents } from "./money.ts";

/** The owner's choice for an order that is paid and not shipped: invoice the whole sale at once, or a deposit. */
const UNDELIVERED_ORDER_MODES = ["atOnce", "deposit"] as const;
export type UndeliveredOrderMode = (typeof UNDELIVERED_ORDER_MODES)[number];

/** `later`: PPD, with a complement for each payment. `atOnce`: the ordinary invoice. `deposit`: SAT's anticipo. */
export type InvoicingMode = "later" | "atOnce" | "deposit";

/**
 * How an order is invoiced before it is shipped, or before it is paid. A sale that is not paid in full is invoiced as
 * PPD. One that is paid in full is invoiced at once, or as a deposit if it is not shipped and the owner chose so.
 * `paidCents` is the money received. It includes refunded money only if the order was once paid in full.
 */
export function invoicingModeOf(
  order: { grandTotalCents: Cents; paidCents: Cents; isShipped: boolean },
  choice: UndeliveredOrderMode,
): InvoicingMode {
  if (order.paidCents < order.grandTotalCents) return "later";
  return order.isShipped ? "atOnce" : choice;
}

/** The choice of a form or a command. Undefined if there is no such choice. */
export function readUndeliveredOrderMode(text: string): UndeliveredOrderMode | undefined {
  return UNDELIVERED_ORDER_MODES.find((choice) => choice === text);
}

/**
 * The last day for the complement of a payment: the fifth of the month after it (RMF 2.7.1.32). "2026-12-05" for a
 * payment of 2026-11-20.
 */
export function complementDeadline(paidOn: string): string {
  const [year, month] = paidOn.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 5)).toISOString().slice(0, 10);
}
