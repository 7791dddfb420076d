import type { z } from "zod";
import type { InvoiceIssued, InvoiceLookup, RequestInvoice } from "../invoices.ts";
import { ID, SECRET } from "./ids.ts";

const PAYMENT_FORM = { code: "03", name: "Transferencia electrónica de fondos" };

export const INVOICE_LOOKUP: z.input<typeof InvoiceLookup> = {
  status: "OK",
  order: {
    reference: "100042",
    total: 1152,
    createdOn: "2026-11-20T17:12:40.000Z",
    invoice: null,
    paymentMethod: PAYMENT_FORM,
    lastDay: "2026-12-31",
    isOver: false,
    postalCode: "06700",
  },
};

export const REQUEST_INVOICE: z.input<typeof RequestInvoice> = {
  orderId: "100042",
  phone: "5512345678",
  receiver: {
    name: "ANA LÓPEZ GARCÍA",
    rfc: "LOGA900214QK5",
    postalCode: "06700",
    fiscalReg: "612",
    usoCFDI: "G03",
    email: "ana@ejemplo.mx",
  },
};

export const INVOICE_ISSUED: z.input<typeof InvoiceIssued> = {
  status: "OK",
  message: "Factura generada!",
  uuid: ID.invoice,
  paymentMethod: PAYMENT_FORM,
  files: {
    xml: `/api/v1/invoices/${ID.invoice}/xml?key=${SECRET.orderKey}`,
    pdf: `/api/v1/invoices/${ID.invoice}/pdf?key=${SECRET.orderKey}`,
  },
  sentTo: "ana@ejemplo.mx",
};
