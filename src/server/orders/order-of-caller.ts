import type { App } from "../app.ts";
import { findCaller } from "../api/caller.ts";
import type { Shop } from "../shops/shop.ts";
import { getOrder } from "./get-order.ts";
import type { OrderRow } from "./queries.ts";

/** The key of the mail, or of a link the guest kept, opens the order whoever asks, also where his own session has ended meanwhile. */
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
