import { sql } from "kysely";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { CREDIT_NOTE_KEYS } from "../../domain/sat-keys.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { openStoredCsd } from "./csd-store.ts";
import { buildEgreso } from "./document/comprobante.ts";
import { findIssuer } from "./issuers.ts";
import { keepSealed } from "./keep-sealed.ts";
import { lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type CreditRefusal =
  | Refusal<
      "invoice_not_found" | "invoice_not_creditable" | "credit_too_much" | "invoicing_paused" | "nothing_to_invoice"
    >
  | StampRefusal;

const WORDS = { return: "Devolución de mercancía", creditNote: "Bonificación" } as const;

/**
 * A credit note (egreso) for money that went back after the invoice: without an amount, for what was refunded since and no
 * note says yet. All notes together never exceed their invoice.
 */
export async function creditInvoice(
  app: App,
  id: string,
  wish: { cents: number | null; reason: "return" | "creditNote"; actor: string },
): Promise<Invoice | CreditRefusal> {
  const begun = await transact(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    if (invoice.kind !== "invoice" || invoice.state !== "stamped" || !invoice.uuid)
      return refuse("invoice_not_creditable");
    const { rows } = await sql<{ noted: number; refunded: number; grand_total: number }>`
      SELECT (SELECT coalesce(sum(total_cents), 0)::bigint FROM invoices n WHERE n.relates_to_id = ${id} AND n.kind = 'creditNote'
          AND n.state NOT IN ('refused', 'cancelled')) AS noted,
        (SELECT coalesce(sum(p.refunded_cents), 0)::bigint FROM payments p WHERE p.order_id = o.id) AS refunded,
        o.grand_total_cents AS grand_total
      FROM orders o WHERE o.id = ${invoice.orderId}`.execute(tx);
    const { noted, refunded, grand_total: grandTotal } = rows[0]!;
    // What had gone back before the invoice is not in its total.
    const before = grandTotal - invoice.totalCents;
    const cents = wish.cents ?? refunded - before - noted;
    if (cents <= 0) return refuse("nothing_to_invoice");
    if (cents + noted > invoice.totalCents) return refuse("credit_too_much");
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
    return keepSealed(
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
        actor: wish.actor,
        build: (heading) =>
          buildEgreso({ ...heading, issuer, receiver, paymentForm, amounts, reason: wish.reason, of: uuid }),
      },
    );
  });
  return isRefusal(begun) ? begun : stampInvoice(app, begun);
}
