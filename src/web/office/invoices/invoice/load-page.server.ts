import { cancellationAnswerDeadline } from "../../../../domain/cancellation-answer-deadline.ts";
import { lineTotalCents } from "../../../../domain/invoice-lines.ts";
import { PAYMENT_FORMS } from "../../../../domain/payment-forms.ts";
import { findCfdiUse } from "../../../../domain/cfdi-uses.ts";
import { PAYMENTS_USE } from "../../../../domain/cfdi-uses.ts";
import { findTaxRegime } from "../../../../domain/tax-regimes.ts";
import type { InvoicingMode } from "../../../../domain/invoicing-mode.ts";
import type { App } from "../../../../server/app.ts";
import { formatLocalTime } from "../../../../server/cfdi/local-time.ts";
import { listCancellations } from "../../../../server/invoicing/cancellations.ts";
import { findCreditDue } from "../../../../server/invoicing/credit-due.ts";
import { listDisputes } from "../../../../server/invoicing/list-disputes.ts";
import { listRelatedInvoices, listOrdersOfGlobal } from "../../../../server/invoicing/search-invoices.ts";
import {
  listComplementsOfInvoice,
  findOutstandingAmounts,
} from "../../../../server/invoicing/list-complements-of-invoice.ts";
import { findInvoicingMode } from "../../../../server/invoicing/invoice-early.ts";
import { findOrder } from "../../../../server/orders/queries.ts";
import { findIssuer } from "../../../../server/invoicing/issuers.ts";
import { findOrderIncome } from "../../../../server/invoicing/order-income.ts";
import { missingPacNameOf } from "../../../../server/invoicing/pac-of.ts";
import { findReplacedInvoice, findSubstitute, type Invoice } from "../../../../server/invoicing/queries.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { toChange } from "../../kit/to-change.ts";
import { refusalReasonOf } from "./refusal-reason.ts";

/** How many orders of a global invoice its page shows. */
const MAX_SHOWN_ORDERS = 200;
/** Above a thousand pesos the receiver must accept a cancellation (RMF 2.7.1.35). */
const ACCEPTANCE_ABOVE_CENTS = 1_000_00;

/** Loads what an invoice's page shows, without its XML. */
export async function loadInvoicePage(app: App, invoice: Invoice) {
  const { sealedXml: _sealed, xml, ...fields } = invoice;
  const { taxRegime } = invoice.receiver;
  const cfdiUse = invoice.kind === "payment" ? PAYMENTS_USE : invoice.receiver.cfdiUse;
  const db = app.genericPlanDb;
  const [relatedInvoices, changes, orders, credit, disputes, cancellations, issuer] = await Promise.all([
    listRelatedInvoices(db, invoice),
    listChanges(db, "invoice", { id: invoice.id }),
    invoice.kind === "global" ? listOrdersOfGlobal(db, invoice.id, MAX_SHOWN_ORDERS) : [],
    loadPossibleCreditNote(app, invoice),
    invoice.kind === "invoice" && invoice.orderId ? listDisputes(db, invoice.orderId) : [],
    listCancellations(db, invoice.id),
    findIssuer(db, invoice.shopId),
  ]);
  const isSale = invoice.kind === "invoice" || invoice.kind === "deposit";
  const needsAcceptance = isSale && invoice.totalCents > ACCEPTANCE_ABOVE_CENTS;
  const laterAttempt = relatedInvoices.findLast(({ id, kind }) => kind === invoice.kind && id > invoice.id);
  const requestReceivedAt = invoice.isCancelOpen && needsAcceptance ? cancellations[0]?.receivedAt : null;
  return {
    invoice: {
      ...fields,
      hasFiles: xml !== null,
      paymentForm: `${invoice.paymentForm} ${PAYMENT_FORMS[invoice.paymentForm] ?? ""}`,
      regime: `${taxRegime} ${findTaxRegime(taxRegime)?.name ?? ""}`,
      use: `${cfdiUse} ${findCfdiUse(cfdiUse)?.name ?? ""}`,
    },
    shopName: (await app.shops.byId(invoice.shopId))?.name ?? "",
    reason: invoice.state === "refused" ? refusalReasonOf(invoice.refusalCode ?? "") : null,
    laterAttemptId: invoice.state === "refused" && laterAttempt ? laterAttempt.id : null,
    needsAcceptance,
    related: relatedInvoices,
    orders,
    credit,
    disputes,
    cancellations,
    replacement: await loadReplacement(app, invoice),
    payments: await listComplementsOfInvoice(db, invoice),
    outstandingAmounts:
      invoice.paymentPlan === "PPD" && invoice.state === "stamped" ? await findOutstandingAmounts(db, invoice) : null,
    missingPac: missingPacNameOf(app, invoice),
    /** The mode in which a refused invoice of an unpaid or undelivered order is issued again. */
    retryMode: invoice.state === "refused" && invoice.kind === "invoice" ? await findRetryMode(app, invoice) : null,
    /** The invoice of the whole sale is stamped, and no egreso subtracts its deposit yet. */
    isDepositApplicationDue:
      invoice.kind === "invoice" &&
      invoice.state === "stamped" &&
      invoice.depositId !== null &&
      !relatedInvoices.some(
        ({ kind, state }) => kind === "depositApplied" && state !== "refused" && state !== "cancelled",
      ),
    creditNotes: relatedInvoices.filter(
      ({ kind, state, relatesToId }) =>
        kind === "creditNote" && relatesToId === invoice.id && state !== "refused" && state !== "cancelled",
    ),
    /** The last day on which the receiver may answer an open request. */
    answerDeadline: requestReceivedAt
      ? cancellationAnswerDeadline(
          formatLocalTime(requestReceivedAt, issuer?.timeZone ?? "America/Mexico_City").slice(0, 10),
        )
      : null,
    changes: changes.map((change) => toChange(change)),
    seen: changes[0]?.id ?? 0,
  };
}

