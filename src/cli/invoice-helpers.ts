import { formatDateTime } from "../domain/dates.ts";
import { formatMoney } from "../domain/money.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import { refusalText, type RefusalName } from "../domain/refusal-text.ts";
import { satError } from "../domain/sat-errors.ts";
import type { App } from "../server/app.ts";
import { findInvoiceByUuid, type Invoice } from "../server/invoicing/queries.ts";
import { enqueueStampAndWait, type PendingStampRefusal } from "../server/invoicing/stamp-invoice.ts";
import { CommandError, printLine } from "./console.ts";

const STATE_LABEL: Record<Invoice["state"], string> = {
  stamping: "timbrándose",
  stamped: "vigente",
  refused: "rechazada",
  replaced: "sustituida, cancelándose",
  cancelAsked: "cancelación pedida",
  cancelled: "cancelada",
};
const KIND_LABEL: Record<Invoice["kind"], string> = {
  invoice: "factura",
  creditNote: "nota de crédito",
  global: "factura global",
  payment: "complemento de pago",
  deposit: "factura de anticipo",
  depositApplied: "aplicación de anticipo",
};

/** One line about a document: kind and number, order or period, state, UUID, receiver, total, date and problem. */
export function describeInvoice(invoice: Invoice): string {
  const parts = [
    `${KIND_LABEL[invoice.kind]} ${invoice.series ?? ""}${invoice.folio}`,
    invoice.reference ? `pedido ${invoice.reference}` : invoice.period,
    STATE_LABEL[invoice.state],
    invoice.uuid,
    `${invoice.receiver.rfc} ${invoice.receiver.name}`,
    formatMoney(invoice.totalCents),
    formatDateTime(invoice.createdAt),
    invoice.refusalCode && `${invoice.refusalCode} ${invoice.refusalMessage ?? ""}`,
    invoice.cancelProblem,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Prints the document, or fails with the sentence of the refusal and exit code 1. */
export function printInvoice(result: Invoice | Refusal<RefusalName>): void {
  printLine(describeInvoice(invoiceOrThrow(result)));
}

/**
 * Returns the document that a command issued. If it is still pending, enqueues a job that requests the stamp, and
 * waits for the result: the console of a demo cannot reach the PAC sandbox, which is part of the running shop, but a
 * job of the running shop can. A refusal, or a wait that is too long, fails the command.
 */
export async function waitForStamp(
  app: App,
  result: Invoice | PendingStampRefusal | Refusal<Exclude<RefusalName, "invoice_pending">>,
): Promise<Invoice> {
  const isPending = isRefusal(result) && result.refused === "invoice_pending";
  return invoiceOrThrow(isPending ? await enqueueStampAndWait(app, result.invoiceId) : result);
}

function invoiceOrThrow(result: Invoice | Refusal<RefusalName>): Invoice {
  if (isRefusal(result)) throw new CommandError(sentenceOf(result));
  return result;
}

function sentenceOf(refusal: Refusal<RefusalName>): string {
  if ("receiverErrors" in refusal) {
    return (refusal.receiverErrors as { field: string; sentence: string }[]).map((error) => error.sentence).join("\n");
  }
  if ("code" in refusal) return `${String(refusal.code)}: ${satError(String(refusal.code)).staff}`;
  if ("reason" in refusal && refusal.reason === "csd_expired") return refusalText("csd_expired", "staff");
  return refusalText(refusal.refused, "staff");
}

/** The document with this UUID. If there is none, the command fails with exit code 1. */
export async function getInvoiceByUuid(app: App, uuid: string): Promise<Invoice> {
  const invoice = await findInvoiceByUuid(app.db, uuid);
  if (!invoice) throw new CommandError("No existe una factura con ese folio fiscal.");
  return invoice;
}
