import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { Pac, StampAnswer } from "../adapters/pac/pac.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { readStamp, type Stamp } from "../cfdi/stamp.ts";
import { getAttemptId } from "./attempt-id.ts";
import { endCancellation } from "./cancellations.ts";
import { pacOf } from "./pac-of.ts";
import { findInvoice, lockInvoice, type Invoice } from "./queries.ts";
import { enqueueInvoiceEmail } from "./send-invoice.ts";
import { enqueue, jobSql } from "../jobs/enqueue.ts";

/** The document `invoiceId` is sealed, and the PAC has not answered yet. */
export type PendingStampRefusal = Refusal<"invoice_pending"> & { invoiceId: string };

export type StampRefusal = PendingStampRefusal | (Refusal<"invoice_refused"> & { code: string; message: string });

/** How long the claim of one process to call the PAC is valid, in seconds: longer than a call may take. */
const CLAIM_S = 40;
/** How long a caller waits for the result of another process's call or of a job, in milliseconds. */
const WAIT_MS = 20_000;
const POLL_MS = 250;

/**
 * Asks the PAC to stamp a sealed document and stores the answer. One process calls at a time. The others wait for its
 * result, at most WAIT_MS. A repeated call returns the first stamp, because the document is the same to the byte.
 * Without an answer, or without an account at the document's PAC, the document stays `stamping`, and a job calls again.
 */
export async function stampInvoice(app: App, id: string): Promise<Invoice | StampRefusal> {
  const deadlineMs = Date.now() + WAIT_MS;
  do {
    const invoice = await findInvoice(app.genericPlanDb, id);
    if (!invoice) throw new Error("no such invoice");
    if (invoice.state !== "stamping") return outcomeOf(invoice);
    // Always the PAC of the first call: only that PAC knows whether it has stamped the document.
    const pac = pacOf(app, invoice);
    if (!pac) return pendingRefusal(id);
    if (await claimCall(app, id)) return requestStamp(app, pac, invoice);
    await sleep(POLL_MS);
  } while (Date.now() < deadlineMs);
  return pendingRefusal(id);
}

const pendingRefusal = (invoiceId: string): PendingStampRefusal => ({ ...refuse("invoice_pending"), invoiceId });

/**
 * Claims and counts the call to the PAC for this process. False if another process has the claim, or the document is no
 * longer pending.
 */
