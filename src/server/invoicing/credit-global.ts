import { sql } from "kysely";
import { invoiceAmounts } from "../../domain/invoice-amounts.ts";
import type { InvoiceLine } from "../../domain/invoice-lines.ts";
import type { Cents } from "../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { BILLING_SERVICE_KEYS } from "../../domain/sat-keys.ts";
import type { VatPart } from "../../domain/vat.ts";
import type { App } from "../app.ts";
import { buildEgreso } from "../cfdi/comprobante.ts";
import { readSaleParts } from "../cfdi/read-invoice-lines.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { splitByRemainingVat } from "./credit-due.ts";
import { listGlobalMismatches } from "./global-mismatches.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { creditDueCents, findOrderIncome } from "./order-income.ts";
import { lockInvoice, type Invoice } from "./queries.ts";
import { sealAndSaveInvoice } from "./seal-and-save-invoice.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type CreditGlobalRefusal =
  | Refusal<"invoice_not_found" | "invoice_not_creditable" | "nothing_to_credit" | "invoicing_paused">
  | StampRefusal;

/**
 * Corrects a global invoice by one credit note for each order whose money was refunded, or lost in a dispute, after it.
 * If the PAC does not answer for one note, a job stamps it later, and the other notes are still made. An order that has
 * nothing to credit any more is left out. Any other refusal ends the correction and is returned. Otherwise returns the
 * outcome of the last note, or `nothing_to_credit` without a note.
 */
export async function creditGlobal(app: App, globalId: string, by: Actor): Promise<Invoice | CreditGlobalRefusal> {
  const global = await app.db.selectFrom("invoices").select("shop_id").where("id", "=", globalId).executeTakeFirst();
  if (!global) return refuse("invoice_not_found");
  let result: Invoice | CreditGlobalRefusal = refuse("nothing_to_credit");
  for (const { orderId } of await listGlobalMismatches(app.db, { shopId: global.shop_id, globalId })) {
    const creditNote = await creditGlobalOrder(app, globalId, orderId, by);
    if (isRefusal(creditNote) && creditNote.refused === "nothing_to_credit") continue;
    if (isRefusal(creditNote) && creditNote.refused !== "invoice_pending") return creditNote;
    result = creditNote;
  }
  return result;
}

async function creditGlobalOrder(
  app: App,
  globalId: string,
  orderId: string,
  by: Actor,
): Promise<Invoice | CreditGlobalRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    await lockOrder(tx, orderId);
    const cents = creditDueCents(await findOrderIncome(tx, orderId));
    if (cents <= 0) return refuse("nothing_to_credit");
    return sealGlobalCredit(app, tx, { globalId, orderId, cents, by });
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}

/**
 * Seals and stores a credit note on a global invoice for one of its orders: one line, with VAT in the proportion that
 * the global invoice declares for that order. It has no InformacionGlobal (SAT's guide of the global CFDI, appendix 2).
 * The caller has locked the order. Returns the note's id.
 */
export async function sealGlobalCredit(
  app: App,
  tx: Tx,
  { globalId, orderId, cents, by }: { globalId: string; orderId: string; cents: Cents; by: Actor },
): Promise<string | Refusal<"invoice_not_creditable" | "invoicing_paused" | "nothing_to_credit">> {
  const global = await lockInvoice(tx, globalId);
  if (global?.kind !== "global" || global.state !== "stamped" || !global.uuid) return refuse("invoice_not_creditable");
  const { rows } = await sql<{ reference: string }>`
    SELECT o.reference::text AS reference FROM global_invoice_orders g JOIN orders o ON o.id = g.order_id
    WHERE g.invoice_id = ${globalId} AND g.order_id = ${orderId} AND g.is_live`.execute(tx);
  const reference = rows[0]?.reference;
  if (reference === undefined) return refuse("invoice_not_creditable");
  const issuerWithCsd = await loadIssuerWithCsd(app, tx, global.shopId);
  if (isRefusal(issuerWithCsd)) return issuerWithCsd;
  const { issuer } = issuerWithCsd;
  const parts = readSaleParts(global.sealedXml, reference);
  const amounts = invoiceAmounts([
    creditLine(reference, cents, await splitByRemainingVat(tx, { id: globalId, orderId, parts }, cents)),
  ]);
  if (isRefusal(amounts)) return refuse("nothing_to_credit");
  const { receiver, paymentForm, uuid } = global;
  const id = await sealAndSaveInvoice(app, tx, issuerWithCsd, {
    kind: "creditNote",
    orderId,
    receiver,
    paymentForm,
    amounts,
    relatesToId: globalId,
    email: null,
    actor: by.name,
    build: (heading) =>
      buildEgreso({ ...heading, issuer, receiver, paymentForm, amounts, reason: "creditNote", invoiceUuid: uuid }),
  });
  const after = { totalCents: cents, order: reference };
  for (const invoiceId of [globalId, id]) {
    await logChange(tx, by, { action: "invoice-credit", object: { kind: "invoice", id: invoiceId }, after });
  }
  return id;
}

function creditLine(reference: string, cents: Cents, vat: readonly VatPart[]): InvoiceLine {
  return {
    description: "Devoluciones, descuentos o bonificaciones",
    identification: reference,
    keys: BILLING_SERVICE_KEYS,
    pieces: 1,
    unitPriceCents: cents,
    discountCents: 0,
    vat,
  };
}
