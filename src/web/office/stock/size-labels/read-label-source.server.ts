import { data } from "react-router";
import { isAllowed, shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import type { LabelSource } from "../../../../server/size-labels/list-label-sizes.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import type { Route } from "./+types/route";

/**
 * Reads the products, sizes or delivery to print labels for. Also returns the shops whose products and prices the
 * member may see: `visibleShops` for queries ("all" or ids), `shopChoices` with their names. Answers 404 for a delivery
 * if the member may not change stock. `valuesOf` returns the values of a field of the form or of the query.
 */
export async function readLabelSource(
  { context, request }: Pick<Route.LoaderArgs, "context" | "request">,
  valuesOf: (name: string) => string[],
) {
  const { grants } = requireStaff(context, request, "stock.view");
  const [deliveryId] = valuesOf("entrega");
  // Only members who may change stock see deliveries.
  if (deliveryId && !isAllowed(grants, "stock.change", "all")) throw data(null, { status: 404 });
  const visibleShops = shopsWithPermission(grants, "stock.view");
  const source: LabelSource = { productIds: valuesOf("producto"), sizeIds: valuesOf("talla"), deliveryId };
  const allShops = await context.get(appContext).shops.all();
  const shopChoices = allShops.filter(({ id }) => visibleShops === "all" || visibleShops.includes(id));
  return { source, visibleShops, shopChoices };
}
