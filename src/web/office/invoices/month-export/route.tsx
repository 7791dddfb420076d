import { data } from "react-router";
import { isDay } from "../../../../domain/mexico-time.ts";
import { exportMonth } from "../../../../server/invoicing/export-month.ts";
import { writeZip } from "../../../../server/zip/write-zip.ts";
import { appContext } from "../../../context.ts";
import { readQuery } from "../../read-query.ts";
import { requireInvoicingShops } from "../require-invoicing-shops.server.ts";
import type { Route } from "./+types/route";

/**
 * Streams one ZIP with the files of all stamped documents of a shop's month, also of cancelled ones (`exportMonth`).
 * The ZIP is made while it is sent.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readQuery(request.url);
  const { shop } = await requireInvoicingShops(context, request, query.text("tienda"));
  const month = query.text("mes");
  if (!isDay(`${month}-01`)) throw data(null, { status: 404 });
  const chunks = writeZip(exportMonth(context.get(appContext), shop, month));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="facturas-${shop.key}-${month}.zip"`,
    },
  });
}
