import { formatDeadline } from "../../domain/dates.ts";
import { formatMoney, type Cents } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import { orderFigures } from "../orders/order-figures.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { Shop } from "../settings/shop.ts";
import type { Letter } from "./letter.ts";

/** "Recibimos tu pedido": what was ordered, what to pay, until when, and the way back to it. */
export function orderCreatedLetter(shop: Shop, order: OrderRow, link: string, paymentMessage: string): Letter {
  return {
    subject: `Recibimos tu pedido #${order.reference}`,
    shopName: shop.name,
    heading: `Gracias, ${order.customer_name}. Tu pedido es el #${order.reference}`,
    paragraphs: [
      paymentMessage,
      ...(order.pay_by
        ? [`Apartamos tus piezas hasta el ${formatDeadline(order.pay_by)}. Después vuelven a la tienda.`]
        : []),
    ].filter(Boolean),
    rows: [...lineRows(order), ...totalRows(order)],
    button: { label: "Ver mi pedido", url: link },
    closing: "Este enlace es solo tuyo: quien lo tenga puede ver tu pedido.",
  };
}

/** What a customer is told when the order moves; statuses that are the shop's own business send nothing. */
export function orderMovedLetter(shop: Shop, order: OrderRow, status: OrderStatus): Letter | undefined {
  const said = SAID[status];
  if (!said) return undefined;
  const tracking: [string, string][] =
    status === "SHIPPED" && order.tracking_number
      ? [
          ["Paquetería", order.carrier_name ?? ""],
          ["Número de rastreo", order.tracking_number],
        ]
      : [];
  return {
    subject: `${said.subject} #${order.reference}`,
    shopName: shop.name,
    heading: `${order.customer_name}, ${said.heading}`,
    paragraphs: [said.text],
    rows: [...tracking, ["Total", formatMoney(order.grand_total_cents)]],
  };
}

/** "Unimos tus pedidos": what travels together now, where to, and what it costs. */
export function ordersJoinedLetter(
  shop: Shop,
  { joined, into, overpaidCents }: { joined: OrderRow; into: OrderRow; overpaidCents: Cents },
): Letter {
  const { address } = into;
  return {
    subject: `Unimos tu pedido #${joined.reference} al #${into.reference}`,
    shopName: shop.name,
    heading: `${into.customer_name}, tus pedidos viajan juntos`,
    paragraphs: [
      `Los productos de tu pedido #${joined.reference} están ahora en el #${into.reference}: se cobra un solo envío.`,
      ...(address ? [`Llegan a ${address.street}, ${address.neighborhood}, ${address.city}, ${address.state}.`] : []),
      ...(overpaidCents > 0
        ? [`Con un solo envío pagaste ${formatMoney(overpaidCents)} de más. Te escribimos para devolvértelos.`]
        : []),
      ...(into.status === "WAITING_PAYMENT" && into.pay_by
        ? [`Apartamos tus piezas hasta el ${formatDeadline(into.pay_by)}. Paga este total, no los de antes.`]
        : []),
    ],
    rows: [...lineRows(into), ...totalRows(into)],
    closing: "Si no querías unirlos, responde este correo antes de que salga tu pedido.",
  };
}

const SAID: Partial<Record<OrderStatus, { subject: string; heading: string; text: string }>> = {
  PAYMENT_ACCEPTED: {
    subject: "Confirmamos el pago de tu pedido",
    heading: "tu pago está confirmado",
    text: "Ya estamos preparando tu pedido. Te avisamos en cuanto salga.",
  },
  SHIPPED: {
    subject: "Ya salió tu pedido",
    heading: "tu pedido va en camino",
    text: "Lo entregamos a la paquetería. Con el número de rastreo puedes seguirlo.",
  },
  CANCELLED: {
    subject: "Cancelamos tu pedido",
    heading: "tu pedido quedó cancelado",
    text: "Sus piezas volvieron a la tienda. Si aún las quieres, haz un pedido nuevo; si ya pagaste, responde este correo.",
  },
};

function lineRows(order: OrderRow): [string, string][] {
  return order.lines.map((line) => [`${line.pieces} × ${line.name}`, formatMoney(line.unit_price_cents * line.pieces)]);
}

function totalRows(order: OrderRow): [string, string][] {
  return orderFigures(order).map(([label, cents]) => [label, formatMoney(cents)]);
}
