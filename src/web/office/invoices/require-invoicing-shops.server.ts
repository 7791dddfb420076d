import { data, type RouterContextProvider } from "react-router";
import { shopsWithPermission } from "../../../domain/staff-permissions.ts";
import type { Shop } from "../../../server/shops/shop.ts";
import type { Staff } from "../../../server/staff/staff-sessions.ts";
import { appContext } from "../../context.ts";
import { requireStaff } from "../guard.ts";

/**
 * The shops whose invoices the member manages, and the requested one among them: the first one if none is requested. A
 * requested shop that is not among them answers 404.
 */
export async function requireInvoicingShops(
  context: Readonly<RouterContextProvider>,
  request: Request,
  requestedShopId: string,
): Promise<{ staff: Staff; shops: Shop[]; shop: Shop }> {
  const staff = requireStaff(context, request, "invoices.manage");
  const allowedShopIds = shopsWithPermission(staff.grants, "invoices.manage");
  const shops = (await context.get(appContext).shops.all()).filter(
    ({ id }) => allowedShopIds === "all" || allowedShopIds.includes(id),
  );
  const shop = requestedShopId === "" ? shops[0] : shops.find(({ id }) => id === requestedShopId);
  if (!shop) throw data(null, { status: 404 });
  return { staff, shops, shop };
}
