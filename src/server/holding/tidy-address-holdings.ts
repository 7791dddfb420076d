import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** As many addresses as one statement does in milliseconds; the others are done by the next one. */
const MAX_ADDRESSES = 1_000;

/**
 * Leaves one row for each address that holds pieces, and none for one that holds nothing any more: where from is known no longer
 * than something is held. Several processes may do it at the same time.
 */
export async function tidyAddressHoldings(db: Queryable): Promise<void> {
  await sql`
    SELECT compact_address_holdings(ARRAY(
      SELECT address_hash FROM address_holdings GROUP BY address_hash
      HAVING count(*) > 1 OR (sum(cart_pieces) = 0 AND sum(order_pieces) = 0) LIMIT ${MAX_ADDRESSES}))`.execute(db);
}
