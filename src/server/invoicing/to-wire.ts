import { toWireInvoice } from "../orders/to-wire-invoice.ts";
import type { z } from "zod";
import type { InvoiceIssued, InvoiceLookup } from "../../contract/invoices.ts";
import type { ReceiverField } from "../../domain/invoice-receiver.ts";
import { toPesos } from "../../domain/money.ts";
import { PAYMENT_FORMS, paymentFormOfOrder } from "../../domain/payment-forms.ts";
import type { OrderInvoiceDeadline } from "../orders/invoice-deadline.ts";
import type { OrderRow } from "../orders/queries.ts";
import type { InvoiceIssuer } from "./issuers.ts";
import type { Invoice } from "./queries.ts";

/** The name of each receiver field on the wire. */
export const WIRE_FIELD: Record<ReceiverField, string> = {
  rfc: "rfc",
  name: "name",
  postalCode: "postalCode",
  taxRegime: "fiscalReg",
  cfdiUse: "usoCFDI",
  country: "country",
  taxId: "taxId",
};

export function toWirePaymentForm(code: string) {
  return { code, name: PAYMENT_FORMS[code] ?? code };
}

export function toWireLookup(
  order: OrderRow,
  issuer: InvoiceIssuer,
  { lastDay, isOver }: OrderInvoiceDeadline,
): z.output<typeof InvoiceLookup> {
  return {
    status: "OK",
    order: {
      reference: String(order.reference),
      total: toPesos(order.grand_total_cents),
      createdOn: order.created_at.toISOString(),
      invoice: toWireInvoice(order.invoice),
      paymentMethod: toWirePaymentForm(paymentFormOfOrder(order.payments) ?? "99"),
      lastDay,
      isOver,
      postalCode: issuer.postalCode,
    },
  };
}

export function toWireIssuedInvoice(
  invoice: Invoice,
  key: string,
  sentTo: string | null,
): z.output<typeof InvoiceIssued> {
  const uuid = invoice.uuid!;
  const fileUrl = (format: "xml" | "pdf"): string => `/api/v1/invoices/${uuid}/${format}?key=${key}`;
  return {
    status: "OK",
    message: "Factura generada!",
    uuid,
    paymentMethod: toWirePaymentForm(invoice.paymentForm),
    files: { xml: fileUrl("xml"), pdf: fileUrl("pdf") },
    sentTo,
  };
}
