import { sql } from "kysely";
import { checkReceiver, type Receiver, type ReceiverError } from "../../domain/invoice-receiver.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { openCancellation } from "./cancellations.ts";
import { computeOrderAmounts } from "./compute-order-amounts.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import { checkDependents } from "./check-dependents.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";
import { findInvoice, findReplacedInvoice, hasCreditNotes, lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type ReplaceRefusal =
  | Refusal<
      | "invoice_not_found"
      | "invoice_not_replaceable"
      | "invoice_has_credit_notes"
      | "invoice_has_payments"
      | "invoice_applies_deposit"
      | "replacement_unsettled"
      | "invoicing_paused"
      | "nothing_to_invoice"
    >
  | (Refusal<"receiver_invalid"> & { receiverErrors: readonly ReceiverError[] })
  | StampRefusal;

/**
 * Replaces an invoice whose data are wrong. The substitute is stamped first, related to the old invoice (04). Then the
 * old invoice is cancelled with motive 01 (SAT's filling guide, question 42). If the PAC refuses the substitute, the
 * old invoice stays valid. The new total is what the shop keeps now, or the whole order if the invoice is PPD. Credit
 * notes of the old invoice must be cancelled first, or a refund would be subtracted twice. So must its payment
 * complements and the document that applies its deposit. The payment form of a PPD invoice does not change.
 */
export async function replaceInvoice(
  app: App,
  id: string,
  change: { receiver: Partial<Receiver>; paymentForm?: string; email?: string; by: Actor },
): Promise<Invoice | ReplaceRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    const invoiceBeforeLock = await findInvoice(tx, id);
    if (!invoiceBeforeLock) return refuse("invoice_not_found");
    if (invoiceBeforeLock.orderId) await lockOrder(tx, invoiceBeforeLock.orderId);
    const invoice = await lockInvoice(tx, id);
    if (invoice?.kind !== "invoice" || invoice.state !== "stamped" || !invoice.uuid || !invoice.orderId) {
      return refuse("invoice_not_replaceable");
    }
    if (await hasCreditNotes(tx, id)) return refuse("invoice_has_credit_notes");
    const refusal = await checkDependents(tx, invoice);
    if (refusal) return refusal;
    if (await findReplacedInvoice(tx, invoice)) return refuse("replacement_unsettled");
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, invoice.shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    const { issuer } = issuerWithCsd;
    const receiverCheck = checkReceiver({ ...invoice.receiver, ...change.receiver }, issuer.postalCode);
    if (!receiverCheck.receiver) return { ...refuse("receiver_invalid"), receiverErrors: receiverCheck.receiverErrors };
    const { receiver } = receiverCheck;
    const order = await findOrder(tx, invoice.shopId, invoice.orderId);
    const amounts = order
      ? await computeOrderAmounts(tx, issuer, order, invoice.paymentPlan)
      : refuse("nothing_to_invoice");
    if (isRefusal(amounts)) return amounts;
    const { paymentPlan, depositId } = invoice;
    const paymentForm = paymentPlan === "PPD" ? invoice.paymentForm : (change.paymentForm ?? invoice.paymentForm);
    const depositUuid = depositId === null ? null : ((await findInvoice(tx, depositId))?.uuid ?? null);
    await sql`UPDATE invoices SET state = 'replaced' WHERE id = ${id}`.execute(tx);
    const substituteId = await sealAndSaveInvoice(app, tx, issuerWithCsd, {
      kind: "invoice",
      orderId: invoice.orderId,
      receiver,
      paymentForm,
      paymentPlan,
      depositId,
      amounts,
      relatesToId: invoice.id,
      email: change.email ?? invoice.email,
      actor: change.by.name,
      build: (heading) =>
        buildIngreso({
          ...heading,
          issuer,
          receiver,
          paymentForm,
          paymentPlan,
          amounts,
          replacedUuid: invoice.uuid,
          depositUuid,
        }),
    });
    await openCancellation(tx, id, { motive: "01", replacedBy: substituteId, actor: change.by.name });
    const object = (invoiceId: string) => ({ kind: "invoice", id: invoiceId });
    await logChange(tx, change.by, {
      action: "invoice-replace",
      object: object(id),
      before: invoice.receiver,
      after: receiver,
    });
    await logChange(tx, change.by, { action: "invoice-make", object: object(substituteId), after: receiver });
    return substituteId;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}
