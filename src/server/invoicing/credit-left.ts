import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { Invoice } from "./queries.ts";

/** What credit notes may still take from an invoice, in centavos. */
export interface CreditLeft {
  /** All notes that count. */
  notedCents: number;
  /** The invoice less its notes: no note may be larger. */
  leftCents: number;
  /** Money that went back since the invoice and that no note says yet; 0 or less where there is none. */
  dueCents: number;
}

export async function findCreditLeft(db: Queryable, invoice: Invoice): Promise<CreditLeft> {
  const { rows } = await sql<{ noted: number; refunded: number; grand_total: number }>`
    SELECT (SELECT coalesce(sum(total_cents), 0)::bigint FROM invoices n WHERE n.relates_to_id = ${invoice.id}
        AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')) AS noted,
      (SELECT coalesce(sum(p.refunded_cents), 0)::bigint FROM payments p WHERE p.order_id = o.id) AS refunded,
      o.grand_total_cents AS grand_total
    FROM orders o WHERE o.id = ${invoice.orderId}`.execute(db);
  const { noted, refunded, grand_total: grandTotal } = rows[0]!;
  // What had gone back before the invoice is not in its total.
  const before = grandTotal - invoice.totalCents;
  return { notedCents: noted, leftCents: invoice.totalCents - noted, dueCents: refunded - before - noted };
}
