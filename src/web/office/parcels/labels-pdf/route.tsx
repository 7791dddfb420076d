import { data } from "react-router";
import { LABEL_PAPERS } from "../../../../domain/carrier-label-paper.ts";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { missingText } from "../../../../server/carrier-labels/merge-labels.ts";
import { printLabels } from "../../../../server/carrier-labels/print-labels.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readQuery } from "../../read-query.ts";
import { MAX_LABELS } from "../max-labels.ts";
import { readParcelIds } from "../read-parcel-ids.ts";
import type { Route } from "./+types/route";

/** Query: `paquete` (a parcel id, repeated), `papel` (the paper). One PDF of the parcels' purchased shipping labels. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.ship", "any");
  const paper = readQuery(request.url).oneOf("papel", LABEL_PAPERS) ?? "label";
  const parcelIds = readParcelIds(request.url).slice(0, MAX_LABELS);
  const shops = shopsWithPermission(grants, "orders.ship");
  const printResult = await printLabels(context.get(appContext), { parcelIds, shops, paper });
  if (!printResult) throw data(null, { status: 404 });
  if (printResult.count === 0) {
    return new Response(missingText(printResult), {
      status: 409,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  return new Response(printResult.pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'inline; filename="guias.pdf"',
      "Cache-Control": "no-store",
    },
  });
}
