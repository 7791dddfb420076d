import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { StampAnswer } from "../adapters/pac/pac.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { readStamp, type Stamp } from "../cfdi/stamp.ts";
import { findInvoice, lockInvoice, type Invoice } from "./queries.ts";
import { queueInvoiceMail } from "./send-invoice.ts";
import { enqueue, jobSql } from "../jobs/enqueue.ts";

export type StampRefusal = Refusal<"invoice_pending"> | (Refusal<"invoice_refused"> & { code: string });

/** How long one asker has the PAC to himself: longer than a call to it may take. */
const ASKING_S = 40;
/** How long a customer waits for somebody else's asking. */
const WAIT_MS = 20_000;
const LOOK_MS = 250;

/**
 * Asks the PAC to stamp what was sealed and keeps its answer. One asks at a time, others wait for what comes of it; who asks
 * twice all the same gets the first stamp again, because the document is the same to the byte. Without an answer it stays
 * `stamping` and a job asks again.
 */
export async function stampInvoice(app: App, id: string): Promise<Invoice | StampRefusal> {
  const until = Date.now() + WAIT_MS;
  do {
    const invoice = await findInvoice(app.genericPlans, id);
    if (!invoice) throw new Error("no such invoice");
    if (invoice.state !== "stamping") return outcomeOf(invoice);
    if (await claim(app, id)) return ask(app, invoice);
    await sleep(LOOK_MS);
  } while (Date.now() < until);
  return refuse("invoice_pending");
}

async function claim(app: App, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE invoices SET asking_until = clock_timestamp() + ${ASKING_S}::int * interval '1 second', tries = tries + 1,
      next_try_at = clock_timestamp() + least(3600, 45 * power(2, least(tries, 10))) * interval '1 second'
    WHERE id = ${id} AND state = 'stamping' AND (asking_until IS NULL OR asking_until < clock_timestamp())`.execute(
    app.genericPlans,
  );
  return numAffectedRows === 1n;
}

async function ask(app: App, invoice: Invoice): Promise<Invoice | StampRefusal> {
  // Never another PAC than the first: only that one knows whether it has stamped it.
  if (app.pac?.key !== invoice.provider) return refuse("invoice_pending");
  const answer = await app.pac.stamp({ xml: invoice.sealedXml, attemptId: invoice.id });
  const settled = await settle(app, invoice, answer);
  return settled ? outcomeOf(settled) : refuse("invoice_pending");
}

/** Undefined while nobody knows. */
async function settle(app: App, invoice: Invoice, answer: StampAnswer): Promise<Invoice | undefined> {
  if (answer.outcome === "stamped") {
    const read = readStamp(answer.xml);
    if (!isRefusal(read)) return saveStamp(app, invoice, answer.xml, read.stamp);
    app.log.error({ invoiceId: invoice.id, reason: read.refused }, "the PAC's stamp is not this invoice's");
  }
  if (answer.outcome === "refused" && !mayBeStamped(invoice, answer.code)) return saveRefusal(app, invoice, answer);
  await sql`UPDATE invoices SET asking_until = NULL WHERE id = ${invoice.id}`.execute(app.genericPlans);
  const reason = answer.outcome === "unknown" ? answer.reason : answer.outcome;
  app.log.warn({ invoiceId: invoice.id, reason }, "no word from the PAC; asked again later");
  return undefined;
}

/** Refused for the day it is asked on, after a question without an answer: that one may have been stamped. */
function mayBeStamped({ tries }: Invoice, code: string): boolean {
  return tries > 0 && ["401", "304", "305", "402"].includes(code);
}

async function saveStamp(app: App, { id }: Invoice, xml: string, stamp: Stamp): Promise<Invoice> {
  return transact(app.db, async (tx) => {
    const invoice = (await lockInvoice(tx, id))!;
    if (invoice.state !== "stamping") return invoice;
    await sql`
      UPDATE invoices SET state = 'stamped', uuid = ${stamp.uuid}, xml = ${xml}, stamped_at = now(), asking_until = NULL
      WHERE id = ${id}`.execute(tx);
    if (invoice.email) await queueInvoiceMail(tx, id, invoice.email);
    // It took another's place: that one may go now, and not before (GUIA, question 42).
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
      UPDATE invoices SET state = 'refused', refusal_code = ${code}, refusal_message = ${message}, asking_until = NULL
      WHERE id = ${id}`.execute(tx);
    await sql`UPDATE invoice_orders SET is_live = false WHERE invoice_id = ${id}`.execute(tx);
    // What it should have taken the place of is the order's invoice as before.
    if (invoice.relatesToId && invoice.kind !== "creditNote") {
      await sql`UPDATE invoices SET state = 'stamped', cancel_motive = NULL, cancel_actor = NULL
        WHERE id = ${invoice.relatesToId} AND state = 'replaced'`.execute(tx);
      await sql`UPDATE invoice_orders SET is_live = true WHERE invoice_id = ${invoice.relatesToId}`.execute(tx);
    }
    return (await findInvoice(tx, id))!;
  });
}

/** Leaves the asking to the running shop and waits for what comes of it. */
export async function waitForStamp(app: App, id: string): Promise<Invoice | StampRefusal> {
  await enqueue(app.db, "stamp_invoice", { invoiceId: id }, { key: `stamp_invoice ${id}` });
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    const invoice = await findInvoice(app.genericPlans, id);
    if (invoice && invoice.state !== "stamping") return outcomeOf(invoice);
    await sleep(LOOK_MS);
  }
  return refuse("invoice_pending");
}

function outcomeOf(invoice: Invoice): Invoice | StampRefusal {
  if (invoice.state === "stamping") return refuse("invoice_pending");
  if (invoice.state !== "refused") return invoice;
  return { ...refuse("invoice_refused"), code: invoice.refusalCode ?? "" };
}

/** Job, every minute: documents that nobody knows about yet are asked for again. */
export async function scheduleStamps(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("stamp_invoice", { invoiceId: sql`id` }, { key: sql`'stamp_invoice ' || id` })}
    FROM invoices WHERE state = 'stamping' AND next_try_at <= clock_timestamp()`.execute(app.db);
}
