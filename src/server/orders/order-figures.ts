import { CHARGE_LABEL } from "../../domain/invoice-lines.ts";
import type { ChargeKind } from "../../domain/sat-keys.ts";
import type { Cents } from "../../domain/money.ts";
import type { OrderRow } from "./queries.ts";

/**
 * What the customer pays, as labelled amounts in centavos. They add up to the last row, the total. Discounts are
 * negative. Amounts of zero are left out, except a total of zero.
 */
export function listOrderFigures(order: OrderRow): [label: string, cents: number][] {
  const amounts: [string, number][] = [
    ["Subtotal", order.subtotal_cents],
    ...order.discounts.map(({ label, cents }): [string, number] => [label, -cents]),
    [CHARGE_LABEL.shipping, order.shipping_cents],
    [CHARGE_LABEL.extraShipping, order.extra_shipping_cents],
    [CHARGE_LABEL.insurance, order.insurance_cents],
    [CHARGE_LABEL.packaging, order.packaging_cents],
    [CHARGE_LABEL.onlineFee, order.online_fee_cents],
  ];
  return [...amounts.filter(([, cents]) => cents !== 0), ["Total", order.grand_total_cents]];
}

export type ChargeColumns = Pick<
  OrderRow,
  | "shipping_cents"
  | "extra_shipping_cents"
  | "shipping_discount_cents"
  | "insurance_cents"
  | "packaging_cents"
  | "online_fee_cents"
>;

/** An order's charges beside its products, in centavos. A discount on shipping is already subtracted. */
export function chargesOf(order: ChargeColumns): Record<ChargeKind, Cents> {
  // The discount is subtracted from the carrier's price first, and the rest from the price of extra pieces.
  const carrierDiscountCents = Math.min(order.shipping_discount_cents, order.shipping_cents);
  return {
    shipping: order.shipping_cents - carrierDiscountCents,
    extraShipping: order.extra_shipping_cents - (order.shipping_discount_cents - carrierDiscountCents),
    insurance: order.insurance_cents,
    packaging: order.packaging_cents,
    onlineFee: order.online_fee_cents,
  };
}
