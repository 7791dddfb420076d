import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { CREDIT_NOTE_KEYS } from "../../domain/sat-keys.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { findCreditLeft } from "./credit-left.ts";
import { openStoredCsd } from "./csd-store.ts";
import { buildEgreso } from "../cfdi/comprobante.ts";
import { findIssuer } from "./issuers.ts";
import { saveSignedInvoice } from "./save-signed-invoice.ts";
import { lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type CreditRefusal =
  | Refusal<
      | "invoice_not_found"
      | "invoice_not_creditable"
      | "credit_too_much"
      | "credit_changed"
      | "invoicing_paused"
      | "nothing_to_invoice"
    >
  | StampRefusal;

const REASON_TEXT = { return: "Devolución de mercancía", creditNote: "Bonificación" } as const;

/**
 * A credit note (egreso) for money refunded after the invoice. Without an amount it covers what was refunded and is
 * not in a credit note yet. All credit notes together never exceed their invoice. `leftCents` is the remaining amount
 * that the caller saw: if another credit note changed it since, this one is refused.
 */
export async function creditInvoice(
  app: App,
  id: string,
  input: { cents: number | null; leftCents?: number; reason: "return" | "creditNote"; by: Actor },
): Promise<Invoice | CreditRefusal> {
  const prepared = await transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (invoice.kind !== "invoice" || invoice.state !== "stamped" || !invoice.uuid)
      return refuse("invoice_not_creditable");
    const { leftCents, dueCents } = await findCreditLeft(tx, invoice);
    if (input.leftCents !== undefined && input.leftCents !== leftCents) return refuse("credit_changed");
    const cents = input.cents ?? dueCents;
    if (cents <= 0) return refuse("nothing_to_invoice");
    if (cents > leftCents) return refuse("credit_too_much");
    const issuer = await findIssuer(tx, invoice.shopId);
    const csd = issuer && (await openStoredCsd(app, issuer));
    if (!issuer || !csd || isRefusal(csd)) return refuse("invoicing_paused");
    const line = {
      description: `${REASON_TEXT[input.reason]}, pedido ${invoice.reference}`,
      identification: null,
      keys: CREDIT_NOTE_KEYS,
      pieces: 1,
      unitPriceCents: cents,
      discountCents: 0,
    };
    const amounts = invoiceAmounts([line], issuer.vatRateBps);
    if (isRefusal(amounts)) return amounts;
    const { receiver, paymentForm, uuid } = invoice;
    const noteId = await saveSignedInvoice(
      app,
      tx,
      { issuer, csd },
      {
        kind: "creditNote",
        orderId: invoice.orderId,
        receiver,
        paymentForm,
        amounts,
        relatesToId: id,
        email: invoice.email,
        actor: input.by.name,
        build: (heading) =>
          buildEgreso({ ...heading, issuer, receiver, paymentForm, amounts, reason: input.reason, of: uuid }),
      },
    );
    const after = { totalCents: cents, reason: REASON_TEXT[input.reason] };
    for (const invoiceId of [id, noteId]) {
      await logChange(tx, input.by, { act: "invoice-credit", object: { kind: "invoice", id: invoiceId }, after });
    }
    return noteId;
  });
  return isRefusal(prepared) ? prepared : stampInvoice(app, prepared);
}
