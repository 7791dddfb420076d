import type { App } from "../app.ts";
import { findCaller } from "../api/caller.ts";
import type { Shop } from "../shops/shop.ts";
import { getOrder } from "./get-order.ts";
import type { OrderRow } from "./queries.ts";

/**
 * The order that the caller may open. The key of the email, or of a link that the guest made, opens it for anyone, even
 * after the customer's session has ended.
 */
export async function orderOfCaller(
  app: App,
  shop: Shop,
  orderId: string,
  key: string | undefined,
  request: Request,
): Promise<OrderRow | undefined> {
  const byKey = key === undefined ? undefined : await getOrder(app, shop, orderId, { customerId: null, key });
  if (byKey) return byKey;
  const caller = await findCaller(app, request);
  return getOrder(app, shop, orderId, { customerId: caller?.customerId ?? null, key: null });
}
