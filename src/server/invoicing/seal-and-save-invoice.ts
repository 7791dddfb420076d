import type { ReturnedLine } from "../../domain/credit-note-lines.ts";
import type { GlobalPeriod } from "../../domain/global-period.ts";
import type { InvoiceAmounts } from "../../domain/invoice-amounts.ts";
import type { Receiver } from "../../domain/invoice-receiver.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";
import type { Csd } from "../cfdi/csd.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { sealDocument } from "../cfdi/seal.ts";
import type { XmlElement } from "../cfdi/xml.ts";
import { allocateFolio, type InvoiceIssuer } from "./issuers.ts";
import type { InvoiceKind, PaymentPlan } from "../../domain/invoice-enums.ts";

export interface NewInvoice {
  kind: InvoiceKind;
  orderId: string | null;
  receiver: Receiver;
  paymentForm: string;
  paymentPlan?: PaymentPlan;
  amounts: InvoiceAmounts;
  /** The period of a global invoice. */
  period?: GlobalPeriod;
  /** The id of the document that it replaces or credits. */
  relatesToId: string | null;
  /** The id of the deposit that it applies. */
  depositId?: string | null;
  /** Of a credit note: the lines of the credited invoice whose pieces came back. */
  returnedLines?: readonly ReturnedLine[];
  email: string | null;
  actor: string;
  /** Builds the XML, without its seal. `issuedAt` is local time at the issuer. */
  build(heading: { series: string | null; folio: string; issuedAt: string }): XmlElement;
}

/**
 * Assigns the folio of a document, seals it and stores it, before the PAC is called: a sealed document is never lost
 * and never sealed twice. Returns its id.
 */
export async function sealAndSaveInvoice(
  app: App,
  tx: Tx,
  { issuer, csd }: { issuer: InvoiceIssuer; csd: Csd },
  invoice: NewInvoice,
): Promise<string> {
  const id = newId();
  const folio = await allocateFolio(tx, issuer.shopId);
  const issuedAt = new Date();
  const document = invoice.build({
    series: issuer.series,
    folio,
    issuedAt: formatLocalTime(issuedAt, issuer.timeZone),
  });
  await tx
    .insertInto("invoices")
    .values({
      id,
      shop_id: issuer.shopId,
      kind: invoice.kind,
      order_id: invoice.orderId,
      receiver: JSON.stringify(invoice.receiver),
      payment_form: invoice.paymentForm,
      total_cents: invoice.amounts.totalCents,
      subtotal_cents: invoice.amounts.subtotalCents,
      discount_cents: invoice.amounts.discountCents,
      taxes: JSON.stringify(invoice.amounts.taxes),
      series: issuer.series,
      folio,
      period: invoice.period ? `${invoice.period.from} a ${invoice.period.to}` : null,
      period_from: invoice.period?.from ?? null,
      period_to: invoice.period?.to ?? null,
      periodicity: invoice.period?.periodicity ?? null,
      sealed_xml: sealDocument(document, csd).xml,
      issued_at: issuedAt,
      provider: app.pac?.key ?? "",
      relates_to_id: invoice.relatesToId,
      payment_plan: invoice.paymentPlan ?? "PUE",
      deposit_id: invoice.depositId ?? null,
      returned_lines: invoice.returnedLines ? JSON.stringify(invoice.returnedLines) : null,
      email: invoice.email,
      actor: invoice.actor,
    })
    .execute();
  return id;
}