async function findRetryMode(app: App, { orderId, shopId }: Invoice): Promise<InvoicingMode | null> {
  const [order, issuer] = await Promise.all([
    findOrder(app.genericPlanDb, shopId, orderId!),
    findIssuer(app.genericPlanDb, shopId),
  ]);
  return order && issuer ? findInvoicingMode(app.genericPlanDb, issuer, order) : null;
}

/**
 * The amounts and lines of a possible credit note. If the shop keeps none of the order's money, as after a
 * cancellation, it proposes to credit every piece that no credit note covers yet. After a lost dispute it proposes
 * none, because the goods usually stay with the customer. Null unless the document is a stamped invoice or a stamped
 * deposit.
 */
async function loadPossibleCreditNote(app: App, invoice: Invoice) {
  if ((invoice.kind !== "invoice" && invoice.kind !== "deposit") || invoice.state !== "stamped") return null;
  const { creditedCents, dueCents, lines } = await findCreditDue(app.genericPlanDb, invoice);
  const { keptCents } = await findOrderIncome(app.genericPlanDb, invoice.orderId!);
  const hasLostDispute = (await listDisputes(app.genericPlanDb, invoice.orderId!)).some((dispute) => dispute.isLost);
  return {
    creditedCents,
    dueCents,
    lines: lines.map((line) => ({
      description: line.description,
      pieces: line.pieces,
      uncreditedPieces: line.uncreditedPieces,
      cents: lineTotalCents(line),
      proposedPieces: keptCents === 0 && !hasLostDispute ? line.uncreditedPieces : 0,
    })),
  };
}

/**
 * The other invoice of an unfinished replacement. Null if there is none. Until it is finished, both invoices of the
 * sale may be valid.
 */
async function loadReplacement(app: App, invoice: Invoice) {
  if (invoice.state === "replaced") {
    const substitute = await findSubstitute(app.genericPlanDb, invoice.id);
    return substitute
      ? {
          substituteId: substitute.id,
          replacedId: null,
          isSubstituteBeingCancelled: substitute.state === "cancelAsked",
        }
      : null;
  }
  const replacedInvoice =
    invoice.state === "stamped" ? await findReplacedInvoice(app.genericPlanDb, invoice) : undefined;
  return replacedInvoice
    ? { substituteId: null, replacedId: replacedInvoice.id, isSubstituteBeingCancelled: false }
    : null;
}
