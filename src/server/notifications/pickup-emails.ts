import { shownLineName } from "../../domain/cart-line.ts";
import { formatDay } from "../../domain/format-day.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { orderPlaceholders } from "./order-emails.ts";

type Pickup = NonNullable<OrderRow["pickup"]>;

/** "Tu pedido está listo para recoger": the address, the opening hours, the code, and who may collect it. */
export function pickupReadyEmail(shop: Shop, order: OrderRow, pickup: Pickup, link: string): EmailMessage {
  return {
    placeholders: orderPlaceholders(order),
    subject: `Tu pedido #${order.reference} está listo para recoger`,
    shop,
    heading: `${order.customer_name}, tu pedido ya te espera`,
    paragraphs: [
      `Recógelo en ${pickup.name}. Enseña el código QR de este correo, o di tu nombre.`,
      collectorSentence(pickup),
    ],
    ...pickupMessageFields(order, pickup, link),
  };
}

/** "Tu pedido te sigue esperando": the last day to collect it, and what happens after that day. */
export function pickupReminderEmail(shop: Shop, order: OrderRow, pickup: Pickup, link: string): EmailMessage {
  const lastDay = formatDay(pickup.kept_until!);
  const consequence = shop.settings.pickups.cancelUncollected
    ? "Después lo cancelamos y te devolvemos tu dinero."
    : "Después te escribimos para ver qué hacemos.";
  return {
    placeholders: orderPlaceholders(order),
    subject: `Tu pedido #${order.reference} te sigue esperando`,
    shop,
    heading: `${order.customer_name}, falta que recojas tu pedido`,
    paragraphs: [
      `Está en ${pickup.name} y lo guardamos hasta el ${lastDay}. ${consequence}`,
      `Enseña el código QR de este correo, o di tu nombre. ${collectorSentence(pickup)}`,
    ],
    ...pickupMessageFields(order, pickup, link),
  };
}

function collectorSentence({ collector }: Pickup): string {
  return collector === null
    ? "Solo tú puedes recogerlo: lleva una identificación."
    : `También puede recogerlo ${collector}, con una identificación.`;
}

function pickupMessageFields(
  order: OrderRow,
  pickup: Pickup,
  link: string,
): Pick<EmailMessage, "rows" | "button" | "link"> {
  return {
    rows: [
      ["Dirección", pickup.address],
      ["Horario", pickup.hours],
      ["Código", pickup.code],
      ...order.lines.map((line): [string, string] => [
        shownLineName(line.name, line.is_digital),
        line.pieces === 1 ? "1 pieza" : `${line.pieces} piezas`,
      ]),
    ],
    button: { label: "Ver mi pedido", url: link },
    ...(pickup.map_url !== null && { link: { label: "Cómo llegar", url: pickup.map_url } }),
  };
}
