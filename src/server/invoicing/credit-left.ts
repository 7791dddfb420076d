import { sql } from "kysely";
import type { OrderStatus } from "../../domain/order-status.ts";
import { settle } from "../../domain/payment.ts";
import type { Queryable } from "../db/connect.ts";
import { paymentsOf } from "../order-money/queries.ts";
import type { Invoice } from "./queries.ts";

/** What remains of an invoice for credit notes, in centavos. */
export interface CreditLeft {
  /** The sum of all valid credit notes. */
  notedCents: number;
  /** The invoice's total minus its credit notes: the largest possible credit note. */
  leftCents: number;
  /**
   * Money of the sale that was refunded after the invoice and is in no credit note yet. 0 or less if there is none.
   */
  dueCents: number;
}

export async function findCreditLeft(db: Queryable, invoice: Invoice): Promise<CreditLeft> {
  const { rows } = await sql<{ noted: number; grand_total: number; status: OrderStatus }>`
    SELECT (SELECT coalesce(sum(total_cents), 0)::bigint FROM invoices n WHERE n.relates_to_id = ${invoice.id}
        AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')) AS noted,
      o.grand_total_cents AS grand_total, o.status
    FROM orders o WHERE o.id = ${invoice.orderId}`.execute(db);
  const { noted, grand_total: dueCents, status } = rows[0]!;
  // An overpayment that was refunded was never invoiced.
  const { saleRefundCents } = settle({ status, dueCents }, await paymentsOf(db, invoice.orderId!));
  // The invoice's total excludes what was refunded before it.
  const refundedBeforeCents = dueCents - invoice.totalCents;
  return {
    notedCents: noted,
    leftCents: invoice.totalCents - noted,
    dueCents: saleRefundCents - refundedBeforeCents - noted,
  };
}
