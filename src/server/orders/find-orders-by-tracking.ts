import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/**
 * The references of shipped orders with these tracking numbers, by tracking number. Two orders in one box share a
 * number on purpose. Otherwise it is a mistake that staff should see. Orders of shops that staff may not see are not
 * included.
 */
export async function findOrdersByTracking(
  db: Queryable,
  trackingNumbers: readonly string[],
  shops: "all" | readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ trackingNumber: string; references: number[] }>`
    SELECT o.tracking_number AS "trackingNumber", json_agg(o.reference ORDER BY o.reference) AS references
    FROM orders o WHERE o.tracking_number = ANY (${trackingNumbers}::text[]) AND o.status = 'SHIPPED'
      AND (${shops === "all"} OR o.shop_id = ANY (${shops === "all" ? [] : shops}::uuid[]))
    GROUP BY o.tracking_number`.execute(db);
  return new Map(rows.map(({ trackingNumber, references }) => [trackingNumber, references]));
}
