import { formatMoney } from "../../domain/money.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import type { Shop } from "../shops/shop.ts";
import type { Invoice } from "./queries.ts";

const DOCUMENT_NAME: Record<Invoice["kind"], string> = {
  invoice: "Tu factura",
  creditNote: "Tu nota de crédito",
  global: "Factura global",
  payment: "Tu complemento de pago",
  deposit: "La factura de tu anticipo",
  depositApplied: "La aplicación de tu anticipo",
};

/** Explains the documents whose name does not say what they are for. */
const INTRODUCTION: Partial<Record<Invoice["kind"], string[]>> = {
  payment: ["Recibimos tu pago. Este complemento va con la factura que ya tienes: guarda los dos."],
  deposit: ["Es la factura de lo que pagaste por adelantado. Al enviarte tu pedido te mandamos la de toda la venta."],
  depositApplied: ["Descuenta tu anticipo de la factura de toda la venta, para que no se cuente dos veces."],
};

/** What the email with an invoice's files shows of it. */
export type InvoiceInEmail = Pick<Invoice, "kind" | "reference" | "uuid" | "totalCents" | "paidCents"> & {
  receiver: Pick<Invoice["receiver"], "rfc" | "name">;
};

/** The text of the email with the files: enough to find the invoice again, and no more personal data than necessary. */
export function invoiceEmail(shop: Shop, invoice: InvoiceInEmail, hasNoLegalValue: boolean): EmailMessage {
  const documentName = DOCUMENT_NAME[invoice.kind];
  const orderSuffix = invoice.reference ? ` del pedido #${invoice.reference}` : "";
  return {
    kind: "invoice",
    placeholders: { nombre: invoice.receiver.name, pedido: invoice.reference ? `#${invoice.reference}` : "" },
    subject: `${documentName}${orderSuffix}${hasNoLegalValue ? " (prueba, sin validez fiscal)" : ""}`,
    shop,
    heading: `${documentName}${orderSuffix}`,
    paragraphs: [
      ...(INTRODUCTION[invoice.kind] ?? []),
      "Aquí están el XML, que es el documento, y el PDF para leerlo.",
      ...(hasNoLegalValue ? ["Se timbró con un servicio de prueba: no tiene validez fiscal."] : []),
    ],
    rows: [
      ["Folio fiscal", invoice.uuid ?? ""],
      ["RFC", invoice.receiver.rfc],
      [invoice.paidCents === null ? "Total" : "Pago recibido", formatMoney(invoice.paidCents ?? invoice.totalCents)],
    ],
    closing: "¿Algún dato está mal? Responde este correo y lo corregimos.",
  };
}

export function invoiceCancelledEmail(shop: Shop, invoice: Invoice): EmailMessage {
  const orderSuffix = invoice.reference ? ` del pedido #${invoice.reference}` : "";
  return {
    subject: `Se canceló ${DOCUMENT_NAME[invoice.kind].toLowerCase()}${orderSuffix}`,
    shop,
    heading: `Se canceló ${DOCUMENT_NAME[invoice.kind].toLowerCase()}${orderSuffix}`,
    paragraphs: [
      invoice.cancelMotive === "01"
        ? "Ahora vale el documento que te mandamos con los datos nuevos."
        : "Ya no tiene validez ante el SAT.",
    ],
    rows: [["Folio fiscal", invoice.uuid ?? ""]],
    closing: "Si no pediste esta cancelación, responde este correo.",
  };
}
