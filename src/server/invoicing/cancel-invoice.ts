import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { CancelMotive } from "../../domain/invoice-enums.ts";
import type { SatStatus } from "../adapters/pac/pac.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import {
  endCancellation,
  listCancellations,
  openCancellation,
  saveUnsentProblem,
  saveRequestReceived,
} from "./cancellations.ts";
import { openStoredCsd } from "./csd-store.ts";
import { checkDependents } from "./check-dependents.ts";
import { findIssuer } from "./issuers.ts";
import { pacOf } from "./pac-of.ts";
import {
  findInvoice,
  findLiveInvoice,
  findReplacedInvoice,
  hasCreditNotes,
  lockInvoice,
  type Invoice,
} from "./queries.ts";
import { enqueueInvoiceCancelledEmail } from "./send-invoice.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { lockOrder } from "../orders/move-order.ts";

export type CancelRefusal = Refusal<
  | "invoice_not_found"
  | "invoice_not_cancellable"
  | "invoice_has_credit_notes"
  | "invoice_has_payments"
  | "invoice_applies_deposit"
  | "replacement_unsettled"
  | "cancel_motive_wrong"
  | "note_of_invoiced_order"
>;

/**
 * Asks SAT to cancel a stamped document: because it has errors and gets no substitute (02), because nothing was sold
 * (03), or because it is a global invoice with an order that gets its own invoice (04). `replaceInvoice` cancels with a
 * substitute (01). For large amounts the receiver has three business days to reject the cancellation. The document
 * stays valid until then. A document with credit notes or other documents that depend on it is refused: they are
 * cancelled first.
 */
export async function cancelInvoice(
  app: App,
  id: string,
  { motive, by }: { motive: CancelMotive; by: Actor },
): Promise<Invoice | CancelRefusal> {
  const outcome = await transact(app.db, async (tx) => {
    const invoiceBeforeLock = await findInvoice(tx, id);
    // All code that makes an invoice, a complement or a credit note of the order locks the order first.
    if (invoiceBeforeLock?.orderId) await lockOrder(tx, invoiceBeforeLock.orderId);
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (motive === "01" || (motive === "04") !== (invoice.kind === "global")) return refuse("cancel_motive_wrong");
    if (invoice.state !== "stamped") return refuse("invoice_not_cancellable");
    if (await hasCreditNotes(tx, id)) return refuse("invoice_has_credit_notes");
    const refusal = await checkDependents(tx, invoice);
    if (refusal) return refusal;
    if (await findReplacedInvoice(tx, invoice)) return refuse("replacement_unsettled");
    if (await isOrderInvoicedInstead(tx, invoice)) return refuse("note_of_invoiced_order");
    await sql`UPDATE invoices SET state = 'cancelAsked' WHERE id = ${id}`.execute(tx);
    await openCancellation(tx, id, { motive, replacedBy: null, actor: by.name });
    await logChange(tx, by, { action: "invoice-cancel", object: { kind: "invoice", id }, after: { motive } });
    return "requested" as const;
  });
  if (isRefusal(outcome)) return outcome;
  await advanceCancellation(app, id);
  return (await findInvoice(app.genericPlanDb, id))!;
}

/** How often SAT is asked for the receiver's answer. The receiver has at most three business days. */
const RECHECK_MINUTES = 15;

/** For staff: SAT accepts a cancellation only with the issuer's valid CSD. */
const CSD_EXPIRED =
  "El sello (CSD) de la tienda venció, y el SAT lo pide para cancelar. Sube uno vigente: la cancelación sale sola.";
const CSD_UNUSABLE =
  "El sello (CSD) de la tienda no se puede usar, y el SAT lo pide para cancelar. Súbelo otra vez: la cancelación sale sola.";

/** SAT may need this long to list a new stamp. Until then its answer 205 ("not found") proves nothing. */
const SAT_DELAY_HOURS = 72;

/**
 * Job: advances a cancellation as far as it can go now. The request is sent until the PAC confirms that SAT has it.
 * After that the status is polled until the invoice is cancelled or the cancellation is rejected. Sending the request
 * twice changes nothing.
 */
export async function advanceCancellation(app: App, id: string): Promise<void> {
  const invoice = await findInvoice(app.genericPlanDb, id);
  if (!invoice?.uuid || (invoice.state !== "cancelAsked" && invoice.state !== "replaced")) return;
  const [request] = await listCancellations(app.genericPlanDb, id);
  if (!request || request.endedAt !== null) return;
  const pac = pacOf(app, invoice);
  if (!pac) return;
  const issuer = await findIssuer(app.genericPlanDb, invoice.shopId);
  if (!issuer) return;
  const satIdentity = {
    issuerRfc: issuer.rfc,
    receiverRfc: invoice.receiver.rfc,
    uuid: invoice.uuid,
    totalCents: invoice.totalCents,
    sealEnd: readSealEnd(invoice.sealedXml),
  };
  if (request.receivedAt === null) {
    // The substitute is stamped first.
    if (request.motive === "01" && request.replacedByUuid === null) return;
    const csd = await openStoredCsd(app, issuer);
    if (isRefusal(csd)) {
      await saveUnsentProblem(app.genericPlanDb, request.id, csd.reason === "csd_expired" ? CSD_EXPIRED : CSD_UNUSABLE);
      return retryLater(app, id, 5);
    }
    const answer = await pac.cancel({
      ...satIdentity,
      motive: request.motive,
      replacedBy: request.replacedByUuid,
      signer: { certificate: csd.certificate, privateKey: csd.privateKey },
    });
    if (answer.outcome === "unknown") return retryLater(app, id, 1);
    if (answer.outcome === "refused" && mayNotBeListedYet(invoice, answer.code))
      return retryLater(app, id, RECHECK_MINUTES);
    if (answer.outcome === "refused") return saveNotCancelled(app, id, "refused", `${answer.code} ${answer.message}`);
    await saveRequestReceived(app.genericPlanDb, request.id, answer.receipt);
  }
  await applySatStatus(app, id, await pac.getSatStatus(satIdentity));
}

