import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { isEmail } from "../../domain/username.ts";
import type { App } from "../app.ts";
import { hasNoLegalValue, readStamp } from "../cfdi/stamp.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { sendEmail } from "../mail/send-email.ts";
import type { AboutOrder } from "../mail/sent-mails.ts";
import { newId } from "../db/new-id.ts";
import { makeInvoiceFile } from "./invoice-files.ts";
import { invoiceCancelledEmail, invoiceEmail } from "./invoice-email.ts";
import { findInvoice, lockInvoice, type Invoice } from "./queries.ts";
import { enqueue } from "../jobs/enqueue.ts";

interface InvoiceEmailPayload {
  invoiceId: string;
  /** The email address of the recipient. */
  email: string;
  /** The id of the email. It is created with the job, so that all attempts to send one email have the same id. */
  id: string;
  /** A member of staff requested this email, so it does not count against the quota. */
  isByStaff?: boolean;
}

/**
 * Enqueues the email with the files of a stamped invoice. A stamp and its email are stored in one transaction.
 */
export async function enqueueInvoiceEmail(
  db: Queryable,
  invoiceId: string,
  { recipient, isByStaff }: { recipient: string; isByStaff: boolean },
): Promise<void> {
  const mail: InvoiceEmailPayload = { invoiceId, email: recipient, id: newId(), isByStaff };
  await enqueue(db, "mail_invoice", mail);
}

/** Staff send the files again, to any email address. */
export function resendInvoice(
  app: App,
  id: string,
  recipient: string,
  by: Actor,
): Promise<"queued" | Refusal<"invoice_not_found" | "invoice_not_stamped" | "email_wrong">> {
  return transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (!invoice.uuid) return refuse("invoice_not_stamped");
    if (!isEmail(recipient)) return refuse("email_wrong");
    await enqueueInvoiceEmail(tx, id, { recipient, isByStaff: true });
    const after = { email: recipient };
    await logChange(tx, by, { action: "invoice-mail", object: { kind: "invoice", id }, after });
    return "queued" as const;
  });
}

/** Enqueues the notification that an invoice was cancelled, in the transaction that records it. */
export async function enqueueInvoiceCancelledEmail(tx: Queryable, invoiceId: string, recipient: string): Promise<void> {
  await enqueue(tx, "mail_invoice_cancelled", { invoiceId, email: recipient });
}

/** Job: sends the notification that an invoice was cancelled. */
export async function mailInvoiceCancelled(
  app: App,
  { invoiceId, email }: Pick<InvoiceEmailPayload, "invoiceId" | "email">,
): Promise<void> {
  const invoice = await findInvoice(app.genericPlanDb, invoiceId);
  const shop = invoice && (await app.shops.byId(invoice.shopId));
  if (!invoice || !shop) return;
  const message = invoiceCancelledEmail(shop, invoice);
  const job = "mail_invoice_cancelled";
  await sendEmail(app, shop, message, { to: email, id: `${invoiceId}-cancelled`, job, about: aboutOrderOf(invoice) });
}

/** Job: sends the email with an invoice's files. */
export async function mailInvoice(app: App, { invoiceId, email, id, isByStaff }: InvoiceEmailPayload): Promise<void> {
  const invoice = await findInvoice(app.genericPlanDb, invoiceId);
  const shop = invoice && (await app.shops.byId(invoice.shopId));
  if (!invoice?.uuid || !shop) return;
  const message = invoiceEmail(shop, invoice, hasTestStamp(invoice.xml!));
  const attachments = [
    await makeInvoiceFile(app, shop, invoice, "xml"),
    await makeInvoiceFile(app, shop, invoice, "pdf"),
  ];
  await sendEmail(app, shop, message, {
    to: email,
    id: `${id}-invoice`,
    job: "mail_invoice",
    about: aboutOrderOf(invoice),
    isByStaff,
    attachments,
  });
}

/** The document's own stamp decides, because the shop may have changed its PAC since. */
function hasTestStamp(xml: string): boolean {
  const document = readStamp(xml);
  if (isRefusal(document)) throw new Error(`an invoice without a complete stamp: ${document.refused}`);
  return hasNoLegalValue(document.stamp);
}

/** The order that the email is about. Undefined for a global invoice, which has no single order. */
function aboutOrderOf({ id, orderId }: Invoice): AboutOrder | undefined {
  return orderId === null ? undefined : { orderId, payload: { invoiceId: id } };
}
