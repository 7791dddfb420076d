import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { ApplicablePromotion } from "../../domain/promotion.ts";
import { valueOfReturn, type KeptPromotion } from "../../domain/returned-pieces.ts";
import type { Queryable } from "../db/connect.ts";
import type { OrderRow } from "./queries.ts";

/** The refund for returning pieces of one line, in centavos (rule PROMO-11). */
export interface LineReturn {
  sizeId: string;
  /** The refund of one piece. */
  oneCents: Cents;
  /** The refund of all pieces of the line. */
  allCents: Cents;
}

/**
 * The refund for returning pieces, for each line of an order with discounts, by the promotions of the day of the order.
 * Empty for an order without discounts, where the refund is the price.
 */
export async function listReturnValues(db: Queryable, order: OrderRow): Promise<LineReturn[]> {
  if (order.discounts.length === 0) return [];
  const promotions = await findPromotions(db, order.id);
  const lines = order.lines.map((line) => ({
    sizeId: line.size_id,
    productId: line.product_id,
    pieces: line.pieces,
    unitCents: line.unit_price_cents,
  }));
  const keptCents = order.lines.reduce(
    (sum, line) => sum + line.pieces * line.unit_price_cents - line.discount_cents,
    0,
  );
  const value = (sizeId: string, pieces: number): Cents =>
    valueOfReturn({ lines, promotions, keptCents }, new Map([[sizeId, pieces]])).refundCents;
  return lines.map(({ sizeId, pieces }) => ({ sizeId, oneCents: value(sizeId, 1), allCents: value(sizeId, pieces) }));
}

interface PlacedRow {
  promotions: ApplicablePromotion[] | null;
  lines: { sizeId: string; productId: string }[];
}

/**
 * The promotions of an order and of the orders that were joined into it, each once, with the products it applied to.
 */
export async function findPromotions(db: Queryable, orderId: string): Promise<KeptPromotion[]> {
  const { rows } = await sql<PlacedRow>`
    WITH RECURSIVE family AS (
      SELECT id FROM orders WHERE id = ${orderId}
      UNION ALL SELECT o.id FROM family f JOIN orders o ON o.joined_into_id = f.id)
    SELECT s.inputs->'promotions' AS promotions, s.inputs->'lines' AS lines
    FROM family JOIN order_inputs s ON s.order_id = family.id ORDER BY s.reference`.execute(db);
  const found = new Map<string | null, KeptPromotion>();
  for (const { promotions, lines } of rows) {
    const productsOf = (sizeIds: readonly string[]): string[] =>
      lines.filter(({ sizeId }) => sizeIds.includes(sizeId)).map(({ productId }) => productId);
    for (const promotion of promotions ?? []) {
      const earlier = found.get(promotion.id);
      found.set(promotion.id, {
        ...promotion,
        productIds: [...(earlier?.productIds ?? []), ...productsOf(promotion.sizeIds)],
        giftProductIds: [...(earlier?.giftProductIds ?? []), ...productsOf(promotion.giftSizeIds)],
      });
    }
  }
  return [...found.values()];
}
