import type { InvoiceShown } from "../../contract/invoices.ts";
import type { InvoiceState } from "../../domain/invoice-enums.ts";

const STATUS: Partial<Record<InvoiceState, InvoiceShown["status"]>> = {
  stamping: "PENDING",
  stamped: "ISSUED",
  cancelAsked: "CANCELLING",
};

export function toWireInvoice(invoice: { state: InvoiceState; uuid: string | null } | null): InvoiceShown | null {
  const status = invoice && STATUS[invoice.state];
  return status ? { status, uuid: invoice.uuid } : null;
}
