import type { Invoice } from "./queries.ts";

export interface InvoiceFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A stamped invoice as files: the XML byte for byte as it was stamped. */
export async function invoiceFiles(invoice: Invoice): Promise<Record<"xml", InvoiceFile>> {
  if (invoice.xml === null) throw new Error("only a stamped invoice has files");
  const name = fileName(invoice);
  return {
    xml: { filename: `${name}.xml`, contentType: "application/xml", content: Buffer.from(invoice.xml) },
  };
}

/** Safe for any file system: "factura-1001-EKU9003173C9". */
function fileName({ kind, reference, folio, receiver }: Invoice): string {
  const word = kind === "creditNote" ? "nota-de-credito" : "factura";
  return `${word}-${reference ?? folio}-${receiver.rfc.replace(/[^A-Z0-9]/g, "_")}`;
}
