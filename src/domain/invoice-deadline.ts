import { addDays } from "./add-days.ts";

/**
 * How long customers can request an invoice themselves: until the end of the year of payment, until some days after the
 * end of the month of payment, or until some days after the payment.
 */
export interface InvoiceDeadlineRule {
  kind: "year" | "month" | "days";
  /** Days after the end of the month or after the payment. Ignored for a year. */
  days: number;
  /** At least this many days after the order was shipped, if that is later. */
  daysAfterShipping: number;
}

/**
 * The default of a new issuer: until one day after the end of the month, the day that SAT gives for sending the month's
 * global invoice (within 24 hours after the close of the period, RMF 2.7.1.21).
 */
export const DEFAULT_INVOICE_DEADLINE_RULE: InvoiceDeadlineRule = { kind: "month", days: 1, daysAfterShipping: 5 };

/**
 * The last day on which the customer may request the invoice of an order whose first payment was on `paidOn` (rule
 * INVOICE-6). Days are local, "2026-11-21". The customer may request it only once the order is shipped, so for a
 * presale the days after shipping count.
 */
export function lastInvoiceDay(
  { paidOn, shippedOn }: { paidOn: string; shippedOn: string | null },
  { kind, days, daysAfterShipping }: InvoiceDeadlineRule,
): string {
  const lastDayAfterShipping = shippedOn === null ? "" : addDays(shippedOn, daysAfterShipping);
  const lastDay = lastDayAfterPayment(paidOn, kind, days);
  return lastDay > lastDayAfterShipping ? lastDay : lastDayAfterShipping;
}

function lastDayAfterPayment(paidOn: string, kind: InvoiceDeadlineRule["kind"], days: number): string {
  const [year, month] = paidOn.split("-").map(Number) as [number, number];
  if (kind === "year") return `${year}-12-31`;
  return addDays(kind === "month" ? new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) : paidOn, days);
}
