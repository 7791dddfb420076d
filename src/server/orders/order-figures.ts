import type { OrderRow } from "./queries.ts";

/** What the customer pays, as labelled amounts. They add up to the last row. Amounts of zero are left out. */
export function orderFigures(order: OrderRow): [label: string, cents: number][] {
  const parts: [string, number][] = [
    ["Subtotal", order.subtotal_cents],
    ["Envío", order.shipping_cents],
    ["Envío de piezas extra", order.extra_shipping_cents],
    ["Seguro de envío", order.insurance_cents],
    ["Empaque", order.packaging_cents],
    ["Comisión por pago en línea", order.online_fee_cents],
  ];
  return [...parts.filter(([, cents]) => cents > 0), ["Total", order.grand_total_cents]];
}
