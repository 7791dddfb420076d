import type { OrderFlag, PaymentState } from "../../../../domain/payment.ts";

export const PAYMENT_STATE_LABEL: Record<PaymentState, string> = {
  PENDING: "Por pagar",
  IN_REVIEW: "En revisión",
  APPROVED: "Pagado",
  REJECTED: "Rechazado",
  EXPIRED: "Vencido",
  CANCELLED: "Cancelado",
  REFUNDED: "Devuelto",
  DISPUTED: "En disputa",
};

export const PAYMENT_TONE: Record<PaymentState, "plain" | "success" | "warning" | "error"> = {
  PENDING: "warning",
  IN_REVIEW: "warning",
  APPROVED: "success",
  REJECTED: "plain",
  EXPIRED: "plain",
  CANCELLED: "plain",
  REFUNDED: "plain",
  DISPUTED: "error",
};

/** What staff should do about a flag. */
export const FLAG_SENTENCE: Record<OrderFlag, string> = {
  UNDERPAID: "Llegó menos de lo que cuesta. Pide lo que falta o devuelve lo que llegó.",
  OVERPAID: "Llegó más de lo que cuesta. Devuelve la diferencia.",
  PAID_TWICE: "El cliente pagó dos veces. Devuelve uno de los pagos.",
  DISPUTED: "El banco del cliente reclama este pago: no lo envíes hasta que se resuelva con el proveedor.",
  PAID_AFTER_CANCEL: "El pago llegó cuando el pedido ya estaba cancelado. Mira cómo quedó y avísale al cliente.",
  MONEY_TO_RETURN: "El pedido está cancelado y su dinero sigue aquí. Devuélvelo.",
  REFUNDED_AFTER_SHIP: "Se devolvió dinero de un pedido que ya salió. Revisa si el paquete regresa.",
  UNKNOWN_STATUS: "El proveedor dice algo de este pago que no conocemos. Míralo en su panel.",
};

export const PAYMENT_KIND_LABEL = {
  card: "Tarjeta",
  cash: "Efectivo",
  transfer: "Transferencia",
  wallet: "Saldo",
  other: "Otro medio",
};

export const RECEIPT_STATE_LABEL = { SUBMITTED: "Por revisar", ACCEPTED: "Aceptado", REJECTED: "Rechazado" };
export const REFUND_STATE_LABEL = { ASKED: "en camino", DONE: "devuelto", FAILED: "no se pudo devolver" };
