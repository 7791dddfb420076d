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

/** Orders of a global invoice that its page names. */
const SHOWN_ORDERS = 200;
/** Above a thousand pesos the receiver is asked before it is cancelled (RMF 2.7.1.35). */
const ASKED_ABOVE_CENTS = 1_000_00;

/** What an invoice's page shows; without its XML. */
export async function loadInvoicePage(app: App, invoice: Invoice) {
  const { sealedXml: _sealed, xml, cancelReceipt: _receipt, ...facts } = invoice;
  const { taxRegime, cfdiUse } = invoice.receiver;
  const isWhole = invoice.kind === "invoice" && invoice.state === "stamped";
  const [related, changes, orders, left] = await Promise.all([
    findRelatedInvoices(app.genericPlans, invoice),
    listChanges(app.genericPlans, "invoice", { id: invoice.id }),
    invoice.kind === "global" ? listInvoicedOrders(app.genericPlans, invoice.id, SHOWN_ORDERS) : [],
    isWhole ? findCreditLeft(app.genericPlans, invoice) : null,
  ]);
  const newer = related.findLast(({ id, kind }) => kind === invoice.kind && id > invoice.id);
  return {
    invoice: {
      ...facts,
      hasFiles: xml !== null,
      paymentForm: `${invoice.paymentForm} ${PAYMENT_FORMS[invoice.paymentForm] ?? ""}`,
      regime: `${taxRegime} ${findTaxRegime(taxRegime)?.name ?? ""}`,
      use: `${cfdiUse} ${findCfdiUse(cfdiUse)?.name ?? ""}`,
    },
    shop: (await app.shops.byId(invoice.shopId))?.name ?? "",
    reason: invoice.state === "refused" ? refusedReason(invoice.refusalCode ?? "") : null,
    newer: invoice.state === "refused" && newer ? newer.id : null,
    asksReceiver: invoice.kind === "invoice" && invoice.totalCents > ASKED_ABOVE_CENTS,
    related,
    orders,
    left,
    changes: changes.map((change) => toChange(change)),
    seen: changes[0]?.id ?? 0,
  };
}
