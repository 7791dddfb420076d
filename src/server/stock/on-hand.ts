import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** Where the pieces of a size are: together they are what somebody who counts should find. */
export interface OnHand {
  sizeId: string;
  productId: string;
  sizeName: string;
  /** Can be sold now. */
  available: number;
  /** In live carts. */
  inCarts: number;
  /** Of orders that were not sent yet. */
  inOrders: number;
  /** Ordered without any on the shelf: still to be made. */
  toMake: number;
  lowStockThreshold: number | null;
}

/** Sizes as they stand this moment, of some sizes or of some products, in the order people expect. */
export async function listOnHand(
  db: Queryable,
  of: { sizeIds: readonly string[] } | { productIds: readonly string[] },
): Promise<OnHand[]> {
  // A hidden size is there for as long as it has pieces.
  const which =
    "sizeIds" in of
      ? sql`s.id = ANY (${of.sizeIds}::uuid[])`
      : sql`s.product_id = ANY (${of.productIds}::uuid[]) AND (NOT s.is_hidden OR s.available > 0)`;
  const { rows } = await sql<OnHand>`
    WITH wanted AS MATERIALIZED (
      SELECT s.id, s.product_id, s.size_name_id, s.available, s.low_stock_threshold FROM sizes s WHERE ${which}
    ), carted AS (
      SELECT l.size_id, sum(l.held)::int AS pieces FROM cart_lines l JOIN carts c ON c.id = l.cart_id
      WHERE l.size_id IN (SELECT id FROM wanted) AND l.held > 0 AND c.state = 'active' GROUP BY 1
    ), ordered AS (
      SELECT l.size_id, sum(l.held)::int AS pieces, sum(l.pieces - l.held)::int AS made
      FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.status IN ('WAITING_PAYMENT', 'RESERVED', 'PAYMENT_ACCEPTED', 'PRESALE')
        AND l.size_id IN (SELECT id FROM wanted) GROUP BY 1)
    SELECT w.id AS "sizeId", w.product_id AS "productId", n.name AS "sizeName", w.available, w.low_stock_threshold AS "lowStockThreshold",
      coalesce(carted.pieces, 0) AS "inCarts", coalesce(ordered.pieces, 0) AS "inOrders",
      coalesce(ordered.made, 0) AS "toMake"
    FROM wanted w JOIN size_names n ON n.id = w.size_name_id
    LEFT JOIN carted ON carted.size_id = w.id LEFT JOIN ordered ON ordered.size_id = w.id
    ORDER BY w.product_id, n.position, n.name`.execute(db);
  return rows;
}
