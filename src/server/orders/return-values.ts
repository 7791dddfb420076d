import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { AppliedPromotion } from "../../domain/promotion.ts";
import { valueOfReturn, type KeptPromotion } from "../../domain/returned-pieces.ts";
import type { Queryable } from "../db/connect.ts";
import type { OrderRow } from "./queries.ts";

/** What giving back pieces of one line refunds, in centavos (rule PROMO-11). */
export interface LineReturn {
  sizeId: string;
  /** One piece. */
  oneCents: Cents;
  /** All pieces of the line. */
  allCents: Cents;
}

/**
 * For each line of an order with promotions: what its pieces are worth when they come back, by the promotions as they
 * were at the purchase. Empty without discounts: then it is the price.
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
  promotions: AppliedPromotion[] | null;
  lines: { sizeId: string; productId: string }[];
}

/** The promotions of an order and of those that were joined into it, each once, by products. */
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
