import { EMAIL_KINDS, type EmailKind } from "../../../../domain/email-kinds.ts";

/** The title of each email, and the last part of its path in the panel. */
export const EMAIL_PAGE: Record<EmailKind, { path: string; title: string }> = {
  orderCreated: { path: "pedido-recibido", title: "Pedido recibido" },
  paymentAccepted: { path: "pago-confirmado", title: "Pago confirmado" },
  shipped: { path: "enviado", title: "Pedido enviado" },
  cancelled: { path: "cancelado", title: "Pedido cancelado" },
  tickets: { path: "boletos", title: "Boletos" },
  paymentReminder: { path: "recordatorio", title: "Recordatorio de pago" },
  voucher: { path: "ficha", title: "Ficha de pago" },
  receiptRefused: { path: "comprobante-rechazado", title: "Comprobante rechazado" },
  refund: { path: "devolucion", title: "Devolución" },
  return: { path: "devolucion-o-cambio", title: "Devolución o cambio" },
  joined: { path: "unidos", title: "Pedidos unidos" },
  delivered: { path: "pedido-entregado", title: "Pedido entregado" },
  reviewInvitation: { path: "invitacion-a-resenar", title: "Invitación a reseñar" },
  invoice: { path: "factura", title: "Factura" },
};

export function findEmailKindByPath(path: string | undefined): EmailKind | undefined {
  return EMAIL_KINDS.find((kind) => EMAIL_PAGE[kind].path === path);
}
