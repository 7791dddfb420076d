import { data } from "react-router";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { DRAW_LABELS } from "../../../../server/orders/packing/draw-labels.ts";
import { findSlipOrders } from "../../../../server/orders/packing/find-slip-orders.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readReferences } from "../read-references.ts";
import type { Route } from "./+types/route";

/** Shipping labels of the requested orders (`pedido`, repeated) in one PDF. Orders without an address have no label. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.view", "any");
  const references = readReferences(new URL(request.url).searchParams.getAll("pedido"));
  const app = context.get(appContext);
  const orders = await findSlipOrders(app, references, shopsWithPermission(grants, "orders.view"));
  const ordersWithAddress = orders.filter(({ order }) => order.address !== null);
  if (ordersWithAddress.length === 0) throw data(null, { status: 404 });
  return new Response(await app.pdfs.draw(DRAW_LABELS, ordersWithAddress), {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": 'inline; filename="etiquetas.pdf"' },
  });
}
