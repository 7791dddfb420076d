import { sql } from "kysely";
import { unitPriceCents, isWholesale, type Prices, type WholesaleRule } from "../../domain/price.ts";
import { applyPromotions, type ApplicablePromotion } from "../../domain/promotion.ts";
import type { AuditCheck } from "../db/audit-check.ts";
import type { Queryable } from "../db/connect.ts";

/** What `shop audit` checks of promotions. */
export const promotionChecks: readonly AuditCheck[] = [
  {
    name: "order-discounts-add-up",
    invariant: "los descuentos de cada pedido suman lo de sus líneas y lo de su envío",
    sql: `
      SELECT o.id FROM orders o
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(cents) FILTER (WHERE NOT is_shipping_discount), 0) AS products,
          coalesce(sum(cents) FILTER (WHERE is_shipping_discount), 0) AS shipping
        FROM order_discounts d WHERE d.order_id = o.id) d
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(discount_cents), 0) AS cents FROM order_lines l WHERE l.order_id = o.id) l
      WHERE o.status <> 'JOINED' AND (o.discount_cents <> d.products + d.shipping
        OR o.shipping_discount_cents <> d.shipping OR l.cents <> d.products)`,
  },
  {
    name: "order-discounts-are-as-computed",
    invariant:
      "cada descuento se puede volver a calcular con las promociones, piezas y precios de cuando se hizo o se cambió el pedido",
    find: findOrdersWithWrongDiscounts,
  },
  {
    name: "coupon-uses-are-counted",
    invariant: "cada cupón cuenta los pedidos que lo usaron y no se cancelaron, y no pasa de sus usos",
    sql: `
      SELECT k.code AS id FROM promotion_codes k
      CROSS JOIN LATERAL (
        SELECT count(*) AS uses, coalesce(bool_or(EXISTS (
          WITH RECURSIVE receiving AS (
            SELECT o.id, o.joined_into_id
            UNION ALL SELECT r.id, r.joined_into_id FROM receiving x JOIN orders r ON r.id = x.joined_into_id)
          SELECT FROM receiving JOIN order_events e ON e.order_id = receiving.id AND e.from_status = 'CANCELLED'
        )), false) AS has_reopened_order
        FROM promotion_uses u JOIN orders o ON o.id = u.order_id
        WHERE u.code = k.code AND NOT is_finally_cancelled(o.id)) counted
      WHERE k.uses <> counted.uses OR (k.uses > k.max_uses AND NOT counted.has_reopened_order)`,
  },
  {
    name: "order-coupons-counted",
    invariant: "cada pedido con un cupón tiene apuntado su uso",
    sql: `
      SELECT d.checkout_order_id AS id FROM order_discounts d
      WHERE d.code IS NOT NULL AND NOT EXISTS (SELECT FROM promotion_uses u
        WHERE u.order_id = d.checkout_order_id AND u.promotion_id = d.promotion_id AND u.code = d.code)`,
  },
];

interface PlacedOrder {
  id: string;
  lines: { sizeId: string; pieces: number; prices: Prices }[];
  wholesale: WholesaleRule;
  promotions: ApplicablePromotion[];
  discounts: { promotionId: string | null; cents: number; lines: Record<string, number> }[];
}

const BATCH_SIZE = 1_000;

async function findOrdersWithWrongDiscounts(db: Queryable): Promise<string[]> {
  const wrongOrderIds: string[] = [];
  for (let afterOrderId = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await sql<PlacedOrder>`
      SELECT s.order_id AS id, s.inputs->'lines' AS lines, s.inputs->'wholesale' AS wholesale,
        s.inputs->'promotions' AS promotions,
        (SELECT coalesce(json_agg(json_build_object('promotionId', d.promotion_id, 'cents', d.cents, 'lines', d.cents_by_size_id)), '[]')
          FROM order_discounts d WHERE d.checkout_order_id = s.order_id AND NOT d.is_shipping_discount AND d.cents > 0) AS discounts
      FROM order_inputs s WHERE s.order_id > ${afterOrderId} AND (jsonb_array_length(s.inputs->'promotions') > 0
        OR EXISTS (SELECT FROM order_discounts d WHERE d.checkout_order_id = s.order_id))
      ORDER BY s.order_id LIMIT ${BATCH_SIZE}`.execute(db);
    wrongOrderIds.push(...rows.filter((order) => !isAsComputed(order)).map(({ id }) => id));
    if (rows.length < BATCH_SIZE) return wrongOrderIds;
    afterOrderId = rows.at(-1)!.id;
  }
}

/** Whether the stored discounts on products are those that the order's stored inputs give. */
function isAsComputed({ lines, wholesale, promotions, discounts }: PlacedOrder): boolean {
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  const hasWholesalePrice = isWholesale(wholesale, pieces);
  const pricedLines = lines.map((line) => ({ ...line, unitCents: unitPriceCents(line.prices, hasWholesalePrice) }));
  const computedDiscounts = applyPromotions(pricedLines, promotions ?? []).discounts;
  return (
    computedDiscounts.length === discounts.length &&
    computedDiscounts.every(({ promotionId, cents, lines: centsBySize }) => {
      const storedDiscount = discounts.find((discount) => discount.promotionId === promotionId);
      return (
        storedDiscount?.cents === cents &&
        Object.entries(centsBySize).every(([sizeId, lineCents]) => storedDiscount.lines[sizeId] === lineCents)
      );
    })
  );
}
