import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { findInvoice, type Invoice } from "./queries.ts";

/**
 * The order's valid or pending deposit, which the invoice of the whole sale applies. A deposit whose cancellation was
 * requested stays valid until SAT cancels it.
 */
export async function findLiveDeposit(db: Queryable, orderId: string): Promise<Invoice | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE order_id = ${orderId} AND kind = 'deposit' AND state IN ('stamping', 'stamped', 'cancelAsked')`.execute(
    db,
  );
  return rows[0] && findInvoice(db, rows[0].id);
}
