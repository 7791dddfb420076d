/**
 * The state of a signed document. `stamping`: the PAC has not answered yet. `refused`: by the PAC. After a request to
 * cancel it, it is `replaced` if another document takes its place, else `cancelAsked`. `cancelled`: by SAT.
 */
export type InvoiceState = "stamping" | "stamped" | "refused" | "replaced" | "cancelAsked" | "cancelled";

/**
 * `payment`: a payment complement. `deposit`: the invoice of an advance payment for goods that are delivered later.
 * `depositApplied`: the egreso that subtracts a deposit once the whole sale is invoiced.
 */
export const INVOICE_KINDS = ["invoice", "creditNote", "global", "payment", "deposit", "depositApplied"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/**
 * SAT's c_MotivoCancelacion: 01 errors, and a substitute takes its place, 02 errors, without a substitute, 03 the sale
 * did not happen, 04 a sale of this global invoice gets an invoice in the name of its buyer.
 */
export type CancelMotive = "01" | "02" | "03" | "04";

/** SAT's c_MetodoPago: PUE is paid when it is issued, PPD later or in instalments. */
export type PaymentPlan = "PUE" | "PPD";
