import { formatLongDate } from "../../domain/long-date.ts";
import { trackingUrl } from "../../domain/tracking-url.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { orderPlaceholders } from "./order-emails.ts";
import { parcelRows } from "./parcel-rows.ts";

type Parcel = OrderRow["parcels"][number];

/** "Salió otra parte de tu pedido": the parcel's lines, its tracking number, and whether more parcels follow. */
export function parcelLeftEmail(shop: Shop, order: OrderRow, parcel: Parcel, link: string): EmailMessage {
  const hasMoreToCome = order.unpackedLines.length > 0 || order.parcels.some(({ state }) => state === "PACKED");
  const url = trackingUrl(parcel.tracking_template, parcel.guide);
  return {
    kind: "shipped",
    placeholders: orderPlaceholders(order),
    subject: `Salió otra parte de tu pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, otra parte de tu pedido va en camino`,
    paragraphs: [
      "La entregamos a la paquetería. Esto es lo que lleva:",
      hasMoreToCome ? "Lo demás sale después: te avisamos." : "Con este paquete ya salió todo tu pedido.",
    ],
    rows: [...parcelRows(parcel), ["Paquetería", parcel.carrier], ["Número de rastreo", parcel.guide ?? ""]],
    button: { label: "Ver mi pedido", url: link },
    ...(url !== null && { link: { label: `Rastrear con ${parcel.carrier || "la paquetería"}`, url } }),
  };
}

/** "¿Todo bien con tu pedido?": the day of the delivery, and what to do if the parcel did not arrive. */
export function orderDeliveredEmail(
  shop: Shop,
  order: OrderRow,
  { deliveredAt, link, now }: { deliveredAt: Date; link: string; now: Date },
): EmailMessage {
  return {
    kind: "delivered",
    placeholders: orderPlaceholders(order),
    subject: `¿Todo bien con tu pedido #${order.reference}?`,
    shop,
    heading: `${order.customer_name}, tu pedido ya llegó`,
    paragraphs: [
      `La paquetería lo entregó el ${formatLongDate(deliveredAt, now)}.`,
      "¿Todo bien? Si no lo recibiste, o algo no es lo que esperabas, responde este correo y lo resolvemos contigo.",
    ],
    button: { label: "Ver mi pedido", url: link },
  };
}
