import { data, type RouterContextProvider } from "react-router";
import { shopsWithPermission, type Permission } from "../../../domain/staff-permissions.ts";
import { appContext } from "../../context.ts";
import { requireSignedInStaff, requireStaff } from "../guard.ts";

type Context = Readonly<RouterContextProvider>;

/** The shop of this key and the staff member; 404 if the member does not have this permission there. */
export async function requireShop(context: Context, request: Request, key: string, permission: Permission) {
  // The session is checked first, so that visitors without one are redirected to sign in, whatever the key.
  requireSignedInStaff(context, request);
  const shop = await context.get(appContext).shops.byKey(key);
  if (!shop) throw data(null, { status: 404 });
  return { shop, staff: requireStaff(context, request, permission, { shopId: shop.id }) };
}

/** The shops where the member has this permission, the oldest first. */
export async function listAllowedShops(context: Context, request: Request, permission: Permission) {
  const staff = requireStaff(context, request, permission);
  const allowedShops = shopsWithPermission(staff.grants, permission);
  const shops = await context.get(appContext).shops.all();
  return { staff, shops: shops.filter(({ id }) => allowedShops === "all" || allowedShops.includes(id)) };
}

/**
 * The shop whose key is in the query (`tienda`). The default is the first shop where the member has this permission.
 * Any other key gets 404, so that a form with a wrong key changes no shop.
 */
export async function requireRequestedShop(context: Context, request: Request, permission: Permission) {
  const { staff, shops } = await listAllowedShops(context, request, permission);
  const key = new URL(request.url).searchParams.get("tienda");
  const shop = key === null ? shops[0] : shops.find((candidate) => candidate.key === key);
  if (!shop) throw data(null, { status: 404 });
  return { staff, shops, shop };
}
