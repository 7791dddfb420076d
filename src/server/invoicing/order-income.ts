import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { Queryable } from "../db/connect.ts";

/** A row of the view `order_income` (decision 33): an order with the orders that were joined into it. */
export interface OrderIncome {
  /** What the shop keeps of the money: paid and not refunded, at most the order's total. An open dispute counts. */
  keptCents: Cents;
  /**
   * What its live invoice, deposit or global invoice declares, minus credit notes. A PPD invoice declares what its live
   * complements state.
   */
  declaredCents: Cents;
  creditedCents: Cents;
  /** When its live document was sealed. Null if no document declares it. */
  documentedAt: Date | null;
}

export async function findOrderIncome(db: Queryable, orderId: string): Promise<OrderIncome> {
  const { rows } = await sql<OrderIncome>`
    SELECT kept_cents AS "keptCents", declared_cents AS "declaredCents", credited_cents AS "creditedCents",
      documented_at AS "documentedAt"
    FROM order_income WHERE order_id = ${orderId}`.execute(db);
  return rows[0] ?? { keptCents: 0, declaredCents: 0, creditedCents: 0, documentedAt: null };
}

/** What was refunded, or lost in a dispute, after the document and is in no credit note yet. 0 without a document. */
export function creditDueCents({ keptCents, declaredCents, documentedAt }: OrderIncome): Cents {
  return documentedAt === null ? 0 : Math.max(0, declaredCents - keptCents);
}

/**
 * Money of the sale that the live document does not declare. For a PPD invoice these are payments without a complement.
 * For other documents it must stay 0, or the document would have to be replaced.
 */
export function understatedCents({ keptCents, declaredCents, documentedAt }: OrderIncome): Cents {
  return documentedAt === null ? 0 : Math.max(0, keptCents - declaredCents);
}
