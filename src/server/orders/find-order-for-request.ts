import type { App } from "../app.ts";
import { authenticateCaller } from "../api/caller.ts";
import type { Shop } from "../shops/shop.ts";
import { findAccessibleOrder } from "./find-accessible-order.ts";
import type { OrderRow } from "./queries.ts";

/**
 * The order, if the caller may open it. Everybody who has the key of one of its emails, or of a link that the guest
 * or staff created, may open it, also after the customer's session has ended.
 */
export async function findOrderForRequest(
  app: App,
  shop: Shop,
  orderId: string,
  key: string | undefined,
  request: Request,
): Promise<OrderRow | undefined> {
  const orderOfKey =
    key === undefined ? undefined : await findAccessibleOrder(app, shop, orderId, { customerId: null, key });
  if (orderOfKey) return orderOfKey;
  const caller = await authenticateCaller(app, request);
  return findAccessibleOrder(app, shop, orderId, { customerId: caller?.customerId ?? null, key: null });
}
