import type { App } from "../app.ts";
import { hashToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";
import { findOrder, isOrderKey, type OrderRow } from "./queries.ts";

/** The order, if the caller is its customer or has a key that opens it. Undefined for any other caller. */
export async function findAccessibleOrder(
  app: App,
  shop: Shop,
  orderId: string,
  caller: { customerId: string | null; key: string | null },
): Promise<OrderRow | undefined> {
  const order = await findOrder(app.genericPlanDb, shop.id, orderId);
  if (!order) return undefined;
  if (order.customer_id === caller.customerId) return order;
  return caller.key !== null && (await isOrderKey(app.genericPlanDb, order.id, hashToken(caller.key)))
    ? order
    : undefined;
}
