import type { MoveCause } from "../../domain/move-cause.ts";
import { formatEventTime } from "../../domain/dates.ts";
import { formatMoney } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { PAID_AFTER_CANCELLATION_TEXT, installmentRows, orderPlaceholders } from "./order-emails.ts";

/**
 * Whether the email about this transition contains the tickets. That is the email that confirms the payment. An order
 * that has only tickets is shipped automatically when it is paid (rule TICKET-2), so its tickets are in the email about
 * SHIPPED.
 */
export function emailContainsTickets(order: OrderRow, status: OrderStatus): boolean {
  const isPaidNow = status === "PAYMENT_ACCEPTED" || (status === "SHIPPED" && hasOnlyTickets(order));
  return isPaidNow && order.tickets.some(({ state }) => state !== "VOID");
}

export function hasOnlyTickets(order: OrderRow): boolean {
  return order.lines.every((line) => line.is_digital);
}

/** "Aquí están tus boletos": what the attachment contains, and how to use it. */
export function ticketsEmail(
  shop: Shop,
  order: OrderRow,
  { link, because, isAttached }: { link: string; because: MoveCause | null; isAttached: boolean },
): EmailMessage {
  const count = order.tickets.filter(({ state }) => state !== "VOID").length;
  const ticketPlace = isAttached ? "en el PDF adjunto" : "en la página de tu pedido";
  return {
    kind: "tickets",
    placeholders: orderPlaceholders(order),
    subject: `Tus boletos del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, aquí ${count === 1 ? "está tu boleto" : "están tus boletos"}`,
    paragraphs: [
      ...(because === "late_money" ? [PAID_AFTER_CANCELLATION_TEXT] : []),
      `Tu pago está confirmado. ${count === 1 ? "Tu boleto está" : `Tus ${count} boletos están`} ${ticketPlace}.`,
      "Cada boleto deja entrar a una persona, una sola vez. Muestra su código en la entrada, en papel o en tu teléfono, y " +
        "no lo publiques ni lo compartas: entra quien lo muestra primero.",
      ...(hasOnlyTickets(order) ? [] : ["Ya estamos preparando lo demás de tu pedido. Te avisamos en cuanto salga."]),
    ],
    rows: [...eventRows(order), ["Total", formatMoney(order.grand_total_cents)], ...installmentRows(order)],
    button: { label: "Ver mi pedido", url: link },
  };
}

/** Each event whose day or place is known, once. */
function eventRows(order: OrderRow): [string, string][] {
  const ticketByProduct = new Map(order.tickets.map((ticket) => [ticket.product_id, ticket]));
  const ticketsWithEvent = [...ticketByProduct.values()].filter(({ event_at, event_place }) => event_at ?? event_place);
  return ticketsWithEvent.map(({ event, event_at, event_place }) => [
    event,
    [event_at && formatEventTime(new Date(event_at)), event_place].filter(Boolean).join(", "),
  ]);
}
