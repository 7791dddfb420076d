import { PAYMENT_FORMS } from "../../../../domain/payment-forms.ts";
import { findCfdiUse } from "../../../../domain/cfdi-uses.ts";
import { findTaxRegime } from "../../../../domain/tax-regimes.ts";
import type { App } from "../../../../server/app.ts";
import { findCreditLeft } from "../../../../server/invoicing/credit-left.ts";
import { findRelatedInvoices, listInvoicedOrders } from "../../../../server/invoicing/find-invoices.ts";
import type { Invoice } from "../../../../server/invoicing/queries.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { toChange } from "../../kit/to-change.ts";
import { refusedReason } from "./refused-reason.ts";

/** How many orders of a global invoice its page shows. */
const SHOWN_ORDERS = 200;
/** Above a thousand pesos the receiver must accept a cancellation (RMF 2.7.1.35). */
const ACCEPTANCE_ABOVE_CENTS = 1_000_00;

/** Loads what an invoice's page shows, without its XML. */
export async function loadInvoicePage(app: App, invoice: Invoice) {
  const { sealedXml: _sealed, xml, cancelReceipt: _receipt, ...fields } = invoice;
  const { taxRegime, cfdiUse } = invoice.receiver;
  const isCreditable = invoice.kind === "invoice" && invoice.state === "stamped";
  const [related, changes, orders, left] = await Promise.all([
    findRelatedInvoices(app.genericPlans, invoice),
    listChanges(app.genericPlans, "invoice", { id: invoice.id }),
    invoice.kind === "global" ? listInvoicedOrders(app.genericPlans, invoice.id, SHOWN_ORDERS) : [],
    isCreditable ? findCreditLeft(app.genericPlans, invoice) : null,
  ]);
  const newer = related.findLast(({ id, kind }) => kind === invoice.kind && id > invoice.id);
  return {
    invoice: {
      ...fields,
      hasFiles: xml !== null,
      paymentForm: `${invoice.paymentForm} ${PAYMENT_FORMS[invoice.paymentForm] ?? ""}`,
      regime: `${taxRegime} ${findTaxRegime(taxRegime)?.name ?? ""}`,
      use: `${cfdiUse} ${findCfdiUse(cfdiUse)?.name ?? ""}`,
    },
    shop: (await app.shops.byId(invoice.shopId))?.name ?? "",
    reason: invoice.state === "refused" ? refusedReason(invoice.refusalCode ?? "") : null,
    newer: invoice.state === "refused" && newer ? newer.id : null,
    asksReceiver: invoice.kind === "invoice" && invoice.totalCents > ACCEPTANCE_ABOVE_CENTS,
    related,
    orders,
    left,
    changes: changes.map((change) => toChange(change)),
    seen: changes[0]?.id ?? 0,
  };
}
