import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { CancelMotive } from "../../domain/invoice-state.ts";
import type { InvoiceStanding } from "../adapters/pac/pac.ts";
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
 * Asks SAT to cancel a stamped invoice: without a relation (02), because nothing was sold (03), or a global one of which an
 * order gets an invoice of its own (04). With a substitute (01) it is `replaceInvoice`. The receiver of a large one has three
 * business days to refuse; until then it counts.
 */
export async function cancelInvoice(
  app: App,
  id: string,
  { motive, by }: { motive: CancelMotive; by: Actor },
): Promise<Invoice | CancelRefusal> {
  const asked = await transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (motive === "01" || (motive === "04") !== (invoice.kind === "global")) return refuse("cancel_motive_wrong");
    if (invoice.state !== "stamped") return refuse("invoice_not_cancellable");
    await sql`
      UPDATE invoices SET state = 'cancelAsked', cancel_motive = ${motive}, cancel_asked_at = now(), cancel_actor = ${by.name},
        cancel_problem = NULL, cancel_receipt = NULL, next_try_at = now() WHERE id = ${id}`.execute(tx);
    await logChange(tx, by, { act: "invoice-cancel", object: { kind: "invoice", id }, after: { motive } });
    return "asked" as const;
  });
  if (isRefusal(asked)) return asked;
  await followCancellation(app, id);
  return (await findInvoice(app.genericPlans, id))!;
}

/** How long until SAT is asked again whether the receiver has answered: three business days at most. */
const LOOK_AGAIN_MINUTES = 15;

/** SAT may need so long to see what was stamped: until then "205, not found" says nothing. */
const SEEN_WITHIN_HOURS = 72;

/**
 * Job: takes a cancellation as far as it goes now. It is asked for once, with a receipt; what became of it is looked up until
 * it is cancelled or refused. Done twice it asks SAT twice for the same, which changes nothing.
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
    if (isRefusal(csd)) return later(app, id, 5);
    const answer = await app.pac.cancel({
      ...facts,
      motive: invoice.cancelMotive ?? "01",
      replacedBy,
      signer: { certificate: csd.certificate, privateKey: csd.privateKey },
    });
    if (answer.outcome === "unknown") return later(app, id, 1);
    if (answer.outcome === "refused" && isTooFresh(invoice, answer.code)) return later(app, id, LOOK_AGAIN_MINUTES);
    if (answer.outcome === "refused") return keepLive(app, id, `${answer.code} ${answer.message}`);
    await sql`UPDATE invoices SET cancel_receipt = ${answer.receipt} WHERE id = ${id}`.execute(app.genericPlans);
  }
  await settle(app, id, await app.pac.standing(facts));
}

function isTooFresh({ stampedAt }: Invoice, code: string): boolean {
  return code === "205" && stampedAt !== null && Date.now() - stampedAt.getTime() < SEEN_WITHIN_HOURS * 3_600_000;
}

async function settle(app: App, id: string, { standing }: InvoiceStanding): Promise<void> {
  if (standing === "cancelled") return saveCancelled(app, id);
  if (standing === "rejected") return keepLive(app, id, "El receptor no aceptó la cancelación.");
  await later(app, id, standing === "requested" ? LOOK_AGAIN_MINUTES : 1);
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

/** It stays as it is; staff read why. One that was replaced stays replaced: its substitute is the order's invoice. */
async function keepLive(app: App, id: string, problem: string): Promise<void> {
  app.log.warn({ invoiceId: id }, "an invoice was not cancelled");
  await sql`
    UPDATE invoices SET cancel_problem = ${problem.slice(0, 500)}, cancel_receipt = NULL,
      state = CASE state WHEN 'cancelAsked' THEN 'stamped' ELSE state END,
      next_try_at = 'infinity'
    WHERE id = ${id} AND state IN ('cancelAsked', 'replaced')`.execute(app.genericPlans);
}

async function later(app: App, id: string, minutes: number): Promise<void> {
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

/** The last eight characters of the seal: SAT's status service wants them. */
function sealEnd(xml: string): string {
  return (/\bSello="([^"]+)"/.exec(xml)?.[1] ?? "").slice(-8);
}

/** Marks one as taken the place of; within the transaction that seals its substitute. */
export async function markReplaced(tx: Tx, id: string, actor: string): Promise<void> {
  await sql`
    UPDATE invoices SET state = 'replaced', cancel_motive = '01', cancel_asked_at = now(), cancel_actor = ${actor},
      cancel_problem = NULL, cancel_receipt = NULL, next_try_at = now() WHERE id = ${id}`.execute(tx);
}

/** Job, every minute: cancellations that are under way. */
export async function scheduleCancellations(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("cancel_invoice", { invoiceId: sql`id` }, { key: sql`'cancel_invoice ' || id` })}
    FROM invoices WHERE state IN ('replaced', 'cancelAsked') AND next_try_at <= clock_timestamp()`.execute(app.db);
}
