import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { Queryable } from "../db/connect.ts";

/** The data of an order that actions on several orders need. */
export interface OrderToMove {
  id: string;
  reference: number;
  shopId: string;
  status: OrderStatus;
  customer: string;
  carrier: string | null;
  trackingNumber: string | null;
  /** Whether the order has pieces other than tickets, which are sent by email. */
  hasGoods: boolean;
  isDisputed: boolean;
  /** The customer collects it at a pick-up point. */
  isPickup: boolean;
}

/** The orders of these references in these shops, by reference. Orders of other shops are not included. */
export async function findOrdersForStaff(
  db: Queryable,
  references: readonly number[],
  shops: "all" | readonly string[],
): Promise<Map<number, OrderToMove>> {
  const { rows } = await sql<OrderToMove>`
    SELECT o.id, o.reference, o.shop_id AS "shopId", o.status, o.customer_name || ' ' || o.customer_last_name AS customer,
      o.carrier_name AS carrier, o.tracking_number AS "trackingNumber",
      EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND NOT l.is_digital) AS "hasGoods",
      EXISTS (SELECT FROM order_flags f WHERE f.order_id = o.id AND f.flag = 'DISPUTED' AND f.closed_at IS NULL)
        AS "isDisputed",
      EXISTS (SELECT FROM pickups k WHERE k.order_id = o.id) AS "isPickup"
    FROM orders o WHERE o.reference = ANY (${references}::bigint[])
      AND (${shops === "all"} OR o.shop_id = ANY (${shops === "all" ? [] : shops}::uuid[]))`.execute(db);
  return new Map(rows.map((order) => [order.reference, order]));
}

/** Why an order cannot be moved now, or null if it can. `moveOrder` checks it again under the order's lock. */
export function explainRefusedMove(
  order: OrderToMove | undefined,
  to: OrderStatus,
  isMoveAllowed: (from: OrderStatus, to: OrderStatus) => boolean,
): "order_not_found" | "move_not_allowed" | "order_disputed" | "pickup_order" | null {
  if (!order) return "order_not_found";
  if (order.status === "CANCELLED" || !isMoveAllowed(order.status, to)) return "move_not_allowed";
  if (to === "SHIPPED" && order.isPickup) return "pickup_order";
  return to === "SHIPPED" && order.isDisputed ? "order_disputed" : null;
}
