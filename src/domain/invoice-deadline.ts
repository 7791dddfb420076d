/** Until when customers invoice by themselves: in the year they bought in, in the month and so many days, so many days. */
export interface InvoiceDeadline {
  kind: "year" | "month" | "days";
  /** After the month's end, or after the purchase; nothing for a year. */
  days: number;
}

/**
 * The last day on which an order bought on `boughtOn` may be invoiced (rule INVOICE-6). Days are local, "2026-11-21".
 * SAT's list of bad practices (5 January 2022) names a refusal within the same year, so the year is the default.
 */
export function lastInvoiceDay(boughtOn: string, { kind, days }: InvoiceDeadline): string {
  if (kind === "year") return `${boughtOn.slice(0, 4)}-12-31`;
  const [year, month, day] = boughtOn.split("-").map(Number) as [number, number, number];
  const from = kind === "month" ? Date.UTC(year, month, 0) : Date.UTC(year, month - 1, day);
  return new Date(from + days * 86_400_000).toISOString().slice(0, 10);
}
