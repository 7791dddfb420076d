/** What becomes of a sealed document: nobody knows yet, stamped, refused; or on its way out (`replaced`, `cancelAsked`). */
export type InvoiceState = "stamping" | "stamped" | "refused" | "replaced" | "cancelAsked" | "cancelled";
export type InvoiceKind = "invoice" | "creditNote" | "global";

/** SAT's c_MotivoCancelacion: 01 with a substitute, 02 without, 03 nothing was sold, 04 out of a global invoice. */
export type CancelMotive = "01" | "02" | "03" | "04";
