import { RETURN_REASON_LABEL, RETURN_REASONS } from "../../../../../domain/return.ts";
import { shopsWithPermission } from "../../../../../domain/staff-permissions.ts";
import { csvResponse } from "../../../../../server/csv/csv-response.ts";
import { reportReturns } from "../../../../../server/returns/report.ts";
import { appContext } from "../../../../context.ts";
import { requireStaff } from "../../../guard.ts";
import { readPeriod } from "../read-period.ts";
import type { Route } from "./+types/route";

const HEADERS = [
  "Producto",
  "Enviadas",
  "Devueltas",
  "Cambios",
  ...RETURN_REASONS.map((reason) => RETURN_REASON_LABEL[reason]),
];

/** The report of returns as CSV, with every shipped product. It has the same query as the report's page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.view");
  const { from, to } = readPeriod(request.url);
  const shops = shopsWithPermission(grants, "orders.view");
  const products = await reportReturns(context.get(appContext).readDb, { shops, from, to });
  const rows = products.map(({ name, shippedPieces, returnedPieces, exchangedPieces, piecesByReason }) => [
    name,
    shippedPieces,
    returnedPieces,
    exchangedPieces,
    ...RETURN_REASONS.map((reason) => piecesByReason[reason]),
  ]);
  return csvResponse("devoluciones", HEADERS, rows);
}
