import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { DRAW_INVOICE } from "./pdf/draw-invoice.ts";
import { readLogo } from "./pdf/read-logo.ts";
import type { Invoice } from "./queries.ts";

export interface InvoiceFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

export type InvoiceFormat = "xml" | "pdf";

export function isInvoiceFormat(text: string): text is InvoiceFormat {
  return text === "xml" || text === "pdf";
}

/**
 * A stamped invoice as a file: the XML byte for byte as it was stamped, or the PDF drawn from it at each call. The PDF
 * is marked once the invoice is cancelled.
 */
export async function makeInvoiceFile(
  app: App,
  shop: Shop,
  invoice: Invoice,
  format: InvoiceFormat,
): Promise<InvoiceFile> {
  if (invoice.xml === null) throw new Error("only a stamped invoice has files");
  const filename = `${baseNameOf(invoice)}.${format}`;
  if (format === "xml") return { filename, contentType: "application/xml", content: Buffer.from(invoice.xml) };
  const isCancelled = invoice.state === "cancelled";
  const pdf = await app.pdfs.draw(DRAW_INVOICE, shop, invoice.xml, {
    isCancelled,
    logo: await readLogo(app, shop),
  });
  return { filename, contentType: "application/pdf", content: Buffer.from(pdf) };
}

/** SAT's receipt (acuse) of a request to cancel the invoice. */
export function makeCancellationReceiptFile(invoice: Invoice, receipt: string): InvoiceFile {
  return {
    filename: `acuse-${baseNameOf(invoice)}.xml`,
    contentType: "application/xml",
    content: Buffer.from(receipt),
  };
}

/**
 * The name of a document's files, without extension. It is safe for any file system, and unique for each document:
 * "factura-1001-EKU9003173C9-5FB2822E-…". An order may have several documents for the same receiver.
 */
function baseNameOf({ kind, reference, folio, receiver, uuid }: Invoice): string {
  const documentName = kind === "creditNote" ? "nota-de-credito" : "factura";
  return [documentName, reference ?? folio, receiver.rfc.replace(/[^A-Z0-9]/g, "_"), uuid].join("-");
}
