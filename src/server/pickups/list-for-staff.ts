import { sql } from "kysely";
import type { PickupState } from "../../domain/pickup.ts";
import type { Queryable } from "../db/connect.ts";

export interface ListedPickup {
  orderId: string;
  reference: number;
  state: PickupState;
  customer: string;
  phone: string;
  collector: string | null;
  point: string;
  pieces: number;
  /** When the order was handed over, else when it became ready. Null if it is not ready. */
  readyOrCollectedAt: Date | null;
}

/** The maximum number of rows on the screen. Staff use the search to find the others. */
const MAX_ROWS = 100;

/**
 * Paid orders for pickup of these shops: first those not handed over, the longest waiting first, then the most recently
 * collected ones. `term` is the code in the customer's QR code, the order's reference, or a part of a name. With a
 * term, `state` is ignored and handed-over orders are found too.
 */
export async function listPickupsForStaff(
  db: Queryable,
  { shops, state, term }: { shops: "all" | readonly string[]; state: PickupState; term: string },
): Promise<ListedPickup[]> {
  const isInShops = shops === "all" ? sql`true` : sql`o.shop_id = ANY (${shops}::uuid[])`;
  const { rows } = await sql<ListedPickup>`
    SELECT o.id AS "orderId", o.reference, p.state, o.customer_name || ' ' || o.customer_last_name AS customer,
      o.customer_phone AS phone, p.other_collector_name AS collector, t.name AS point, o.pieces,
      coalesce(p.collected_at, p.ready_at) AS "readyOrCollectedAt"
    FROM pickups p JOIN orders o ON o.id = p.order_id JOIN pickup_points t ON t.id = p.point_id
    WHERE ${isInShops} AND o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')
      AND ${term === "" ? sql`p.state = ${state}` : matchesSearch(term)}
    ORDER BY p.collected_at DESC NULLS FIRST, coalesce(p.ready_at, o.created_at), o.id LIMIT ${MAX_ROWS}`.execute(db);
  return rows;
}

function matchesSearch(term: string) {
  const referenceText = term.replace(/^#/, "");
  const likePattern = `%${term.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(p.code = ${term.toUpperCase().replace(/[\s-]/g, "")} OR o.reference::text = ${referenceText}
    OR o.customer_name || ' ' || o.customer_last_name ILIKE ${likePattern} OR p.other_collector_name ILIKE ${likePattern})`;
}
