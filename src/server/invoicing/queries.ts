import { sql, type RawBuilder } from "kysely";
import type { TaxRow } from "../../domain/invoice-amounts.ts";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import type { CancelMotive, InvoiceKind, InvoiceState, PaymentPlan } from "../../domain/invoice-enums.ts";
import type { Queryable } from "../db/connect.ts";
import { hashToken } from "../sessions/token.ts";

/** A sealed document and its current state. */
export interface Invoice {
  id: string;
  shopId: string;
  kind: InvoiceKind;
  orderId: string | null;
  /** The order's number. Null for a global invoice. */
  reference: string | null;
  state: InvoiceState;
  receiver: Receiver;
  paymentForm: string;
  totalCents: number;
  /** Subtotal and discount are without VAT. The subtotal is before the discount. */
  subtotalCents: number;
  discountCents: number;
  taxes: TaxRow[];
  series: string | null;
  folio: string;
  /**
   * The days of a global invoice: as text, the first, the last, and SAT's code of the length. Null for other documents,
   * and for some global invoices from before decision 37.
   */
  period: string | null;
  periodFrom: string | null;
  periodTo: string | null;
  periodicity: string | null;
  sealedXml: string;
  issuedAt: Date;
  /** The key of the PAC. */
  provider: string;
  /** The number of calls to stamp it. */
  tries: number;
  /** Upper case, as SAT writes it. */
  uuid: string | null;
  xml: string | null;
  stampedAt: Date | null;
  refusalCode: string | null;
  refusalMessage: string | null;
  relatesToId: string | null;
  /** PPD: it is paid after it is issued, with a complement for each payment. */
  paymentPlan: PaymentPlan;
  /** What a payment complement states. Null for other documents. */
  paidCents: number | null;
  /** The deposit that this document applies. */
  depositId: string | null;
  /** The motive, time and problem of the last request to cancel the document, also if that request was refused. */
  cancelMotive: CancelMotive | null;
  cancelRequestedAt: Date | null;
  cancelProblem: string | null;
  /** A request to cancel the document is open. */
  isCancelOpen: boolean;
  cancelledAt: Date | null;
  email: string | null;
  actor: string;
  createdAt: Date;
}

const COLUMNS: RawBuilder<Invoice> = sql`
  i.id, i.shop_id AS "shopId", i.kind, i.order_id AS "orderId",
  (SELECT reference::text FROM orders o WHERE o.id = i.order_id) AS reference, i.state, i.receiver,
  i.payment_form AS "paymentForm", i.total_cents AS "totalCents", i.subtotal_cents AS "subtotalCents",
  i.discount_cents AS "discountCents", i.taxes, i.series, i.folio, i.period,
  i.period_from::text AS "periodFrom", i.period_to::text AS "periodTo", i.periodicity,
  i.sealed_xml AS "sealedXml", i.issued_at AS "issuedAt", i.provider, i.tries, upper(i.uuid::text) AS uuid, i.xml,
  i.stamped_at AS "stampedAt", i.refusal_code AS "refusalCode", i.refusal_message AS "refusalMessage",
  i.relates_to_id AS "relatesToId", i.payment_plan AS "paymentPlan", i.deposit_id AS "depositId",
  (SELECT ip.paid_cents FROM invoice_payments ip WHERE ip.complement_id = i.id) AS "paidCents",
  c.motive AS "cancelMotive", c.requested_at AS "cancelRequestedAt",
  c.problem AS "cancelProblem", c.id IS NOT NULL AND c.ended_at IS NULL AS "isCancelOpen",
  i.cancelled_at AS "cancelledAt", i.email, i.actor, i.created_at AS "createdAt"`;

/** Documents, each with its last request to cancel it. */
const INVOICES: RawBuilder<unknown> = sql`
  invoices i LEFT JOIN LATERAL (
    SELECT * FROM invoice_cancellations last WHERE last.invoice_id = i.id ORDER BY last.id DESC LIMIT 1) c ON true`;

export async function findInvoice(db: Queryable, id: string): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`SELECT ${COLUMNS} FROM ${INVOICES} WHERE i.id = ${id}`.execute(db);
  return rows[0];
}

/** The order's own valid or pending invoice. It does not find deposits, nor a global invoice that has the order. */
export async function findLiveInvoice(db: Queryable, orderId: string): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`
    SELECT ${COLUMNS} FROM ${INVOICES}
    WHERE i.order_id = ${orderId} AND i.kind = 'invoice' AND i.state IN ('stamping', 'stamped', 'cancelAsked')`.execute(
    db,
  );
  return rows[0];
}

/** The documents of a shop, or of one of its orders, newest first. */
export async function listInvoices(
  db: Queryable,
  { shopId, orderId, limit }: { shopId: string; orderId?: string; limit: number },
): Promise<Invoice[]> {
  const conditions = [sql`i.shop_id = ${shopId}`];
  if (orderId !== undefined) conditions.push(sql`i.order_id = ${orderId}`);
  const { rows } = await sql<Invoice>`
    SELECT ${COLUMNS} FROM ${INVOICES} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findInvoiceByUuid(db: Queryable, uuid: string): Promise<Invoice | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) return undefined;
  const { rows } = await sql<Invoice>`SELECT ${COLUMNS} FROM ${INVOICES} WHERE i.uuid = ${uuid}`.execute(db);
  return rows[0];
}

export async function lockInvoice(tx: Queryable, id: string): Promise<Invoice | undefined> {
  await sql`SELECT FROM invoices WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findInvoice(tx, id);
}

/**
 * Whether the document has valid or pending credit notes. They must be cancelled before it can be cancelled or
 * replaced.
 */
export async function hasCreditNotes(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM invoices WHERE relates_to_id = ${id} AND kind = 'creditNote' AND state NOT IN ('refused', 'cancelled')
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The valid or pending document that replaces this one. */
export async function findSubstitute(
  db: Queryable,
  id: string,
): Promise<{ id: string; state: InvoiceState } | undefined> {
  const { rows } = await sql<{ id: string; state: InvoiceState }>`
    SELECT id, state FROM invoices WHERE relates_to_id = ${id} AND kind <> 'creditNote'
      AND state IN ('stamping', 'stamped', 'cancelAsked') ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** The document that this one replaced, until SAT cancels that other one. Both are valid until then. */
export async function findReplacedInvoice(
  db: Queryable,
  { kind, relatesToId }: Pick<Invoice, "kind" | "relatesToId">,
): Promise<{ id: string } | undefined> {
  if (kind === "creditNote" || relatesToId === null) return undefined;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE id = ${relatesToId} AND state = 'replaced'`.execute(db);
  return rows[0];
}

/** Whether this is an unexpired key of the invoice, which opens its files. */
export async function isInvoiceKey(db: Queryable, invoiceId: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM invoice_keys
    WHERE key_hash = ${hashToken(key)} AND invoice_id = ${invoiceId} AND expires_at > now()`.execute(db);
  return rows.length > 0;
}
