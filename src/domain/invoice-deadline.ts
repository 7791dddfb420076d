/**
 * How long customers can request an invoice themselves: until the end of the year, until some days after the end of the
 * month, or some days after the purchase.
 */
export interface InvoiceDeadline {
  kind: "year" | "month" | "days";
  /** Days after the end of the month or after the purchase. Ignored for a year. */
  days: number;
}

/**
 * The last day on which an order bought on `boughtOn` may be invoiced (rule INVOICE-6). Days are local, "2026-11-21".
 * The default is the year: SAT's list of bad practices (5 January 2022) includes a refusal within the same year.
 */
export function lastInvoiceDay(boughtOn: string, { kind, days }: InvoiceDeadline): string {
  if (kind === "year") return `${boughtOn.slice(0, 4)}-12-31`;
  const [year, month, day] = boughtOn.split("-").map(Number) as [number, number, number];
  const from = kind === "month" ? Date.UTC(year, month, 0) : Date.UTC(year, month - 1, day);
  return new Date(from + days * 86_400_000).toISOString().slice(0, 10);
}
