import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import { settle } from "../../domain/payment.ts";
import type { Queryable } from "../db/connect.ts";
import { paymentsOf } from "../order-money/queries.ts";
import type { Invoice } from "./queries.ts";

/** What credit notes may still take from an invoice, in centavos. */
export interface CreditLeft {
  /** All notes that count. */
  notedCents: number;
  /** The invoice less its notes: no note may be larger. */
  leftCents: number;
  /** Money of the sale that went back since the invoice and that no note says yet; 0 or less where there is none. */
  dueCents: number;
}

export async function findCreditLeft(db: Queryable, invoice: Invoice): Promise<CreditLeft> {
  const { rows } = await sql<{ noted: number; grand_total: number; status: OrderStatus }>`
    SELECT (SELECT coalesce(sum(total_cents), 0)::bigint FROM invoices n WHERE n.relates_to_id = ${invoice.id}
        AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')) AS noted,
      o.grand_total_cents AS grand_total, o.status
    FROM orders o WHERE o.id = ${invoice.orderId}`.execute(db);
  const { noted, grand_total: dueCents, status } = rows[0]!;
  // What came beyond the order's price and went back was never invoiced.
  const { saleRefundCents } = settle({ status, dueCents }, await paymentsOf(db, invoice.orderId!));
  // What had gone back before the invoice is not in its total.
  const before = dueCents - invoice.totalCents;
  return {
    notedCents: noted,
    leftCents: invoice.totalCents - noted,
    dueCents: saleRefundCents - before - noted,
  };
}
