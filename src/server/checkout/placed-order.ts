import type { Cart } from "../cart/queries.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { NewOrder } from "./place-order.ts";
import type { CheckoutFacts } from "./queries.ts";

/**
 * A new order as `findOrder` reads it immediately after it was placed: the answer of a checkout needs no further
 * statement.
 */
export function toPlacedOrder(
  { order, lines, discounts, pickup }: NewOrder,
  { cart, facts, reference }: { cart: Cart; facts: CheckoutFacts; reference: number },
): OrderRow {
  const { customer, shipping } = facts;
  const brandBySizeId = new Map(cart.lines.map(({ sizeId, brand }) => [sizeId, brand]));
  const pictureBySizeId = new Map(cart.lines.map(({ sizeId, picture }) => [sizeId, picture]));
  const status = order.status as OrderRow["status"];
  const createdAt = cart.readAt;
  return {
    id: order.id,
    reference,
    shop_id: order.shop_id,
    customer_id: customer.id,
    status,
    payment_method: order.payment_method,
    is_wholesale: order.is_wholesale,
    subtotal_cents: order.subtotal_cents,
    discount_cents: order.discount_cents ?? 0,
    shipping_discount_cents: order.shipping_discount_cents ?? 0,
    packaging_cents: order.packaging_cents,
    shipping_cents: order.shipping_cents,
    extra_shipping_cents: order.extra_shipping_cents,
    insurance_cents: order.insurance_cents,
    total_cents: order.total_cents,
    online_fee_cents: order.online_fee_cents,
    grand_total_cents: order.grand_total_cents,
    head_office_total_cents: order.head_office_total_cents ?? null,
    carrier_name: order.carrier_name ?? null,
    carrier_description: order.carrier_description ?? null,
    tracking_number: null,
    tracking_template: null,
    customer_name: customer.name,
    customer_last_name: customer.lastName,
    customer_phone: customer.phone,
    customer_email: order.customer_email ?? null,
    customer_kind: customer.kind,
    customer_username: customer.username,
    address_id: order.address_id ?? null,
    address: customer.addresses.find(({ id }) => id === order.address_id) ?? null,
    presale: cart.presale,
    payment_due_at: (order.payment_due_at as Date | null | undefined) ?? null,
    created_at: createdAt,
    joined_into: null,
    exchange: null,
    differences: [],
    invoice: null,
    lines: lines.map((line) => ({
      size_id: line.size_id,
      product_id: line.product_id,
      brand_id: line.brand_id ?? null,
      brand_name: brandBySizeId.get(line.size_id) ?? null,
      name: line.name,
      is_digital: line.is_digital,
      pieces: line.pieces,
      held: line.held,
      price_cents: line.price_cents,
      wholesale_price_cents: line.wholesale_price_cents ?? null,
      branch_price_cents: line.branch_price_cents ?? null,
      branch_wholesale_price_cents: line.branch_wholesale_price_cents ?? null,
      unit_price_cents: line.unit_price_cents,
      discount_cents: line.discount_cents ?? 0,
      former_price_cents: line.former_price_cents ?? null,
      picture: pictureBySizeId.get(line.size_id) ?? null,
      extended1: line.extended1 ?? null,
      extended2: line.extended2 ?? null,
    })),
    discounts: discounts
      .filter(({ cents }) => cents > 0)
      .map(({ promotion_id: promotionId, label, code, cents }) => ({
        promotionId: promotionId ?? null,
        label,
        code: code ?? null,
        cents,
      })),
    tickets: [],
    payments: [],
    transfer_refunds: [],
    receipts: [],
    history: [{ status, at: createdAt.toISOString(), reason: "Pedido creado", change: null }],
    parcels: [],
    pickup: pickup && shipping?.pickup ? toPickup(pickup, shipping.pickup) : null,
    unpackedLines: lines
      .filter((line) => !line.is_digital)
      .map(({ size_id: sizeId, pieces }) => ({ size_id: sizeId, pieces })),
  };
}

function toPickup(
  { code, collector }: NonNullable<NewOrder["pickup"]>,
  point: NonNullable<NonNullable<CheckoutFacts["shipping"]>["pickup"]>,
): OrderRow["pickup"] {
  return {
    state: "WAITING",
    code,
    collector,
    ready_at: null,
    kept_until: null,
    collected_at: null,
    collected_by: null,
    point_id: point.id,
    name: point.name,
    address: point.address,
    map_url: point.mapUrl,
    hours: point.hours,
    lead_business_days: point.leadDays,
  };
}
