/**
 * The state of a signed document: not answered yet (`stamping`), stamped, refused, or being ended (`replaced`,
 * `cancelAsked`).
 */
export type InvoiceState = "stamping" | "stamped" | "refused" | "replaced" | "cancelAsked" | "cancelled";
export type InvoiceKind = "invoice" | "creditNote" | "global";

/**
 * SAT's c_MotivoCancelacion: 01 with a substitute, 02 without, 03 the sale did not happen, 04 named in a global
 * invoice.
 */
export type CancelMotive = "01" | "02" | "03" | "04";
