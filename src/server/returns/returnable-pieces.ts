import { sql } from "kysely";
import { lastReturnDay } from "../../domain/return.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import type { Queryable } from "../db/connect.ts";
import { readOrderArrival } from "../parcels/order-arrival.ts";
import type { Shop } from "../shops/shop.ts";
import { findExcludedProductIds } from "./exclusions.ts";

/** Pieces of one size that the customer has, and that are in no return. */
export interface ReturnablePieces {
  /** The order's line whose price they have. */
  orderLineSizeId: string;
  sizeId: string;
  productId: string;
  /** The name that customers see. */
  name: string;
  pieces: number;
  picture: { key: string; webp: number[] } | null;
  /** Cannot be returned unless the shop is at fault: an excluded product, or a piece that was made to order. */
  isExcluded: boolean;
}

/** The pieces of an order that the customer has, without tickets, sorted by the position of their line. */
export async function listReturnablePieces(db: Queryable, shop: Shop, orderId: string): Promise<ReturnablePieces[]> {
  const { rows } = await sql<ReturnablePieces & { isMadeToOrder: boolean }>`
    SELECT p.order_line_size_id AS "orderLineSizeId", p.size_id AS "sizeId", s.product_id AS "productId",
      CASE WHEN p.size_id = p.order_line_size_id THEN l.name ELSE coalesce(
        (SELECT e.new_name FROM return_lines e JOIN returns r ON r.id = e.return_id
          WHERE r.order_id = ${orderId} AND e.order_line_size_id = p.order_line_size_id AND e.new_size_id = p.size_id
          ORDER BY r.number DESC LIMIT 1), l.name) END AS name,
      p.pieces::int AS pieces, l.held = 0 AS "isMadeToOrder",
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM pictures i
        WHERE i.key = CASE WHEN s.product_id = l.product_id THEN l.picture ELSE (
          SELECT pp.picture_key FROM product_pictures pp WHERE pp.product_id = s.product_id ORDER BY pp.position LIMIT 1) END) AS picture
    FROM returnable_pieces(${orderId}) p
    JOIN order_lines l ON l.order_id = ${orderId} AND l.size_id = p.order_line_size_id
    JOIN sizes s ON s.id = p.size_id
    WHERE p.pieces > 0 ORDER BY l.position, p.size_id <> p.order_line_size_id, p.size_id`.execute(db);
  const excludedProductIds = await findExcludedProductIds(db, shop.id, [
    ...new Set(rows.map(({ productId }) => productId)),
  ]);
  return rows.map(({ isMadeToOrder, ...row }) => ({
    ...row,
    isExcluded: excludedProductIds.has(row.productId) || (isMadeToOrder && row.sizeId === row.orderLineSizeId),
  }));
}

/** Until when a return can be requested (rule RETURN-2). */
export interface ReturnWindow {
  /** The day on which the order's products arrived or are estimated to have arrived. Null if they have not. */
  deliveredOn: string | null;
  lastDay: string | null;
  isOver: boolean;
}

export async function readReturnWindow(
  db: Queryable,
  shop: Shop,
  { orderId, now }: { orderId: string; now: Date },
): Promise<ReturnWindow> {
  const { deliveredAt, estimatedArrivalAt } = await readOrderArrival(db, orderId);
  const arrivedAt =
    deliveredAt ?? (estimatedArrivalAt !== null && estimatedArrivalAt <= now ? estimatedArrivalAt : null);
  if (arrivedAt === null) return { deliveredOn: null, lastDay: null, isOver: false };
  const deliveredOn = formatMexicoTime(arrivedAt).slice(0, 10);
  const lastDay = lastReturnDay(deliveredOn, shop.settings.returns.windowDays);
  return { deliveredOn, lastDay, isOver: formatMexicoTime(now).slice(0, 10) > lastDay };
}
