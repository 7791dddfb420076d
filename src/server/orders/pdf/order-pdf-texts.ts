import { shownLineName } from "../../../domain/cart-line.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatDeadline, formatLongDateTime } from "../../../domain/long-date.ts";
import { formatMoney } from "../../../domain/money.ts";
import { orderStatusLabel } from "../../../domain/order-status.ts";
import { formatPhone } from "../../../domain/phone.ts";
import type { Shop } from "../../shops/shop.ts";
import { listOrderFigures } from "../order-figures.ts";
import type { OrderRow } from "../queries.ts";

/** The texts of an order's PDF, as printed. */
export interface OrderPdfTexts {
  shopName: string;
  color: Shop["color"];
  reference: string;
  date: string;
  status: string;
  /** Titled groups of short lines, side by side. */
  blocks: { title: string; textLines: string[] }[];
  lines: { name: string; pieces: string; unitPrice: string; amount: string }[];
  figures: { label: string; amount: string }[];
  remarks: string[];
}

const PAYMENT_METHOD_LABEL = { MP: "Mercado Pago", TB: "Transferencia bancaria" } as const;

export function makeOrderPdfTexts(shop: Shop, order: OrderRow): OrderPdfTexts {
  return {
    shopName: shop.name,
    color: shop.color,
    reference: `#${order.reference}`,
    date: formatDateTime(order.created_at),
    status: orderStatusLabel(order.status, order.exchange !== null),
    blocks: [makeCustomerBlock(order), ...makeDeliveryBlock(order), makePaymentBlock(order)],
    lines: order.lines.map((line) => ({
      name: shownLineName(line.name, line.is_digital),
      pieces: String(line.pieces),
      unitPrice: formatMoney(line.unit_price_cents),
      amount: formatMoney(line.unit_price_cents * line.pieces),
    })),
    figures: order.joined_into
      ? []
      : listOrderFigures(order).map(([label, cents]) => ({ label, amount: formatMoney(cents) })),
    remarks: remarksOf(shop, order),
  };
}

function makeCustomerBlock(order: OrderRow): OrderPdfTexts["blocks"][number] {
  return {
    title: "Cliente",
    textLines: [
      `${order.customer_name} ${order.customer_last_name}`,
      `Tel. ${formatPhone(order.customer_phone)}`,
      ...(order.customer_email ? [order.customer_email] : []),
    ],
  };
}

/** Where the order goes. Empty for an order that only charges the difference of an exchange. */
function makeDeliveryBlock({ address, pickup, exchange }: OrderRow): OrderPdfTexts["blocks"] {
  if (exchange) return [];
  if (pickup) return [{ title: "Entrega", textLines: [`Se recoge en ${pickup.name}`, pickup.address] }];
  if (!address) return [{ title: "Entrega", textLines: ["Por correo electrónico"] }];
  const textLines = [
    address.street,
    `Col. ${address.neighborhood}, C.P. ${address.postalCode}`,
    `${address.city}, ${address.state}`,
    address.country,
  ];
  return [{ title: "Entrega", textLines }];
}

function makePaymentBlock(order: OrderRow): OrderPdfTexts["blocks"][number] {
  const acceptance = order.history.find(({ status }) => status === "PAYMENT_ACCEPTED");
  return {
    title: "Pago y envío",
    textLines: [
      PAYMENT_METHOD_LABEL[order.payment_method],
      ...order.payments
        .filter(({ state, installments }) => state === "APPROVED" && (installments ?? 1) > 1)
        .map(({ installments }) => `Pagado con tarjeta a ${installments} meses`),
      ...(acceptance ? [`Pago aceptado el ${formatLongDateTime(new Date(acceptance.at), order.created_at)}`] : []),
      ...(order.carrier_name ? [order.carrier_name] : []),
      ...(order.insurance_cents > 0 ? ["Envío asegurado"] : []),
      ...(order.tracking_number ? [`Rastreo ${order.tracking_number}`] : []),
    ],
  };
}

function remarksOf(shop: Shop, order: OrderRow): string[] {
  return [
    ...(order.status === "WAITING_PAYMENT" && order.payment_due_at
      ? [`Este pedido espera su pago. Apartamos tus piezas hasta el ${formatDeadline(order.payment_due_at)}`]
      : []),
    ...(order.joined_into
      ? [`Este pedido se unió al #${order.joined_into.reference}: sus productos y su total están en ese recibo.`]
      : []),
    ...(order.status === "CANCELLED" ? ["Este pedido está cancelado."] : []),
    ...(order.is_wholesale ? ["Se cobró a precio de mayoreo."] : []),
    shop.settings.management.allowInvoicing
      ? "Este recibo no es una factura. Pide tu factura (CFDI) en la tienda con tu número de pedido y tu teléfono."
      : "Este recibo no es una factura.",
    "Precios en pesos mexicanos, con IVA incluido.",
  ];
}
