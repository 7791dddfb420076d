import { sql } from "kysely";
import { RETURN_REASONS, type ReturnReason } from "../../domain/return.ts";
import type { Queryable } from "../db/connect.ts";

/** How much of a product comes back. */
export interface ProductReturns {
  productId: string;
  name: string;
  /** Pieces of orders that were shipped in the period. */
  shippedPieces: number;
  /** Of these orders, pieces that arrived at the shop again. */
  returnedPieces: number;
  /** Of these, pieces that were exchanged. */
  exchangedPieces: number;
  piecesByReason: Record<ReturnReason, number>;
}

interface Filter {
  shops: "all" | readonly string[];
  /** The period in which the orders were shipped. `to` is not part of it. */
  from: Date;
  to: Date;
}

/** Shipped products with their returned pieces, most returned first, of orders that were shipped in a period. */
export async function reportReturns(db: Queryable, { shops, from, to }: Filter): Promise<ProductReturns[]> {
  const inShops = shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`;
  type ReportRow = Omit<ProductReturns, "piecesByReason"> & { counts: Partial<Record<ReturnReason, number>> };
  const { rows } = await sql<ReportRow>`
    WITH shipped_orders AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE o.status = 'SHIPPED' AND ${inShops} AND EXISTS (
        SELECT FROM order_events e WHERE e.order_id = o.id AND e.to_status = 'SHIPPED' AND e.from_status <> 'SHIPPED'
          AND e.at >= ${from} AND e.at < ${to})
    ), shipped AS (
      SELECT l.product_id, sum(l.pieces)::int AS pieces FROM order_lines l JOIN shipped_orders o ON o.id = l.order_id
      WHERE NOT l.is_digital GROUP BY 1
    ), parts AS (
      SELECT s.product_id, l.reason, l.wish, sum(l.restocked + l.written_off + l.in_repair)::int AS pieces
      FROM returns r JOIN shipped_orders o ON o.id = r.order_id JOIN return_lines l ON l.return_id = r.id
      JOIN sizes s ON s.id = l.order_line_size_id
      WHERE r.state IN ('RECEIVED', 'SETTLED') GROUP BY 1, 2, 3
    ), returned AS (
      SELECT product_id, sum(pieces)::int AS pieces, (sum(pieces) FILTER (WHERE wish = 'EXCHANGE'))::int AS exchanged
      FROM parts GROUP BY 1
    ), by_reason AS (
      SELECT product_id, jsonb_object_agg(reason, pieces) AS counts
      FROM (SELECT product_id, reason, sum(pieces)::int AS pieces FROM parts GROUP BY 1, 2) one GROUP BY 1)
    SELECT p.id AS "productId", p.name, shipped.pieces AS shipped, coalesce(returned.pieces, 0) AS returned,
      coalesce(returned.exchanged, 0) AS exchanged, coalesce(by_reason.counts, '{}') AS counts
    FROM shipped JOIN products p ON p.id = shipped.product_id
    LEFT JOIN returned ON returned.product_id = p.id LEFT JOIN by_reason ON by_reason.product_id = p.id
    ORDER BY coalesce(returned.pieces, 0) DESC, shipped.pieces DESC, p.name, p.id`.execute(db);
  return rows.map(({ counts, ...row }) => ({
    ...row,
    piecesByReason: Object.fromEntries(
      RETURN_REASONS.map((reason) => [reason, counts[reason] ?? 0]),
    ) as ProductReturns["piecesByReason"],
  }));
}
