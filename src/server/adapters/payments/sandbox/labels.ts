import type { SandboxAction } from "./actions.ts";
import type { ApiFault, WebhookFault } from "./faults.ts";
import type { OutcomeName, PaymentStatus } from "./payment-states.ts";
import type { DeliveryState, WebhookSigning } from "./tables.ts";

export const STATUS_LABEL: Record<PaymentStatus, string> = {
  approved: "Aprobado",
  authorized: "Autorizado",
  in_process: "En revisión",
  pending: "Pendiente de pago",
  rejected: "Rechazado",
  cancelled: "Cancelado",
  refunded: "Devuelto",
  charged_back: "Contracargo",
};

/** Why a card was rejected, as the buyer reads it. */
export const REJECTION_LABEL: Record<string, string> = {
  cc_rejected_other_reason: "La tarjeta fue rechazada.",
  cc_rejected_call_for_authorize: "El banco pide que autorices el pago por teléfono.",
  cc_rejected_insufficient_amount: "La tarjeta no tiene fondos suficientes.",
  cc_rejected_bad_filled_security_code: "El código de seguridad no es correcto.",
  cc_rejected_bad_filled_date: "La fecha de vencimiento no es correcta.",
  cc_rejected_bad_filled_other: "Algún dato de la tarjeta no es correcto.",
};

export const OUTCOME_LABEL: Record<OutcomeName, string> = {
  APRO: "Pagar con tarjeta (aprobado)",
  OTHE: "Tarjeta rechazada",
  CONT: "Pagar en tienda de conveniencia (ficha)",
  REVI: "Tarjeta en revisión",
  CALL: "Rechazada: falta autorizar por teléfono",
  FUND: "Rechazada: sin fondos",
  SECU: "Rechazada: código de seguridad",
  EXPI: "Rechazada: fecha de vencimiento",
  FORM: "Rechazada: datos mal escritos",
};

export const ACTION_LABEL: Record<SandboxAction, string> = {
  approve: "Aprobar",
  reject: "Rechazar",
  expire: "Vencer",
  refund: "Devolver todo",
  chargeback: "Abrir contracargo",
  cb_lost: "Contracargo perdido",
  cb_won: "Contracargo ganado",
};

export const API_FAULT_LABEL: Record<ApiFault, string> = {
  down: "Corta la conexión",
  "500": "Responde 500",
  "429": "Responde 429",
  hang: "No responde nunca",
  stallbody: "Responde a medias",
  html: "Responde una página",
};

export const WEBHOOK_FAULT_LABEL: Record<WebhookFault, string> = {
  drop: "Se pierden",
  dup: "Llegan dos veces",
  forge: "Firma falsa",
  noheader: "Sin firma",
  hold: "Se retienen",
};

export const DELIVERY_LABEL: Record<DeliveryState, string> = {
  waiting: "por entregar",
  held: "retenido",
  delivered: "entregado",
  dropped: "perdido",
  failed: "sin respuesta buena, ya no se intenta",
  refused: "no se llama: la dirección no es de este equipo",
};

export const SIGNING_LABEL: Record<WebhookSigning, string> = {
  signed: "firmado",
  forged: "firma falsa",
  unsigned: "sin firma",
};
