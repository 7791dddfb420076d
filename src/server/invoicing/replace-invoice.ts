import { checkReceiver, type Receiver, type ReceiverError } from "../../domain/invoice-receiver.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { findOrder } from "../orders/queries.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { markReplaced } from "./cancel-invoice.ts";
import { amountsOfOrder } from "./compose.ts";
import { openStoredCsd } from "./csd-store.ts";
import { buildIngreso } from "../cfdi/comprobante.ts";
import { findIssuer } from "./issuers.ts";
import { saveSignedInvoice } from "./save-signed-invoice.ts";
import { lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type ReplaceRefusal =
  | Refusal<"invoice_not_found" | "invoice_not_replaceable" | "invoicing_paused" | "nothing_to_invoice">
  | (Refusal<"receiver_invalid"> & { faults: readonly ReceiverError[] })
  | StampRefusal;

/**
 * Replaces an invoice with wrong data. The new one is stamped first, related to the old one (04). Then the old one is
 * cancelled with motive 01 (GUIA, question 42). If SAT refuses the new one, the old one stays valid.
 */
export async function replaceInvoice(
  app: App,
  id: string,
  change: { receiver: Partial<Receiver>; paymentForm?: string; email?: string; by: Actor },
): Promise<Invoice | ReplaceRefusal> {
  const prepared = await transact(app.db, async (tx) => {
    const old = await lockInvoice(tx, id);
    if (!old) return refuse("invoice_not_found");
    if (old.kind !== "invoice" || old.state !== "stamped" || !old.uuid || !old.orderId) {
      return refuse("invoice_not_replaceable");
    }
    const issuer = await findIssuer(tx, old.shopId);
    const csd = issuer && (await openStoredCsd(app, issuer));
    if (!issuer || !csd || isRefusal(csd)) return refuse("invoicing_paused");
    const checked = checkReceiver({ ...old.receiver, ...change.receiver }, issuer.postalCode);
    if (!checked.receiver) return { ...refuse("receiver_invalid"), faults: checked.faults };
    const { receiver } = checked;
    const order = await findOrder(tx, old.shopId, old.orderId);
    const amounts = order ? await amountsOfOrder(tx, issuer, order) : refuse("nothing_to_invoice");
    if (isRefusal(amounts)) return amounts;
    const paymentForm = change.paymentForm ?? old.paymentForm;
    await markReplaced(tx, id, change.by.name);
    const newId = await saveSignedInvoice(
      app,
      tx,
      { issuer, csd },
      {
        kind: "invoice",
        orderId: old.orderId,
        receiver,
        paymentForm,
        amounts,
        relatesToId: old.id,
        email: change.email ?? old.email,
        actor: change.by.name,
        build: (heading) => buildIngreso({ ...heading, issuer, receiver, paymentForm, amounts, replaces: old.uuid }),
      },
    );
    const object = (invoiceId: string) => ({ kind: "invoice", id: invoiceId });
    await logChange(tx, change.by, {
      act: "invoice-replace",
      object: object(id),
      before: old.receiver,
      after: receiver,
    });
    await logChange(tx, change.by, { act: "invoice-make", object: object(newId), after: receiver });
    return newId;
  });
  return isRefusal(prepared) ? prepared : stampInvoice(app, prepared);
}
