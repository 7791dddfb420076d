import { data } from "react-router";
import { invoiceFile, isInvoiceFormat } from "../../../../server/invoicing/invoice-files.ts";
import { appContext } from "../../../context.ts";
import { requireInvoiceAccess } from "../invoice/require-invoice-access.server.ts";
import type { Route } from "./+types/route";

/** The XML or PDF of a stamped invoice. */
export async function loader({ context, request, params: { invoiceId, format } }: Route.LoaderArgs) {
  const { invoice } = await requireInvoiceAccess(context, request, invoiceId);
  const app = context.get(appContext);
  const shop = await app.shops.byId(invoice.shopId);
  if (!shop || invoice.xml === null || !isInvoiceFormat(format)) throw data(null, { status: 404 });
  const { content, contentType, filename } = await invoiceFile(app, shop, invoice, format);
  return new Response(new Uint8Array(content), {
    headers: { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${filename}"` },
  });
}
