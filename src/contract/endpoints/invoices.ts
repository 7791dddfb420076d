import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";
import { InvoiceFileQuery, InvoiceIssued, InvoiceLookup, InvoiceLookupQuery, RequestInvoice } from "../invoices.ts";

export const INVOICE_ENDPOINTS = {
  findOrderToInvoice: {
    summary: "Find a shipped order, to invoice it",
    description:
      "By its number and the phone number it was placed with. An unknown order, another phone number and an order that is not shipped yet are answered alike (404). Several wrong phone numbers are answered with 429.",
    tag: "Invoices",
    credentials: "none",
    cache: "private",
    params: { reference: { description: "The order's number (`reference`), digits only.", example: "100042" } },
    query: InvoiceLookupQuery,
    response: InvoiceLookup,
    refusals: ["INVOICING_PAUSED", "ORDER_NOT_FOUND"],
  },
  requestInvoice: {
    summary: "Invoice an order (CFDI 4.0)",
    description:
      "Issues the invoice and sends it by e-mail. The same data again sends the same invoice again. If the tax authority or the stamping provider refuses the data, the answer is 422 with `message` and `detailMessage`; if stamping takes longer, 503 `INVOICE_PENDING` and the invoice follows by e-mail.",
    tag: "Invoices",
    credentials: "none",
    cache: "private",
    body: RequestInvoice,
    response: InvoiceIssued,
    idempotent: true,
    refusals: [
      "INVOICING_PAUSED",
      "ORDER_NOT_FOUND",
      "INVOICED_ALREADY",
      "IN_GLOBAL_INVOICE",
      "INVOICE_IN_PROGRESS",
      "INVOICE_TOO_LATE",
      "INVOICE_REFUSED",
      "INVOICE_PENDING",
    ],
  },
  getInvoiceFile: {
    summary: "Get the file of an invoice",
    description:
      "The stamped XML, or a PDF. For callers with the key of the invoice or of its order, and for the session of the order's customer. For others the response is 404.",
    tag: "Invoices",
    credentials: "order",
    cache: "private",
    params: {
      uuid: { description: "The invoice's tax folio (folio fiscal), as `uuid` names it.", example: ID.invoice },
      format: { description: "`pdf`, or `xml` (answered as `application/xml`).", example: "pdf" },
    },
    query: InvoiceFileQuery,
    contentType: "application/pdf",
    response: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
