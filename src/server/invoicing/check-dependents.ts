import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Queryable } from "../db/connect.ts";
import type { Invoice } from "./queries.ts";

/**
 * Refuses to cancel a document while other valid documents depend on it: the complements of an invoice, the later
 * complements of the same invoice, and the documents that apply a deposit. Staff must cancel those first, from the
 * newest to the oldest. Credit notes of the document itself have their own check, `hasCreditNotes`.
 */
export async function checkDependents(
  db: Queryable,
  { id, kind, depositId }: Invoice,
): Promise<Refusal<"invoice_has_payments" | "invoice_has_credit_notes" | "invoice_applies_deposit"> | null> {
  if (kind === "payment") return checkDependentsOfPayment(db, id);
  if (kind !== "invoice" && kind !== "deposit") return null;
  const { rows } = await sql<{ hasPayments: boolean; isApplied: boolean }>`
    SELECT EXISTS (SELECT FROM invoice_payments WHERE paid_invoice_id = ${id} AND is_live) AS "hasPayments",
      EXISTS (SELECT FROM invoices a WHERE a.state IN ('stamping', 'stamped', 'cancelAsked', 'replaced')
        AND (${kind} = 'deposit' AND a.deposit_id = ${id}
          OR ${kind} = 'invoice' AND a.kind = 'depositApplied' AND a.deposit_id = ${depositId})) AS "isApplied"`.execute(
    db,
  );
  if (rows[0]?.hasPayments) return refuse("invoice_has_payments");
  return rows[0]?.isApplied ? refuse("invoice_applies_deposit") : null;
}

/**
 * Refuses to cancel a complement before the later ones, which start from the balance after it, and before credit notes
 * that credit money which it declares.
 */
async function checkDependentsOfPayment(db: Queryable, id: string) {
  const { rows } = await sql<{ isLast: boolean; remainingCents: number }>`
    SELECT NOT EXISTS (SELECT FROM invoice_payments later WHERE later.paid_invoice_id = own.paid_invoice_id
        AND later.is_live AND later.instalment > own.instalment) AS "isLast",
      (SELECT coalesce(sum(paid_cents), 0) FROM invoice_payments other
        WHERE other.paid_invoice_id = own.paid_invoice_id AND other.is_live AND other.complement_id <> own.complement_id)
      - (SELECT coalesce(sum(n.total_cents), 0) FROM invoices n WHERE n.relates_to_id = own.paid_invoice_id
        AND n.kind = 'creditNote' AND n.state NOT IN ('refused', 'cancelled')) AS "remainingCents"
    FROM invoice_payments own WHERE own.complement_id = ${id}`.execute(db);
  if (!rows[0]) return null;
  if (!rows[0].isLast) return refuse("invoice_has_payments");
  return rows[0].remainingCents < 0 ? refuse("invoice_has_credit_notes") : null;
}
