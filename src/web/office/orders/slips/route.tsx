import { data } from "react-router";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { DRAW_SLIPS } from "../../../../server/orders/packing/draw-slips.ts";
import { findSlipOrders } from "../../../../server/orders/packing/find-slip-orders.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readReferences } from "../read-references.ts";
import type { Route } from "./+types/route";

/**
 * Packing slips of the requested orders (`pedido`, repeated) in one PDF. `precios=1`, for staff who may see money, adds
 * the prices and omits the notes by staff.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const hasPrices = searchParams.get("precios") === "1";
  const permission = hasPrices ? "payments.view" : "orders.view";
  const { grants } = requireStaff(context, request, permission, "any");
  const references = readReferences(searchParams.getAll("pedido"));
  const app = context.get(appContext);
  const orders = await findSlipOrders(app, references, shopsWithPermission(grants, permission));
  if (orders.length === 0) throw data(null, { status: 404 });
  const pdf = await app.pdfs.draw(DRAW_SLIPS, orders, { showsPrices: hasPrices });
  return new Response(pdf, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": 'inline; filename="hojas-de-empaque.pdf"' },
  });
}
