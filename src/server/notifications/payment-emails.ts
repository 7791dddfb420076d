import { transferReference } from "../../domain/clabe.ts";
import { formatDeadline } from "../../domain/long-date.ts";
import { formatDay } from "../../domain/format-day.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import { awaitsTransfer } from "../../domain/order-status.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Voucher } from "../order-money/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { orderPlaceholders } from "./order-emails.ts";

/** "Tu ficha de pago": the amount to pay, the reference, and the deadline. */
export function voucherEmail(shop: Shop, order: OrderRow, voucher: Voucher, link: string): EmailMessage {
  const isCash = voucher.kind === "cash";
  return {
    kind: "voucher",
    placeholders: orderPlaceholders(order),
    subject: `Tu ficha de pago del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, ${isCash ? "paga en efectivo en la tienda" : "aquí está tu ficha de pago"}`,
    paragraphs: [
      ...(isCash ? ["Lleva la ficha, en papel o en tu celular."] : []),
      "El pago puede tardar horas en reflejarse: te avisamos por correo en cuanto llegue, y mientras tanto apartamos tus piezas.",
    ],
    ...voucherMessageFields(voucher, link),
  };
}

/** The reminder that is sent a day before a voucher expires. */
export function voucherReminderEmail(shop: Shop, order: OrderRow, voucher: Voucher, link: string): EmailMessage {
  return {
    kind: "paymentReminder",
    placeholders: orderPlaceholders(order),
    subject: `Tu ficha de pago está por vencer: pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, tu ficha de pago está por vencer`,
    paragraphs: [
      "Todavía no nos llega tu pago. Si ya pagaste, no hagas nada: puede tardar horas en reflejarse.",
      "Si no se paga a tiempo, el pedido se cancela y tus piezas vuelven a la tienda.",
    ],
    ...voucherMessageFields(voucher, link),
  };
}

/** The email in which staff ask the customer to pay for pieces that were held for them. */
export function paymentRequestedEmail(shop: Shop, order: OrderRow, link: string): EmailMessage {
  const reminder = paymentReminderEmail(shop, order, link);
  return {
    ...reminder,
    subject: `Ya puedes pagar tu pedido #${order.reference}`,
    heading: `${order.customer_name}, ya puedes pagar tu pedido`,
    paragraphs: order.payment_due_at
      ? [`Te guardamos tus piezas hasta el ${formatDeadline(order.payment_due_at)} Después vuelven a la tienda.`]
      : [],
  };
}

/** The reminder that is sent some hours before an unpaid order expires. */
export function paymentReminderEmail(shop: Shop, order: OrderRow, link: string): EmailMessage {
  const isTransfer = order.payment_method === "TB";
  return {
    kind: "paymentReminder",
    placeholders: orderPlaceholders(order),
    subject: `Tu pedido #${order.reference} espera tu pago`,
    shop,
    heading: `${order.customer_name}, apartamos tus piezas un poco más`,
    paragraphs: [
      ...(order.payment_due_at
        ? [`Te las guardamos hasta el ${formatDeadline(order.payment_due_at)} Después vuelven a la tienda.`]
        : []),
      isTransfer
        ? "Si ya hiciste la transferencia, sube tu comprobante en la página de tu pedido."
        : "Si ya pagaste, no hagas nada: te avisamos por correo en cuanto lo veamos.",
    ],
    rows: [
      ["Total", formatMoney(order.grand_total_cents)],
      ...(isTransfer ? ([["Referencia", transferReference(String(order.reference))]] as [string, string][]) : []),
    ],
    button: { label: isTransfer ? "Ver datos para pagar" : "Pagar mi pedido", url: link },
  };
}

/** "No pudimos aceptar tu comprobante": the reason, as staff wrote it, and what the customer can do. */
export function receiptRefusedEmail(shop: Shop, order: OrderRow, answer: string, link: string): EmailMessage {
  const canRetry = awaitsTransfer(order);
  return {
    kind: "receiptRefused",
    placeholders: orderPlaceholders(order),
    subject: `No pudimos aceptar tu comprobante del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, no pudimos aceptar tu comprobante`,
    paragraphs: [
      answer,
      ...(canRetry ? ["Puedes subir otro en la página de tu pedido."] : []),
      ...(canRetry && order.payment_due_at
        ? [`Apartamos tus piezas hasta el ${formatDeadline(order.payment_due_at)}`]
        : []),
    ],
    rows: [
      ["Total", formatMoney(order.grand_total_cents)],
      ["Referencia", transferReference(String(order.reference))],
    ],
    button: { label: canRetry ? "Subir otro comprobante" : "Ver mi pedido", url: link },
  };
}

