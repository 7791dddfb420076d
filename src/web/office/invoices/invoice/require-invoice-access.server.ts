import { data, type RouterContextProvider } from "react-router";
import { isId } from "../../../../server/db/new-id.ts";
import { findInvoice, type Invoice } from "../../../../server/invoicing/queries.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";

/** Loads an invoice of a shop whose invoices the member manages; 404 for any other. */
export async function requireInvoiceAccess(
  context: Readonly<RouterContextProvider>,
  request: Request,
  id: string,
): Promise<{ staff: Staff; invoice: Invoice }> {
  requireStaff(context, request, "invoices.manage");
  const invoice = isId(id) ? await findInvoice(context.get(appContext).genericPlanDb, id) : undefined;
  if (!invoice) throw data(null, { status: 404 });
  return { staff: requireStaff(context, request, "invoices.manage", { shopId: invoice.shopId }), invoice };
}
