/**
 * The state of a signed document: not answered by the PAC yet (`stamping`), stamped, refused, or with a cancellation
 * requested (`replaced` if another document takes its place, else `cancelAsked`), or cancelled.
 */
export type InvoiceState = "stamping" | "stamped" | "refused" | "replaced" | "cancelAsked" | "cancelled";

/**
 * `payment`: a payment complement. `deposit`: an advance payment for goods that are delivered later. `depositApplied`:
 * subtracts a deposit once the whole sale is invoiced.
 */
export const INVOICE_KINDS = ["invoice", "creditNote", "global", "payment", "deposit", "depositApplied"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/**
 * SAT's c_MotivoCancelacion: 01 with a substitute, 02 without, 03 the sale did not happen, 04 named in a global
 * invoice.
 */
export type CancelMotive = "01" | "02" | "03" | "04";

/** SAT's c_MetodoPago: PUE is paid when it is issued, PPD later or in instalments. */
export type PaymentPlan = "PUE" | "PPD";