/** "Te devolvimos…": the amount, where it appears and when. */
export function refundEmail(
  shop: Shop,
  order: OrderRow,
  refund: { cents: Cents; paymentKind: Voucher["kind"] },
  link: string,
): EmailMessage {
  const amount = formatMoney(refund.cents);
  return {
    kind: "refund",
    placeholders: orderPlaceholders(order),
    subject: `Te devolvimos ${amount} del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, te devolvimos ${amount}`,
    paragraphs: [
      REFUND_TEXTS[refund.paymentKind === "card" ? "card" : "account"],
      consequenceOf(order),
      "Si no la ves en ese plazo, responde este correo.",
    ],
    rows: [["Devolución", amount]],
    button: { label: "Ver mi pedido", url: link },
  };
}

/** "Te devolvimos… por transferencia": the amount, the day, and the reference to look for. */
export function transferRefundEmail(shop: Shop, order: OrderRow, refund: TransferRefund, link: string): EmailMessage {
  const amount = formatMoney(refund.cents);
  return {
    kind: "refund",
    placeholders: orderPlaceholders(order),
    subject: `Te devolvimos ${amount} del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, te devolvimos ${amount}`,
    paragraphs: [
      "Te lo transferimos a tu cuenta. Por lo general llega el mismo día.",
      consequenceOf(order),
      "Si no lo ves en un día hábil, responde este correo.",
    ],
    rows: [
      ["Devolución", amount],
      ["Fecha de la transferencia", formatDay(refund.sentOn)],
      ["Referencia", refund.reference],
    ],
    button: { label: "Ver mi pedido", url: link },
  };
}

/** Corrects an earlier email about a transfer refund that was recorded by mistake. */
export function transferRefundWithdrawnEmail(
  shop: Shop,
  order: OrderRow,
  refund: TransferRefund,
  link: string,
): EmailMessage {
  const amount = formatMoney(refund.cents);
  return {
    kind: "refund",
    placeholders: orderPlaceholders(order),
    subject: `Corrección: la devolución de ${amount} del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, corregimos una devolución`,
    paragraphs: [
      `Te escribimos que te habíamos devuelto ${amount} con la referencia ${refund.reference}. Fue un error nuestro: esa devolución no cuenta.`,
      "En la página de tu pedido ves lo que sí te devolvimos. Si tienes una duda, responde este correo.",
    ],
    rows: [],
    button: { label: "Ver mi pedido", url: link },
  };
}

interface TransferRefund {
  cents: Cents;
  sentOn: string;
  reference: string;
}

function consequenceOf(order: OrderRow): string {
  if (order.status === "CANCELLED") return "Tu pedido está cancelado: no lo vamos a enviar.";
  return order.tickets.length > 0 && order.tickets.every(({ state }) => state === "VOID")
    ? "Tus boletos quedaron anulados: ya no sirven en la entrada."
    : "Lo demás de tu pedido no cambia.";
}

/**
 * Where Mercado Pago returns money and how long it takes (its help pages, 2026-11-21): to the card within 2 to 35 days,
 * depending on the bank. Money that was paid in another way goes to the customer's Mercado Pago account immediately.
 */
const REFUND_TEXTS = {
  card: "Va de regreso a la tarjeta con la que pagaste. Según tu banco, tarda de 2 a 35 días en aparecer.",
  account: "Va de regreso a tu cuenta de Mercado Pago, por lo general en el momento.",
};

function voucherMessageFields(voucher: Voucher, link: string): Pick<EmailMessage, "rows" | "button" | "link"> {
  const rows: [string, string][] = [["Monto exacto", formatMoney(voucher.cents)]];
  if (voucher.voucher_reference) rows.push(["Referencia", voucher.voucher_reference]);
  if (voucher.expires_at) rows.push(["Paga antes del", formatDeadline(voucher.expires_at)]);
  return {
    rows,
    button: { label: "Ver ficha de pago", url: voucher.voucher_url },
    link: { label: "Ver mi pedido", url: link },
  };
}