async function claimCall(app: App, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE invoices SET pac_call_expires_at = clock_timestamp() + ${CLAIM_S}::int * interval '1 second', tries = tries + 1,
      next_try_at = clock_timestamp() + least(3600, 45 * power(2, least(tries, 10))) * interval '1 second'
    WHERE id = ${id} AND state = 'stamping' AND (pac_call_expires_at IS NULL OR pac_call_expires_at < clock_timestamp())`.execute(
    app.genericPlanDb,
  );
  return numAffectedRows === 1n;
}

async function requestStamp(app: App, pac: Pac, invoice: Invoice): Promise<Invoice | StampRefusal> {
  const attemptId = await getAttemptId(app.genericPlanDb, invoice.id);
  const answer = await pac.stamp({ xml: invoice.sealedXml, attemptId });
  const storedInvoice = await applyAnswer(app, invoice, answer);
  return storedInvoice ? outcomeOf(storedInvoice) : pendingRefusal(invoice.id);
}

/** Stores the PAC's answer. Undefined if the outcome is unknown. */
async function applyAnswer(app: App, invoice: Invoice, answer: StampAnswer): Promise<Invoice | undefined> {
  if (answer.outcome === "stamped") {
    const stampedDocument = readStamp(answer.xml);
    if (!isRefusal(stampedDocument)) return saveStamp(app, invoice, answer.xml, stampedDocument.stamp);
    app.log.error({ invoiceId: invoice.id, reason: stampedDocument.refused }, "the PAC's stamped document is unusable");
  }
  if (answer.outcome === "refused" && !isPossiblyStamped(invoice, answer.code))
    return saveRefusal(app, invoice, answer);
  await sql`UPDATE invoices SET pac_call_expires_at = NULL WHERE id = ${invoice.id}`.execute(app.genericPlanDb);
  const reason = answer.outcome === "unknown" ? answer.reason : answer.outcome;
  app.log.warn({ invoiceId: invoice.id, reason }, "the outcome at the PAC is unknown; the call is repeated later");
  return undefined;
}

/**
 * Whether an earlier call, whose answer was lost, may have stamped the document in spite of this refusal: the refusal
 * is only about the current date or certificate.
 */
function isPossiblyStamped({ tries }: Invoice, code: string): boolean {
  return tries > 0 && ["401", "304", "305", "402"].includes(code);
}

async function saveStamp(app: App, { id }: Invoice, xml: string, stamp: Stamp): Promise<Invoice> {
  return transact(app.db, async (tx) => {
    const invoice = (await lockInvoice(tx, id))!;
    if (invoice.state !== "stamping") return invoice;
    await sql`
      UPDATE invoices SET state = 'stamped', uuid = ${stamp.uuid}, xml = ${xml}, stamped_at = now(), pac_call_expires_at = NULL
      WHERE id = ${id}`.execute(tx);
    if (invoice.email) await enqueueInvoiceEmail(tx, id, { recipient: invoice.email, isByStaff: false });
    // The replaced invoice is cancelled only after its substitute is stamped (SAT's filling guide, question 42).
    if (invoice.relatesToId && invoice.kind !== "creditNote") {
      const invoiceId = invoice.relatesToId;
      await enqueue(tx, "cancel_invoice", { invoiceId }, { key: `cancel_invoice ${invoiceId}` });
    }
    return (await findInvoice(tx, id))!;
  });
}

async function saveRefusal(
  app: App,
  { id }: Invoice,
  { code, message }: { code: string; message: string },
): Promise<Invoice> {
  app.log.warn({ invoiceId: id, code }, "the PAC refused an invoice");
  return transact(app.db, async (tx) => {
    const invoice = (await lockInvoice(tx, id))!;
    if (invoice.state !== "stamping") return invoice;
    await sql`
      UPDATE invoices SET state = 'refused', refusal_code = ${code}, refusal_message = ${message}, pac_call_expires_at = NULL
      WHERE id = ${id}`.execute(tx);
    await sql`UPDATE global_invoice_orders SET is_live = false WHERE invoice_id = ${id}`.execute(tx);
    // The document that it should have replaced is the current document of its orders again.
    if (invoice.relatesToId && invoice.kind !== "creditNote") {
      await endCancellation(tx, invoice.relatesToId, "notSent");
      await sql`UPDATE invoices SET state = 'stamped' WHERE id = ${invoice.relatesToId} AND state = 'replaced'`.execute(
        tx,
      );
      await sql`UPDATE global_invoice_orders SET is_live = true WHERE invoice_id = ${invoice.relatesToId}`.execute(tx);
    }
    return (await findInvoice(tx, id))!;
  });
}

/** Enqueues the stamping job, which the job worker executes, and waits for the result, at most WAIT_MS. */
export async function enqueueStampAndWait(app: App, id: string): Promise<Invoice | StampRefusal> {
  await enqueue(app.db, "stamp_invoice", { invoiceId: id }, { key: `stamp_invoice ${id}` });
  const deadlineMs = Date.now() + WAIT_MS;
  while (Date.now() < deadlineMs) {
    const invoice = await findInvoice(app.genericPlanDb, id);
    if (invoice && invoice.state !== "stamping") return outcomeOf(invoice);
    await sleep(POLL_MS);
  }
  return pendingRefusal(id);
}

function outcomeOf(invoice: Invoice): Invoice | StampRefusal {
  if (invoice.state === "stamping") return pendingRefusal(invoice.id);
  if (invoice.state !== "refused") return invoice;
  return { ...refuse("invoice_refused"), code: invoice.refusalCode ?? "", message: invoice.refusalMessage ?? "" };
}

/** Job, every minute: enqueues the documents whose outcome is unknown and that are due. */
export async function scheduleStamps(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("stamp_invoice", { invoiceId: sql`id` }, { key: sql`'stamp_invoice ' || id` })}
    FROM invoices WHERE state = 'stamping' AND next_try_at <= clock_timestamp()`.execute(app.db);
}
