import { sql, type RawBuilder } from "kysely";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import type { CancelMotive, InvoiceKind, InvoiceState } from "../../domain/invoice-state.ts";
import type { Queryable } from "../db/connect.ts";
import { hashToken } from "../sessions/token.ts";

/** A sealed document and its current state. */
export interface Invoice {
  id: string;
  shopId: string;
  kind: InvoiceKind;
  orderId: string | null;
  /** The order's number for people. Null for a global invoice. */
  reference: string | null;
  state: InvoiceState;
  receiver: Receiver;
  paymentForm: string;
  totalCents: number;
  series: string | null;
  folio: string;
  period: string | null;
  sealedXml: string;
  issuedAt: Date;
  provider: string;
  tries: number;
  /** Upper case, as SAT writes it. */
  uuid: string | null;
  xml: string | null;
  stampedAt: Date | null;
  refusalCode: string | null;
  refusalMessage: string | null;
  relatesToId: string | null;
  cancelMotive: CancelMotive | null;
  cancelAskedAt: Date | null;
  cancelProblem: string | null;
  /** SAT's receipt (acuse) of the cancellation request. */
  cancelReceipt: string | null;
  cancelledAt: Date | null;
  email: string | null;
  actor: string;
  createdAt: Date;
}

const COLUMNS: RawBuilder<Invoice> = sql`
  i.id, i.shop_id AS "shopId", i.kind, i.order_id AS "orderId",
  (SELECT reference::text FROM orders o WHERE o.id = i.order_id) AS reference, i.state, i.receiver,
  i.payment_form AS "paymentForm", i.total_cents AS "totalCents", i.series, i.folio, i.period,
  i.sealed_xml AS "sealedXml", i.issued_at AS "issuedAt", i.provider, i.tries, upper(i.uuid::text) AS uuid, i.xml,
  i.stamped_at AS "stampedAt", i.refusal_code AS "refusalCode", i.refusal_message AS "refusalMessage",
  i.relates_to_id AS "relatesToId", i.cancel_motive AS "cancelMotive", i.cancel_asked_at AS "cancelAskedAt",
  i.cancel_problem AS "cancelProblem", i.cancel_receipt AS "cancelReceipt", i.cancelled_at AS "cancelledAt", i.email, i.actor, i.created_at AS "createdAt"`;

export async function findInvoice(db: Queryable, id: string): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`SELECT ${COLUMNS} FROM invoices i WHERE i.id = ${id}`.execute(db);
  return rows[0];
}

/** The order's valid or pending invoice. Undefined if the order is not invoiced. */
export async function findLiveInvoice(db: Queryable, orderId: string): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`
    SELECT ${COLUMNS} FROM invoices i
    WHERE i.order_id = ${orderId} AND i.kind = 'invoice' AND i.state IN ('stamping', 'stamped', 'cancelAsked')`.execute(
    db,
  );
  return rows[0];
}

/** Invoices of a shop, newest first; of one order, or of all. */
export async function listInvoices(
  db: Queryable,
  { shopId, orderId, states, limit }: { shopId: string; orderId?: string; states?: InvoiceState[]; limit: number },
): Promise<Invoice[]> {
  const conditions = [sql`i.shop_id = ${shopId}`];
  if (orderId !== undefined) conditions.push(sql`i.order_id = ${orderId}`);
  if (states !== undefined) conditions.push(sql`i.state = ANY (${states})`);
  const { rows } = await sql<Invoice>`
    SELECT ${COLUMNS} FROM invoices i WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findInvoiceByUuid(db: Queryable, uuid: string): Promise<Invoice | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) return undefined;
  const { rows } = await sql<Invoice>`SELECT ${COLUMNS} FROM invoices i WHERE i.uuid = ${uuid}`.execute(db);
  return rows[0];
}

export async function lockInvoice(tx: Queryable, id: string): Promise<Invoice | undefined> {
  await sql`SELECT FROM invoices WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findInvoice(tx, id);
}

/** Whether this key, issued with the invoice, still opens its files. */
export async function isInvoiceKey(db: Queryable, invoiceId: string, key: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM invoice_keys
    WHERE key_hash = ${hashToken(key)} AND invoice_id = ${invoiceId} AND expires_at > now()`.execute(db);
  return rows.length > 0;
}
