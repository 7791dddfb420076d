import { sql } from "kysely";
import { globalPeriod, periodLengthOf } from "../../domain/global-period.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { openCancellation } from "./cancellations.ts";
import { listGlobalMismatches } from "./global-mismatches.ts";
import { listUndeclaredSales, lockUndeclaredSales, sealGlobal } from "./issue-global-invoice.ts";
import { loadIssuerWithCsd } from "./load-issuer-with-csd.ts";
import { findReplacedInvoice, hasCreditNotes, lockInvoice, type Invoice } from "./queries.ts";
import { stampInvoice, type StampRefusal } from "./stamp-invoice.ts";

export type ReplaceGlobalRefusal =
  | Refusal<
      | "invoice_not_found"
      | "invoice_not_replaceable"
      | "invoice_has_credit_notes"
      | "replacement_unsettled"
      | "invoicing_paused"
      | "global_agrees"
      | "nothing_to_invoice"
    >
  | StampRefusal;

/**
 * Replaces a global invoice that no longer agrees with its orders. Its substitute has what is kept of the orders today,
 * and the sales of the same period that no document declares. The substitute is stamped first (relation 04), then the
 * old invoice is cancelled (motive 01). If the PAC refuses the substitute, the old invoice stays valid.
 */
export async function replaceGlobal(app: App, id: string, by: Actor): Promise<Invoice | ReplaceGlobalRefusal> {
  const sealedId = await transact(app.db, async (tx) => {
    // All code locks orders before their documents.
    await sql`
      SELECT FROM orders WHERE id IN (SELECT order_id FROM global_invoice_orders WHERE invoice_id = ${id} AND is_live)
      ORDER BY id FOR UPDATE`.execute(tx);
    const invoice = await lockInvoice(tx, id);
    if (!invoice) return refuse("invoice_not_found");
    const periodLength = periodLengthOf(invoice.periodicity);
    if (
      invoice.kind !== "global" ||
      invoice.state !== "stamped" ||
      !invoice.uuid ||
      !periodLength ||
      !invoice.periodFrom
    ) {
      return refuse("invoice_not_replaceable");
    }
    if (await hasCreditNotes(tx, id)) return refuse("invoice_has_credit_notes");
    if (await findReplacedInvoice(tx, invoice)) return refuse("replacement_unsettled");
    if ((await listGlobalMismatches(tx, { shopId: invoice.shopId, globalId: id })).length === 0)
      return refuse("global_agrees");
    const issuerWithCsd = await loadIssuerWithCsd(app, tx, invoice.shopId);
    if (isRefusal(issuerWithCsd)) return issuerWithCsd;
    const { issuer } = issuerWithCsd;
    const period = globalPeriod({ periodLength, day: invoice.periodFrom }, issuer.taxRegime);
    if (isRefusal(period)) return refuse("invoice_not_replaceable");
    await sql`UPDATE invoices SET state = 'replaced' WHERE id = ${id}`.execute(tx);
    await sql`UPDATE global_invoice_orders SET is_live = false WHERE invoice_id = ${id}`.execute(tx);
    await lockUndeclaredSales(tx, issuer, period);
    const sales = await listUndeclaredSales(tx, issuer, period);
    const replacedInvoice = { id, uuid: invoice.uuid };
    const substituteId = await sealGlobal(app, tx, issuerWithCsd, {
      period,
      sales,
      replacedGlobal: replacedInvoice,
      by,
    });
    if (isRefusal(substituteId)) return substituteId;
    await openCancellation(tx, id, { motive: "01", replacedBy: substituteId, actor: by.name });
    for (const invoiceId of [id, substituteId]) {
      const after = { period: invoice.period, orders: sales.length };
      await logChange(tx, by, { action: "invoice-replace", object: { kind: "invoice", id: invoiceId }, after });
    }
    return substituteId;
  });
  return isRefusal(sealedId) ? sealedId : stampInvoice(app, sealedId);
}
