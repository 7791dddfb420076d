import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { likePattern } from "../db/like-pattern.ts";
import type { InvoiceKind, InvoiceState } from "../../domain/invoice-enums.ts";
import type { Invoice } from "./queries.ts";

/** The filters of the panel's list. "toCorrect" is explained at `TO_CORRECT`. */
export const INVOICE_FILTERS = ["valid", "toCorrect", "refused", "stamping", "cancelling", "cancelled"] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

export interface InvoiceSearch {
  shops: "all" | readonly string[];
  /** Folio, UUID, RFC, name or an order's number. Empty for all. */
  term: string;
  filter?: InvoiceFilter;
  kind?: InvoiceKind;
  /** Created at or after this instant. */
  from?: Date;
  /** Created before this instant. */
  until?: Date;
  /** The id of the previous page's last row. */
  afterId?: string;
}

export interface InvoiceRow {
  id: string;
  shopId: string;
  kind: InvoiceKind;
  orderId: string | null;
  reference: string | null;
  state: InvoiceState;
  rfc: string;
  name: string;
  /** Of a payment complement: the amount that it states, because its own total is 0. */
  totalCents: number;
  paymentForm: string;
  /** Series and folio together, such as "A17". */
  folio: string;
  period: string | null;
  uuid: string | null;
  refusalCode: string | null;
  cancelProblem: string | null;
  createdAt: Date;
}

/** The amount of a payment complement, whose document has a total of 0. Null for other documents. */
const PAID_CENTS = sql`(SELECT ip.paid_cents FROM invoice_payments ip WHERE ip.complement_id = i.id)`;

/** Why the last request to cancel the document failed, or why it is not sent yet. */
const LAST_CANCEL_PROBLEM = sql`SELECT c.problem FROM invoice_cancellations c WHERE c.invoice_id = i.id ORDER BY c.id DESC LIMIT 1`;

/**
 * Documents `i` that staff must correct. Either the document was refused, and no later document of the same kind exists
 * for the same order or period. Or it was replaced and its cancellation failed, so that two invoices of one sale are
 * valid.
 */
export const TO_CORRECT = sql`(i.state = 'replaced' AND EXISTS (
    SELECT FROM invoice_cancellations c WHERE c.invoice_id = i.id)
  AND NOT EXISTS (SELECT FROM invoice_cancellations c WHERE c.invoice_id = i.id AND c.ended_at IS NULL)
  OR i.state = 'refused'
  AND NOT EXISTS (
    SELECT FROM invoices n WHERE n.order_id = i.order_id AND n.kind = i.kind AND n.shop_id = i.shop_id AND n.id > i.id)
  AND NOT EXISTS (
    SELECT FROM invoices n WHERE i.kind = 'global' AND n.kind = 'global' AND n.shop_id = i.shop_id AND n.period = i.period
      AND n.id > i.id))`;

const FILTER_CONDITION: Record<InvoiceFilter, RawBuilder<unknown>> = {
  valid: sql`i.state = 'stamped'`,
  toCorrect: TO_CORRECT,
  refused: sql`i.state = 'refused'`,
  stamping: sql`i.state = 'stamping'`,
  cancelling: sql`i.state IN ('replaced', 'cancelAsked')`,
  cancelled: sql`i.state = 'cancelled'`,
};

/**
 * Sealed documents, newest first. Ids are ordered by time, and a page starts after the id of the previous page's last
 * row.
 */
export async function searchInvoices(db: Queryable, search: InvoiceSearch, limit: number): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    SELECT i.id, i.shop_id AS "shopId", i.kind, i.order_id AS "orderId",
      (SELECT reference::text FROM orders o WHERE o.id = i.order_id) AS reference, i.state,
      i.receiver->>'rfc' AS rfc, i.receiver->>'name' AS name, coalesce(${PAID_CENTS}, i.total_cents) AS "totalCents",
      i.payment_form AS "paymentForm", coalesce(i.series, '') || i.folio AS folio, i.period,
      upper(i.uuid::text) AS uuid, i.refusal_code AS "refusalCode", (${LAST_CANCEL_PROBLEM}) AS "cancelProblem",
      i.created_at AS "createdAt"
    FROM invoices i WHERE ${sql.join(conditionsOf(search), sql` AND `)}
    ORDER BY i.id DESC LIMIT ${limit}::int`.execute(db);
  return rows;
}

function conditionsOf({ shops, term, filter, kind, from, until, afterId }: InvoiceSearch): RawBuilder<unknown>[] {
  return [
    shops === "all" ? sql`true` : sql`i.shop_id = ANY (${shops}::uuid[])`,
    ...(term === "" ? [] : [searchCondition(term)]),
    ...(filter ? [FILTER_CONDITION[filter]] : []),
    ...(kind ? [sql`i.kind = ${kind}`] : []),
    ...(from ? [sql`i.created_at >= ${from}`] : []),
    ...(until ? [sql`i.created_at < ${until}`] : []),
    ...(afterId ? [sql`i.id < ${afterId}`] : []),
  ];
}

/** A number is matched against folios and order numbers. Any other text is searched in the document's own fields. */
function searchCondition(term: string): RawBuilder<unknown> {
  const number = term.replace(/^#/, "");
  if (/^\d{1,15}$/.test(number)) {
    return sql`(i.folio = ${number} OR i.order_id = (SELECT id FROM orders WHERE reference = ${number}::bigint))`;
  }
  return sql`invoice_words(i.receiver, i.series, i.folio, i.uuid) LIKE ${likePattern(term)}`;
}

/**
 * The other documents of the same sale, at most 50, oldest first: other attempts, substitutes, credit notes,
 * complements and deposits.
 */
export async function listRelatedInvoices(db: Queryable, { id, orderId, relatesToId }: Invoice) {
  const { rows } = await sql<
    Pick<InvoiceRow, "id" | "kind" | "state" | "folio" | "totalCents" | "createdAt"> & { relatesToId: string | null }
  >`
    SELECT i.id, i.kind, i.state, coalesce(i.series, '') || i.folio AS folio, coalesce(${PAID_CENTS}, i.total_cents) AS "totalCents",
      i.created_at AS "createdAt", i.relates_to_id AS "relatesToId"
    FROM invoices i
    WHERE i.id <> ${id} AND (i.order_id = ${orderId} OR i.relates_to_id = ${id} OR i.id = ${relatesToId})
    ORDER BY i.id LIMIT 50`.execute(db);
  return rows;
}

/** The orders of a global invoice, by number. */
export async function listOrdersOfGlobal(db: Queryable, invoiceId: string, limit: number) {
  const { rows } = await sql<{ id: string; reference: string; isStillDeclared: boolean }>`
    SELECT o.id, o.reference::text AS reference, g.is_live AS "isStillDeclared"
    FROM global_invoice_orders g JOIN orders o ON o.id = g.order_id WHERE g.invoice_id = ${invoiceId}
    ORDER BY o.reference LIMIT ${limit}::int`.execute(db);
  return rows;
}
