import type { App } from "../app.ts";
import { hashToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";
import { findOrder, isOrderKey, type OrderRow } from "./queries.ts";

/** The order, if `access` has its customer's id or a key that opens it. Otherwise undefined. */
export async function findAccessibleOrder(
  app: App,
  shop: Shop,
  orderId: string,
  access: { customerId: string | null; key: string | null },
): Promise<OrderRow | undefined> {
  const order = await findOrder(app.genericPlanDb, shop.id, orderId);
  if (!order) return undefined;
  if (order.customer_id === access.customerId) return order;
  return access.key !== null && (await isOrderKey(app.genericPlanDb, order.id, hashToken(access.key)))
    ? order
    : undefined;
}
