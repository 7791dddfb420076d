import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";

/** An order in a stamped global invoice, whose declared amount is not what the shop keeps of the order's money. */
export interface GlobalMismatch {
  globalId: string;
  orderId: string;
  reference: string;
  keptCents: Cents;
  declaredCents: Cents;
}

/**
 * The orders in stamped global invoices that were refunded, cancelled or lost in a dispute after the global invoice was
 * issued. Sorted by global invoice, newest first, then by order number. An order with an open own-invoice request is
 * left out, because that request corrects the global invoice.
 */
export async function listGlobalMismatches(
  db: Queryable,
  { shopId, globalId }: { shopId: string; globalId?: string },
): Promise<GlobalMismatch[]> {
  const { rows } = await sql<GlobalMismatch>`
    SELECT g.invoice_id AS "globalId", g.order_id AS "orderId", income.reference::text AS reference,
      income.kept_cents AS "keptCents", income.declared_cents AS "declaredCents"
    FROM invoices i JOIN global_invoice_orders g ON g.invoice_id = i.id AND g.is_live
    JOIN order_income income ON income.order_id = g.order_id
    WHERE i.shop_id = ${shopId} AND i.kind = 'global' AND i.state = 'stamped'
      AND ${globalId === undefined ? sql`true` : sql`i.id = ${globalId}`}
      AND income.declared_cents <> income.kept_cents
      AND NOT EXISTS (SELECT FROM own_invoice_requests r WHERE r.order_id = g.order_id AND r.ended_at IS NULL)
    ORDER BY i.id DESC, income.reference`.execute(db);
  return rows;
}
