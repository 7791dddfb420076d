import { data, type RouterContextProvider } from "react-router";
import { shopsWhere } from "../../../domain/staff-permissions.ts";
import type { Shop } from "../../../server/shops/shop.ts";
import type { Staff } from "../../../server/staff/staff-sessions.ts";
import { appContext } from "../../context.ts";
import { requireStaff } from "../guard.ts";

/** The shops whose invoices she keeps, and the one that `asked` names: the first where it names none; 404 for another's. */
export async function allowedInvoicingShops(
  context: Readonly<RouterContextProvider>,
  request: Request,
  asked: string,
): Promise<{ staff: Staff; shops: Shop[]; shop: Shop }> {
  const staff = requireStaff(context, request, "invoices.manage");
  const hers = shopsWhere(staff.grants, "invoices.manage");
  const shops = (await context.get(appContext).shops.all()).filter(({ id }) => hers === "all" || hers.includes(id));
  const shop = asked === "" ? shops[0] : shops.find(({ id }) => id === asked);
  if (!shop) throw data(null, { status: 404 });
  return { staff, shops, shop };
}
