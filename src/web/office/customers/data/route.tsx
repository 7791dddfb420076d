import { formatMexicoTimeWithOffset } from "../../../../domain/mexico-time.ts";
import { exportCustomer } from "../../../../server/customers/office/export-customer.ts";
import { appContext } from "../../../context.ts";
import { requireCustomerAccess } from "../customer/require-customer-access.server.ts";
import { actorOf } from "../../guard.ts";
import type { Route } from "./+types/route";

/** The personal data of one customer (`exportCustomer`), as a JSON file. */
export async function loader({ context, request, params: { customerId: id } }: Route.LoaderArgs) {
  const { staff } = await requireCustomerAccess(context, request, { id, permission: "customers.erase" });
  const customerData = await exportCustomer(context.get(appContext), id, actorOf(context, staff));
  return new Response(JSON.stringify(customerData, replaceInstant, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="datos-${id}.json"`,
    },
  });
}

/** An instant as PostgreSQL's JSON and `Date` write it: UTC, with or without fractions of a second. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

/** Writes instants in Mexico City time, as the screens show them. */
function replaceInstant(_key: string, value: unknown): unknown {
  return typeof value === "string" && INSTANT.test(value) ? formatMexicoTimeWithOffset(new Date(value)) : value;
}
