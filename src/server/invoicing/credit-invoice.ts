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

const WORDS = { return: "Devolución de mercancía", creditNote: "Bonificación" } as const;

/**
 * A credit note (egreso) for money that went back after the invoice: without an amount, for what was refunded since and no
 * note says yet. All notes together never exceed their invoice. `leftCents`: what was left when it was asked; where somebody
 * else made a note meanwhile, this one is not made.
 */
export async function creditInvoice(
  app: App,
  id: string,
  wish: { cents: number | null; leftCents?: number; reason: "return" | "creditNote"; by: Actor },
): Promise<Invoice | CreditRefusal> {
  const begun = await transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (invoice.kind !== "invoice" || invoice.state !== "stamped" || !invoice.uuid)
      return refuse("invoice_not_creditable");
    const { leftCents, dueCents } = await findCreditLeft(tx, invoice);
    if (wish.leftCents !== undefined && wish.leftCents !== leftCents) return refuse("credit_changed");
    const cents = wish.cents ?? dueCents;
    if (cents <= 0) return refuse("nothing_to_invoice");
    if (cents > leftCents) return refuse("credit_too_much");
    const issuer = await findIssuer(tx, invoice.shopId);
    const csd = issuer && (await openStoredCsd(app, issuer));
    if (!issuer || !csd || isRefusal(csd)) return refuse("invoicing_paused");
    const line = {
      description: `${WORDS[wish.reason]}, pedido ${invoice.reference}`,
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
        actor: wish.by.name,
        build: (heading) =>
          buildEgreso({ ...heading, issuer, receiver, paymentForm, amounts, reason: wish.reason, of: uuid }),
      },
    );
    const after = { totalCents: cents, reason: WORDS[wish.reason] };
    for (const written of [id, noteId]) {
      await logChange(tx, wish.by, { act: "invoice-credit", object: { kind: "invoice", id: written }, after });
    }
    return noteId;
  });
  return isRefusal(begun) ? begun : stampInvoice(app, begun);
}
