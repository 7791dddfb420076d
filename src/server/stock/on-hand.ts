import { sql } from "kysely";
import type { CodedSize } from "../../domain/scanned-code.ts";
import type { Queryable } from "../db/connect.ts";

/** Where the pieces of a size are. Staff who count it should find `available` + `inCarts` + `inOrders`. */
export interface OnHand extends CodedSize {
  productId: string;
  sizeName: string;
  /** Available for sale. */
  available: number;
  /** In active carts. */
  inCarts: number;
  /** In unshipped orders, and new sizes of exchanges that are not sent yet. */
  inOrders: number;
  /** Ordered without stock: still to be made. */
  toMake: number;
  lowStockThreshold: number | null;
}

/** The current stock of sizes, by size or by product, in display order. */
export async function listOnHand(
  db: Queryable,
  filter: { sizeIds: readonly string[] } | { productIds: readonly string[] },
): Promise<OnHand[]> {
  // By product, a hidden size is listed only while it has available pieces.
  const condition =
    "sizeIds" in filter
      ? sql`s.id = ANY (${filter.sizeIds}::uuid[])`
      : sql`s.product_id = ANY (${filter.productIds}::uuid[]) AND (NOT s.is_hidden OR s.available > 0)`;
  const { rows } = await sql<OnHand>`
    WITH selected AS MATERIALIZED (
      SELECT s.id, s.product_id, s.size_name_id, s.available, s.low_stock_threshold, s.sku, s.gtin FROM sizes s WHERE ${condition}
    ), in_carts AS (
      SELECT l.size_id, sum(l.held)::int AS pieces FROM cart_lines l JOIN carts c ON c.id = l.cart_id
      WHERE l.size_id IN (SELECT id FROM selected) AND l.held > 0 AND c.state = 'active' GROUP BY 1
    ), in_orders AS (
      SELECT size_id, sum(pieces)::int AS pieces, sum(made)::int AS made FROM (
        SELECT l.size_id, l.held AS pieces, l.pieces - l.held AS made FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE o.status IN ('WAITING_PAYMENT', 'RESERVED', 'PAYMENT_ACCEPTED', 'PRESALE')
          AND l.size_id IN (SELECT id FROM selected) AND o.return_id IS NULL
        UNION ALL
        SELECT l.new_size_id, l.held, 0 FROM returns r JOIN return_lines l ON l.return_id = r.id
        WHERE r.state IN ('APPROVED', 'RECEIVED') AND l.held > 0 AND l.new_size_id IN (SELECT id FROM selected)) held
      GROUP BY 1)
    SELECT w.id AS "sizeId", w.product_id AS "productId", n.name AS "sizeName", w.sku, w.gtin, w.available, w.low_stock_threshold AS "lowStockThreshold",
      coalesce(in_carts.pieces, 0) AS "inCarts", coalesce(in_orders.pieces, 0) AS "inOrders",
      coalesce(in_orders.made, 0) AS "toMake"
    FROM selected w JOIN size_names n ON n.id = w.size_name_id
    LEFT JOIN in_carts ON in_carts.size_id = w.id LEFT JOIN in_orders ON in_orders.size_id = w.id
    ORDER BY w.product_id, n.position, n.name`.execute(db);
  return rows;
}
