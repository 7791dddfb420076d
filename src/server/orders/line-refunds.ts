import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { ApplicablePromotion } from "../../domain/promotion.ts";
import { valueOfReturn, type PurchasePromotion } from "../../domain/value-of-return.ts";
import type { Queryable } from "../db/connect.ts";
import type { OrderRow } from "./queries.ts";

/** The refund for returning pieces of one line, in centavos (rule PROMO-11). */
export interface LineRefund {
  sizeId: string;
  /** The refund of one piece. */
  pieceRefundCents: Cents;
  /** The refund of all pieces of the line. */
  lineRefundCents: Cents;
}

/**
 * The refund for returning pieces of one line, for each line of an order with discounts. It is computed with the
 * promotions that the order got (`order_inputs`). Empty for an order without discounts, where the refund is the price.
 */
export async function listLineRefunds(db: Queryable, order: OrderRow): Promise<LineRefund[]> {
  if (order.discounts.length === 0) return [];
  const promotions = await listPromotionsOfOrder(db, order.id);
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
  const refundOf = (sizeId: string, pieces: number): Cents =>
    valueOfReturn({ lines, promotions, keptCents }, new Map([[sizeId, pieces]])).refundCents;
  return lines.map(({ sizeId, pieces }) => ({
    sizeId,
    pieceRefundCents: refundOf(sizeId, 1),
    lineRefundCents: refundOf(sizeId, pieces),
  }));
}

interface OrderInputsRow {
  promotions: ApplicablePromotion[] | null;
  lines: { sizeId: string; productId: string }[];
}

/**
 * The promotions of an order and of the orders that were joined into it. Each is listed once, with the products that
 * the promotion applied to.
 */
export async function listPromotionsOfOrder(db: Queryable, orderId: string): Promise<PurchasePromotion[]> {
  const { rows } = await sql<OrderInputsRow>`
    WITH RECURSIVE family AS (
      SELECT id FROM orders WHERE id = ${orderId}
      UNION ALL SELECT o.id FROM family f JOIN orders o ON o.joined_into_id = f.id)
    SELECT s.inputs->'promotions' AS promotions, s.inputs->'lines' AS lines
    FROM family JOIN order_inputs s ON s.order_id = family.id ORDER BY s.reference`.execute(db);
  const promotionsById = new Map<string | null, PurchasePromotion>();
  for (const { promotions, lines } of rows) {
    const productsOf = (sizeIds: readonly string[]): string[] =>
      lines.filter(({ sizeId }) => sizeIds.includes(sizeId)).map(({ productId }) => productId);
    for (const promotion of promotions ?? []) {
      const earlierPromotion = promotionsById.get(promotion.id);
      promotionsById.set(promotion.id, {
        ...promotion,
        productIds: [...(earlierPromotion?.productIds ?? []), ...productsOf(promotion.sizeIds)],
        giftProductIds: [...(earlierPromotion?.giftProductIds ?? []), ...productsOf(promotion.giftSizeIds)],
      });
    }
  }
  return [...promotionsById.values()];
}
