import { creditNoteLines, type CreditReason, type ReturnedLine } from "../../domain/credit-note-lines.ts";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { lockOrder } from "../orders/move-order.ts";
import { findCreditDue } from "./credit-due.ts";
import { DEPOSIT_APPLICATION_PAYMENT_FORM } from "./deposit-constants.ts";
import { buildEgreso } from "../cfdi/comprobante.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";
import { findRefundPaymentForm } from "./payment-complements.ts";
import { findInvoice, lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type CreditRefusal =
  | Refusal<
      | "invoice_not_found"
      | "invoice_not_creditable"
      | "credit_changed"
      | "credit_lines_wrong"
      | "invoicing_paused"
      | "nothing_to_credit"
    >
  | StampRefusal;

const REASON_TEXT: Record<CreditReason, string> = { return: "Devolución de mercancía", creditNote: "Bonificación" };

export interface CreditInput {
  /** The invoice lines whose pieces came back. Empty if only money was refunded. */
  returnedLines: readonly ReturnedLine[];
  /** The due amount that the caller saw. If it has changed since, the credit note is refused. */
  seenCents?: number;
  by: Actor;
}

/**
 * Issues a credit note (egreso) for exactly what was refunded, or lost in a dispute, after the invoice and is in no
 * credit note yet. Its lines are the invoice's lines whose pieces came back, with the invoice's keys, prices and rate,
 * and one line for money that was refunded without pieces.
 */
export async function creditInvoice(
  app: App,
  id: string,
  { returnedLines, seenCents, by }: CreditInput,
): Promise<Invoice | CreditRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    const invoiceBeforeLock = await findInvoice(tx, id);
    if (!invoiceBeforeLock) return refuse("invoice_not_found");
    if (invoiceBeforeLock.orderId) await lockOrder(tx, invoiceBeforeLock.orderId);
    const invoice = await lockInvoice(tx, id);
    if ((invoice?.kind !== "invoice" && invoice?.kind !== "deposit") || invoice.state !== "stamped" || !invoice.uuid)
      return refuse("invoice_not_creditable");
    const { dueCents, lines, creditedParts } = await findCreditDue(tx, invoice);
    if (seenCents !== undefined && seenCents !== dueCents) return refuse("credit_changed");
    if (dueCents <= 0) return refuse("nothing_to_credit");
    const noteContent = creditNoteLines(lines, returnedLines, dueCents, creditedParts);
    if (isRefusal(noteContent)) return noteContent;
    const { reason } = noteContent;
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, invoice.shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    const { issuer } = issuerWithCsd;
    const amounts = invoiceAmounts(noteContent.lines);
    if (isRefusal(amounts)) return refuse("nothing_to_credit");
    const { receiver, uuid } = invoice;
    const paymentForm =
      invoice.paymentPlan === "PPD" || invoice.paymentForm === DEPOSIT_APPLICATION_PAYMENT_FORM
        ? await findRefundPaymentForm(tx, invoice.orderId!)
        : invoice.paymentForm;
    const noteId = await sealAndSaveInvoice(app, tx, issuerWithCsd, {
      kind: "creditNote",
      orderId: invoice.orderId,
      receiver,
      paymentForm,
      amounts,
      relatesToId: id,
      returnedLines,
      email: invoice.email,
      actor: by.name,
      build: (heading) =>
        buildEgreso({ ...heading, issuer, receiver, paymentForm, amounts, reason, invoiceUuid: uuid }),
    });
    const after = { totalCents: dueCents, reason: REASON_TEXT[reason] };
    for (const invoiceId of [id, noteId]) {
      await logChange(tx, by, { action: "invoice-credit", object: { kind: "invoice", id: invoiceId }, after });
    }
    return noteId;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}
