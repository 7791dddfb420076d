import type { Order as WireOrder } from "../../contract/orders.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { findShownInvoiceDeadline } from "./invoice-deadline.ts";
import { findOrder } from "./queries.ts";
import { toWireOrder } from "./to-wire.ts";

/** The order as it is now, in the wire's format. It checks no permission: callers do that first. */
export async function loadWireOrder(app: App, shop: Shop, orderId: string): Promise<WireOrder> {
  const order = (await findOrder(app.genericPlanDb, shop.id, orderId))!;
  return toWireOrder(order, shop, await findShownInvoiceDeadline(app, shop, order));
}
