import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** One statement handles this many IP addresses in milliseconds. The next run handles the rest. */
const MAX_IPS = 1_000;

/**
 * Leaves one row for each IP address that holds pieces, and deletes the rows of those that hold nothing: the hash of
 * an IP address is stored only while it holds pieces. Several processes may run this at the same time.
 */
export async function compactIpHoldingChanges(db: Queryable): Promise<void> {
  await sql`
    SELECT compact_ip_holding_changes(ARRAY(
      SELECT ip_hash FROM ip_holding_changes GROUP BY ip_hash
      HAVING count(*) > 1 OR (sum(cart_pieces) = 0 AND sum(order_pieces) = 0) LIMIT ${MAX_IPS}))`.execute(db);
}
