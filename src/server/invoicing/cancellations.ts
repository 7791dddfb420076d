import { sql } from "kysely";
import type { CancelMotive } from "../../domain/invoice-enums.ts";
import type { Queryable, Tx } from "../db/connect.ts";

/**
 * How a request to cancel ended. `rejected`: by the receiver. `refused`: by SAT or the PAC. `notSent`: the PAC refused
 * the substitute.
 */
export type CancelOutcome = "cancelled" | "rejected" | "refused" | "notSent";

/** A request to cancel a document. Every request stays stored, with SAT's receipt (acuse) if the PAC returned one. */
export interface Cancellation {
  id: number;
  motive: CancelMotive;
  /** The id of the document that replaces this one. Null without a substitute. */
  replacedBy: string | null;
  /** The substitute's UUID. Null until it is stamped. */
  replacedByUuid: string | null;
  requestedAt: Date;
  actor: string;
  hasReceipt: boolean;
  /** When the PAC confirmed that SAT has the request. The receiver's three business days begin at about that time. */
  receivedAt: Date | null;
  /** Null while the request is open. */
  outcome: CancelOutcome | null;
  /** Why the document was not cancelled. While the request is open: why it is not sent yet. */
  problem: string | null;
  endedAt: Date | null;
}

/** The requests to cancel a document, newest first. */
export async function listCancellations(db: Queryable, invoiceId: string): Promise<Cancellation[]> {
  const { rows } = await sql<Cancellation>`
    SELECT c.id, c.motive, c.substitute_invoice_id AS "replacedBy",
      (SELECT upper(s.uuid::text) FROM invoices s WHERE s.id = c.substitute_invoice_id) AS "replacedByUuid",
      c.requested_at AS "requestedAt", c.actor, c.receipt IS NOT NULL AS "hasReceipt", c.received_at AS "receivedAt", c.outcome,
      c.problem, c.ended_at AS "endedAt"
    FROM invoice_cancellations c WHERE c.invoice_id = ${invoiceId} ORDER BY c.id DESC`.execute(db);
  return rows;
}

/** The receipt (acuse) of one request to cancel this document. */
export async function findCancellationReceipt(db: Queryable, invoiceId: string, id: number): Promise<string | null> {
  const row = await db
    .selectFrom("invoice_cancellations")
    .select("receipt")
    .where("invoice_id", "=", invoiceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.receipt ?? null;
}

/**
 * Opens a request to cancel, in the transaction that changes the document's state. The job `advanceCancellation` sends
 * it.
 */
export async function openCancellation(
  tx: Tx,
  invoiceId: string,
  { motive, replacedBy, actor }: { motive: CancelMotive; replacedBy: string | null; actor: string },
): Promise<void> {
  await tx
    .insertInto("invoice_cancellations")
    .values({ invoice_id: invoiceId, motive, substitute_invoice_id: replacedBy, actor })
    .execute();
  await tx
    .updateTable("invoices")
    .set({ next_try_at: sql`now()` })
    .where("id", "=", invoiceId)
    .execute();
}

/** Stores that SAT has received this open request, with SAT's receipt if the PAC returned one. */
export async function saveRequestReceived(db: Queryable, id: number, receipt: string | null): Promise<void> {
  await sql`
    UPDATE invoice_cancellations SET receipt = ${receipt}, received_at = now(), problem = NULL
    WHERE id = ${id} AND received_at IS NULL AND ended_at IS NULL`.execute(db);
}

/** Stores for staff why an open request is not sent yet. */
export async function saveUnsentProblem(db: Queryable, id: number, problem: string): Promise<void> {
  await sql`
    UPDATE invoice_cancellations SET problem = ${problem}
    WHERE id = ${id} AND received_at IS NULL AND ended_at IS NULL`.execute(db);
}

/** Makes the unsent requests with a problem due now, after the shop stored a new CSD. */
export async function makeCancellationsDue(tx: Tx, shopId: string): Promise<void> {
  await sql`
    UPDATE invoices i SET next_try_at = now() FROM invoice_cancellations c
    WHERE c.invoice_id = i.id AND c.ended_at IS NULL AND c.received_at IS NULL AND c.problem IS NOT NULL
      AND i.shop_id = ${shopId} AND i.state IN ('cancelAsked', 'replaced')`.execute(tx);
}

/** Ends the open request of a document. False if none is open: another process ended it. */
export async function endCancellation(
  tx: Tx,
  invoiceId: string,
  outcome: CancelOutcome,
  problem: string | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE invoice_cancellations SET outcome = ${outcome}, problem = ${problem?.slice(0, 500) ?? null}, ended_at = now()
    WHERE invoice_id = ${invoiceId} AND ended_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}
