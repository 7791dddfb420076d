import type { CancelMotive, InvoiceKind, InvoiceState } from "../../../../domain/invoice-enums.ts";

type Tone = "plain" | "success" | "warning" | "error";

export const KIND_LABEL: Record<InvoiceKind, string> = {
  invoice: "Factura",
  creditNote: "Nota de crédito",
  global: "Factura global",
  payment: "Complemento de pago",
  deposit: "Factura de anticipo",
  depositApplied: "Aplicación de anticipo",
};

/** Label and tone of each state of a document. */
export const STATE_BADGE: Record<InvoiceState, readonly [string, Tone]> = {
  stamping: ["Timbrándose", "warning"],
  stamped: ["Vigente", "success"],
  refused: ["Rechazada", "error"],
  replaced: ["Sustituida", "plain"],
  cancelAsked: ["Cancelación pedida", "warning"],
  cancelled: ["Cancelada", "plain"],
};

/** SAT's reasons for a cancellation. Of each: its title, and when staff choose it. */
export const MOTIVES: Record<CancelMotive, readonly [string, string]> = {
  "01": [
    "Con errores, y otra la sustituye",
    "Se usa al sustituirla: primero se timbra la nueva, luego se cancela esta.",
  ],
  "02": [
    "Con errores, y no habrá otra que la sustituya",
    "El dato, el monto o el pedido estaban mal y no se hará otra relacionada con esta.",
  ],
  "03": [
    "No se llevó a cabo la operación",
    "La venta no ocurrió: el pedido se canceló o el dinero se devolvió completo.",
  ],
  "04": [
    "Operación nominativa de una factura global",
    "Alguien de esta global pidió su factura: cancela, hazle la suya y vuelve a hacer la global.",
  ],
};
