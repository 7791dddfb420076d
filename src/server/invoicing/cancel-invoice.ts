import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { CancelMotive } from "../../domain/invoice-state.ts";
import type { SatStatus } from "../adapters/pac/pac.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { openStoredCsd } from "./csd-store.ts";
import { findIssuer } from "./issuers.ts";
import { findInvoice, lockInvoice, type Invoice } from "./queries.ts";
import { queueCancelledMail } from "./send-invoice.ts";
import { jobSql } from "../jobs/enqueue.ts";

export type CancelRefusal = Refusal<"invoice_not_found" | "invoice_not_cancellable" | "cancel_motive_wrong">;

/**
 * Asks SAT to cancel a stamped invoice: with errors and no substitute (02), because nothing was sold (03), or a
 * global invoice that contains an order which gets its own invoice (04). Cancelling with a substitute (01) is
 * `replaceInvoice`. For large amounts the receiver has three business days to reject the cancellation. The invoice
 * stays valid until then.
 */
export async function cancelInvoice(
  app: App,
  id: string,
  { motive, by }: { motive: CancelMotive; by: Actor },
): Promise<Invoice | CancelRefusal> {
  const requested = await transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (motive === "01" || (motive === "04") !== (invoice.kind === "global")) return refuse("cancel_motive_wrong");
    if (invoice.state !== "stamped") return refuse("invoice_not_cancellable");
    await sql`
      UPDATE invoices SET state = 'cancelAsked', cancel_motive = ${motive}, cancel_asked_at = now(), cancel_actor = ${by.name},
        cancel_problem = NULL, cancel_receipt = NULL, next_try_at = now() WHERE id = ${id}`.execute(tx);
    await logChange(tx, by, { act: "invoice-cancel", object: { kind: "invoice", id }, after: { motive } });
    return "requested" as const;
  });
  if (isRefusal(requested)) return requested;
  await followCancellation(app, id);
  return (await findInvoice(app.genericPlans, id))!;
}

/** How often SAT is asked whether the receiver has answered. The receiver has three business days at most. */
const RECHECK_MINUTES = 15;

/** SAT may need this long to list a new stamp. Until then its answer 205 ("not found") proves nothing. */
const SAT_DELAY_HOURS = 72;

/**
 * Job: advances a cancellation as far as it can go now. The request is sent once and its receipt is stored. After
 * that the status is polled until the invoice is cancelled or the cancellation is rejected. Sending the request twice
 * changes nothing.
 */
export async function followCancellation(app: App, id: string): Promise<void> {
  const invoice = await findInvoice(app.genericPlans, id);
  if (!invoice?.uuid || (invoice.state !== "cancelAsked" && invoice.state !== "replaced")) return;
  if (!app.pac || app.pac.key !== invoice.provider) return;
  const issuer = await findIssuer(app.genericPlans, invoice.shopId);
  if (!issuer) return;
  const facts = {
    issuerRfc: issuer.rfc,
    receiverRfc: invoice.receiver.rfc,
    uuid: invoice.uuid,
    totalCents: invoice.totalCents,
    sealEnd: sealEnd(invoice.sealedXml),
  };
  if (invoice.cancelReceipt === null) {
    const replacedBy = invoice.state === "replaced" ? await uuidOfSubstitute(app, id) : null;
    if (invoice.state === "replaced" && replacedBy === null) return;
    const csd = await openStoredCsd(app, issuer);
    if (isRefusal(csd)) return retryLater(app, id, 5);
    const answer = await app.pac.cancel({
      ...facts,
      motive: invoice.cancelMotive ?? "01",
      replacedBy,
      signer: { certificate: csd.certificate, privateKey: csd.privateKey },
    });
    if (answer.outcome === "unknown") return retryLater(app, id, 1);
    if (answer.outcome === "refused" && isTooFresh(invoice, answer.code)) return retryLater(app, id, RECHECK_MINUTES);
    if (answer.outcome === "refused") return saveCancelProblem(app, id, `${answer.code} ${answer.message}`);
    await sql`UPDATE invoices SET cancel_receipt = ${answer.receipt} WHERE id = ${id}`.execute(app.genericPlans);
  }
  await applySatStatus(app, id, await app.pac.getSatStatus(facts));
}

function isTooFresh({ stampedAt }: Invoice, code: string): boolean {
  return code === "205" && stampedAt !== null && Date.now() - stampedAt.getTime() < SAT_DELAY_HOURS * 3_600_000;
}

async function applySatStatus(app: App, id: string, { status }: SatStatus): Promise<void> {
  if (status === "cancelled") return saveCancelled(app, id);
  if (status === "rejected") return saveCancelProblem(app, id, "El receptor no aceptó la cancelación.");
  await retryLater(app, id, status === "requested" ? RECHECK_MINUTES : 1);
}

async function saveCancelled(app: App, id: string): Promise<void> {
  await transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (invoice?.state !== "cancelAsked" && invoice?.state !== "replaced") return;
    await sql`UPDATE invoices SET state = 'cancelled', cancelled_at = now(), cancel_problem = NULL WHERE id = ${id}`.execute(
      tx,
    );
    await sql`UPDATE invoice_orders SET is_live = false WHERE invoice_id = ${id}`.execute(tx);
    if (invoice.email) await queueCancelledMail(tx, id, invoice.email);
  });
}

/**
 * The invoice stays valid, and staff see the reason. A replaced invoice stays replaced: its substitute is the order's
 * invoice.
 */
async function saveCancelProblem(app: App, id: string, problem: string): Promise<void> {
  app.log.warn({ invoiceId: id }, "an invoice was not cancelled");
  await sql`
    UPDATE invoices SET cancel_problem = ${problem.slice(0, 500)}, cancel_receipt = NULL,
      state = CASE state WHEN 'cancelAsked' THEN 'stamped' ELSE state END,
      next_try_at = 'infinity'
    WHERE id = ${id} AND state IN ('cancelAsked', 'replaced')`.execute(app.genericPlans);
}

async function retryLater(app: App, id: string, minutes: number): Promise<void> {
  await sql`UPDATE invoices SET next_try_at = now() + ${minutes}::int * interval '1 minute' WHERE id = ${id}`.execute(
    app.genericPlans,
  );
}

async function uuidOfSubstitute(app: App, id: string): Promise<string | null> {
  const { rows } = await sql<{ uuid: string }>`
    SELECT upper(uuid::text) AS uuid FROM invoices
    WHERE relates_to_id = ${id} AND kind <> 'creditNote' AND state IN ('stamped', 'cancelAsked')`.execute(
    app.genericPlans,
  );
  return rows[0]?.uuid ?? null;
}

/** The last eight characters of the seal. SAT's status service requires them. */
function sealEnd(xml: string): string {
  return (/\bSello="([^"]+)"/.exec(xml)?.[1] ?? "").slice(-8);
}

/** Marks an invoice as replaced, in the transaction that seals its substitute. */
export async function markReplaced(tx: Tx, id: string, actor: string): Promise<void> {
  await sql`
    UPDATE invoices SET state = 'replaced', cancel_motive = '01', cancel_asked_at = now(), cancel_actor = ${actor},
      cancel_problem = NULL, cancel_receipt = NULL, next_try_at = now() WHERE id = ${id}`.execute(tx);
}

/** Job, every minute: enqueues the cancellations in progress that are due. */
export async function scheduleCancellations(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("cancel_invoice", { invoiceId: sql`id` }, { key: sql`'cancel_invoice ' || id` })}
    FROM invoices WHERE state IN ('replaced', 'cancelAsked') AND next_try_at <= clock_timestamp()`.execute(app.db);
}
