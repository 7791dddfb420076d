import { data, type RouterContextProvider } from "react-router";
import { shopsWithPermission, type Permission } from "../../../../domain/staff-permissions.ts";
import { isCustomerOf, type AllowedShops } from "../../../../server/customers/office/find-customers.ts";
import { findCustomer, type Customer } from "../../../../server/customers/queries.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";

/**
 * Loads a customer that the member may see, or answers 404. Without `permission` the member needs `customers.view` in
 * all shops or in one where the customer ordered. Changes to the account, which belongs to the whole chain, need
 * `permission` in all shops.
 */
export async function requireCustomerAccess(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { id, permission }: { id: string; permission?: Permission },
): Promise<{ staff: Staff; customer: Customer; shops: AllowedShops }> {
  const staff = permission
    ? requireStaff(context, request, permission, "all")
    : requireStaff(context, request, "customers.view");
  const { genericPlanDb } = context.get(appContext);
  const shops = shopsWithPermission(staff.grants, "customers.view");
  const customer = await findCustomer(genericPlanDb, id);
  if (!customer || !(await isCustomerOf(genericPlanDb, id, shops))) throw data(null, { status: 404 });
  return { staff, customer, shops };
}
