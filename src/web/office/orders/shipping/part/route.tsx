import { data, redirect } from "react-router";
import { isRefusal } from "../../../../../domain/refusal.ts";
import { shopsWithPermission } from "../../../../../domain/staff-permissions.ts";
import { readTrackingList } from "../../../../../server/orders/tracking-list/read-tracking-list.ts";
import { shipListedOrders } from "../../../../../server/orders/tracking-list/ship-listed-orders.ts";
import { appContext } from "../../../../context.ts";
import { actorOf, readForm, requireStaff } from "../../../guard.ts";
import { officePaths } from "../../../paths.ts";
import { outcomeSentence } from "../outcome-sentence.ts";
import type { Route } from "./+types/route";

/** This path has no page. The page of the list posts each part of the list here. */
export function loader() {
  return redirect(officePaths.shipList);
}

/** Ships one part of a list (`lista`) and returns the outcome of each line. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "orders.ship", "any");
  const list = readTrackingList((await readForm(request)).multilineText("lista"));
  if (isRefusal(list)) throw data(null, { status: 400 });
  const shops = shopsWithPermission(staff.grants, "orders.ship");
  const outcomes = await shipListedOrders(context.get(appContext), list.lines, shops, actorOf(context, staff));
  return Response.json(outcomes.map((line) => ({ ...line, sentence: outcomeSentence(line) })));
}
