import { EMAIL_KINDS, type EmailKind } from "../../../../domain/email-kinds.ts";

/** The emails by their paths in the panel. */
export const EMAIL_LABEL: Record<EmailKind, { address: string; title: string }> = {
  orderCreated: { address: "pedido-recibido", title: "Pedido recibido" },
  paymentAccepted: { address: "pago-confirmado", title: "Pago confirmado" },
  shipped: { address: "enviado", title: "Pedido enviado" },
  cancelled: { address: "cancelado", title: "Pedido cancelado" },
  tickets: { address: "boletos", title: "Boletos" },
  paymentReminder: { address: "recordatorio", title: "Recordatorio de pago" },
  voucher: { address: "ficha", title: "Ficha de pago" },
  receiptRefused: { address: "comprobante-rechazado", title: "Comprobante rechazado" },
  refund: { address: "devolucion", title: "Devolución" },
  return: { address: "devolucion-o-cambio", title: "Devolución o cambio" },
  joined: { address: "unidos", title: "Pedidos unidos" },
  delivered: { address: "pedido-entregado", title: "Pedido entregado" },
  reviewInvitation: { address: "invitacion-a-resenar", title: "Invitación a reseñar" },
  invoice: { address: "factura", title: "Factura" },
};

export function emailKindAt(address: string | undefined): EmailKind | undefined {
  return EMAIL_KINDS.find((kind) => EMAIL_LABEL[kind].address === address);
}
