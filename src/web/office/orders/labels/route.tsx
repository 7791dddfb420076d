import { data } from "react-router";
import { shopsWhere } from "../../../../domain/staff-permissions.ts";
import { drawLabels } from "../../../../server/orders/packing/draw-labels.ts";
import { findSlipOrders } from "../../../../server/orders/packing/find-slip-orders.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { readReferences } from "../read-references.ts";
import type { Route } from "./+types/route";

/** Labels of the orders named (`pedido`, several) in one PDF; what travels by mail has none. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.view", "any");
  const references = readReferences(new URL(request.url).searchParams.getAll("pedido"));
  const orders = await findSlipOrders(context.get(appContext), references, shopsWhere(grants, "orders.view"));
  const sent = orders.filter(({ order }) => order.address !== null);
  if (sent.length === 0) throw data(null, { status: 404 });
  return new Response(await drawLabels(sent), {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": 'inline; filename="etiquetas.pdf"' },
  });
}
