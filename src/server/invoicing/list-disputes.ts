import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";
import { ORDER_AND_JOINED_IDS } from "../order-money/queries.ts";

/** A payment that the customer's bank disputes (chargeback). */
export interface Dispute {
  cents: Cents;
  since: Date;
  /** The bank decided for the customer: the shop lost the money and must credit it. */
  isLost: boolean;
}

/** The disputed payments of an order and of the orders that were joined into it, oldest first. */
export async function listDisputes(db: Queryable, orderId: string): Promise<Dispute[]> {
  const { rows } = await sql<Dispute>`
    SELECT p.cents, coalesce(p.disputed_at, p.provider_updated_at) AS since, p.is_dispute_lost AS "isLost"
    FROM orders o JOIN payments p ON p.order_id IN ${ORDER_AND_JOINED_IDS}
    WHERE o.id = ${orderId} AND p.state = 'DISPUTED' ORDER BY since, p.id`.execute(db);
  return rows;
}
