import { data } from "react-router";
import { findCancellationReceipt } from "../../../../server/invoicing/cancellations.ts";
import {
  makeInvoiceFile,
  isInvoiceFormat,
  makeCancellationReceiptFile,
} from "../../../../server/invoicing/invoice-files.ts";
import { appContext } from "../../../context.ts";
import { requireInvoiceAccess } from "../invoice/require-invoice-access.server.ts";
import type { Route } from "./+types/route";

/** The XML or PDF of a stamped invoice, or SAT's receipt (acuse) of a request to cancel it. */
export async function loader({ context, request, params: { invoiceId, format } }: Route.LoaderArgs) {
  const { invoice } = await requireInvoiceAccess(context, request, invoiceId);
  const app = context.get(appContext);
  if (format === "acuse") {
    const cancellationId = Number(new URL(request.url).searchParams.get("solicitud"));
    const receipt =
      Number.isSafeInteger(cancellationId) && cancellationId > 0
        ? await findCancellationReceipt(app.genericPlanDb, invoice.id, cancellationId)
        : null;
    if (receipt === null) throw data(null, { status: 404 });
    return toResponse(makeCancellationReceiptFile(invoice, receipt));
  }
  const shop = await app.shops.byId(invoice.shopId);
  if (!shop || invoice.xml === null || !isInvoiceFormat(format)) throw data(null, { status: 404 });
  return toResponse(await makeInvoiceFile(app, shop, invoice, format));
}

function toResponse({ content, contentType, filename }: Awaited<ReturnType<typeof makeInvoiceFile>>): Response {
  return new Response(new Uint8Array(content), {
    headers: { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${filename}"` },
  });
}
