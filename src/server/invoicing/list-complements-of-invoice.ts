import { sql } from "kysely";
import type { InvoiceState } from "../../domain/invoice-enums.ts";
import type { Queryable } from "../db/connect.ts";
import { findOrderIncome } from "./order-income.ts";
import type { Invoice } from "./queries.ts";

/** A payment complement, and what it declares about the invoice that it pays. */
export interface InvoiceComplement {
  /** The id of the complement. */
  id: string;
  folio: string;
  state: InvoiceState;
  instalment: number;
  previousCents: number;
  paidCents: number;
  paidAt: Date;
  /** The id of the invoice that it pays. */
  invoiceId: string;
  invoiceFolio: string;
}

/** The complements of a PPD invoice, oldest first, also refused and cancelled ones. Of a complement: only itself. */
export async function listComplementsOfInvoice(
  db: Queryable,
  { id, kind, paymentPlan }: Pick<Invoice, "id" | "kind" | "paymentPlan">,
): Promise<InvoiceComplement[]> {
  if (kind !== "payment" && paymentPlan !== "PPD") return [];
  const { rows } = await sql<InvoiceComplement>`
    SELECT c.id, coalesce(c.series, '') || c.folio AS folio, c.state, ip.instalment, ip.previous_balance_cents AS "previousCents",
      ip.paid_cents AS "paidCents", p.paid_at AS "paidAt", i.id AS "invoiceId",
      coalesce(i.series, '') || i.folio AS "invoiceFolio"
    FROM invoice_payments ip JOIN invoices c ON c.id = ip.complement_id JOIN invoices i ON i.id = ip.paid_invoice_id
    JOIN payments p ON p.id = ip.payment_id
    WHERE ${kind} = 'payment' AND c.id = ${id} OR i.id = ${id} ORDER BY c.id LIMIT 200`.execute(db);
  return rows;
}

/**
 * What the customer still has to pay of a PPD invoice's order, and the invoice's amount that no complement declares
 * yet.
 */
export async function findOutstandingAmounts(
  db: Queryable,
  { id, orderId, totalCents }: Invoice,
): Promise<{ missingCents: number; undeclaredCents: number }> {
  const { rows } = await sql<{ declaredCents: number; orderCents: number }>`
    SELECT coalesce(sum(paid_cents), 0)::bigint AS "declaredCents",
      (SELECT grand_total_cents FROM orders WHERE id = ${orderId}) AS "orderCents"
    FROM invoice_payments WHERE paid_invoice_id = ${id} AND is_live`.execute(db);
  const { declaredCents, orderCents } = rows[0]!;
  const { keptCents } = await findOrderIncome(db, orderId!);
  return { missingCents: Math.max(0, orderCents - keptCents), undeclaredCents: totalCents - declaredCents };
}