function mayNotBeListedYet({ stampedAt }: Invoice, code: string): boolean {
  return code === "205" && stampedAt !== null && Date.now() - stampedAt.getTime() < SAT_DELAY_HOURS * 3_600_000;
}

async function applySatStatus(app: App, id: string, { status }: SatStatus): Promise<void> {
  if (status === "cancelled") return saveCancelled(app, id);
  if (status === "rejected") return saveNotCancelled(app, id, "rejected", "El receptor no aceptó la cancelación.");
  await retryLater(app, id, status === "requested" ? RECHECK_MINUTES : 1);
}

/**
 * Marks the document as cancelled, and queues the email about it. If it was a substitute, and the cancellation of the
 * replaced invoice had failed, the replaced invoice becomes the order's invoice again. If it was a credit note that
 * took an order out of its global invoice, the order is put back into it.
 */
async function saveCancelled(app: App, id: string): Promise<void> {
  await transact(app.db, async (tx) => {
    const invoiceBeforeLock = await findInvoice(tx, id);
    // All code locks an older document before its substitute.
    const replacedInvoice = invoiceBeforeLock && (await findReplacedInvoice(tx, invoiceBeforeLock));
    if (replacedInvoice) await lockInvoice(tx, replacedInvoice.id);
    const invoice = await lockInvoice(tx, id);
    if (invoice?.state !== "cancelAsked" && invoice?.state !== "replaced") return;
    if (!(await endCancellation(tx, id, "cancelled"))) return;
    await sql`UPDATE invoices SET state = 'cancelled', cancelled_at = now() WHERE id = ${id}`.execute(tx);
    await sql`UPDATE global_invoice_orders SET is_live = false WHERE invoice_id = ${id}`.execute(tx);
    if (invoice.kind === "creditNote") await putOrderBackIntoGlobal(tx, id);
    if (invoice.state === "cancelAsked" && replacedInvoice) {
      await sql`UPDATE invoices SET state = 'stamped' WHERE id = ${replacedInvoice.id} AND state = 'replaced'`.execute(
        tx,
      );
      await sql`UPDATE global_invoice_orders SET is_live = true WHERE invoice_id = ${replacedInvoice.id}`.execute(tx);
    }
    if (invoice.email) await enqueueInvoiceCancelledEmail(tx, id, invoice.email);
  });
}

/**
 * Whether this credit note took an order out of its global invoice, and the order's own invoice exists or is being
 * made.
 */
async function isOrderInvoicedInstead(tx: Tx, { id, kind, orderId }: Invoice): Promise<boolean> {
  if (kind !== "creditNote" || orderId === null) return false;
  const { rows } = await sql<{ isOpen: boolean }>`
    SELECT ended_at IS NULL AS "isOpen" FROM own_invoice_requests WHERE credit_note_id = ${id}`.execute(tx);
  return rows.length > 0 && (rows[0]!.isOpen || (await findLiveInvoice(tx, orderId)) !== undefined);
}

/** Puts the order that this credit note took out of its global invoice back into it. */
async function putOrderBackIntoGlobal(tx: Tx, noteId: string): Promise<void> {
  await sql`
    UPDATE global_invoice_orders g SET is_live = true FROM own_invoice_requests r, invoices i
    WHERE r.credit_note_id = ${noteId} AND g.invoice_id = r.global_invoice_id AND g.order_id = r.order_id
      AND i.id = g.invoice_id AND i.state = 'stamped'`.execute(tx);
}

/**
 * Ends a request to cancel without success. The invoice stays valid, and staff see the reason. A replaced invoice stays
 * replaced: its substitute is the order's invoice. Both are valid until staff request the cancellation again or keep
 * the replaced invoice (`settle-replacement.ts`).
 */
async function saveNotCancelled(app: App, id: string, outcome: "rejected" | "refused", problem: string): Promise<void> {
  app.log.warn({ invoiceId: id, outcome }, "an invoice was not cancelled");
  await transact(app.db, async (tx) => {
    await lockInvoice(tx, id);
    if (!(await endCancellation(tx, id, outcome, problem))) return;
    await sql`
      UPDATE invoices SET state = CASE state WHEN 'cancelAsked' THEN 'stamped' ELSE state END, next_try_at = 'infinity'
      WHERE id = ${id} AND state IN ('cancelAsked', 'replaced')`.execute(tx);
  });
}

async function retryLater(app: App, id: string, minutes: number): Promise<void> {
  await sql`UPDATE invoices SET next_try_at = now() + ${minutes}::int * interval '1 minute' WHERE id = ${id}`.execute(
    app.genericPlanDb,
  );
}

/** The last eight characters of the seal. SAT's status service requires them. */
function readSealEnd(xml: string): string {
  return (/\bSello="([^"]+)"/.exec(xml)?.[1] ?? "").slice(-8);
}

/** Job, every minute: enqueues the cancellations in progress that are due. */
export async function scheduleCancellations(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("cancel_invoice", { invoiceId: sql`id` }, { key: sql`'cancel_invoice ' || id` })}
    FROM invoices WHERE state IN ('replaced', 'cancelAsked') AND next_try_at <= clock_timestamp()`.execute(app.db);
}
