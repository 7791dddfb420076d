import { isActionPossible } from "../../domain/order-actions.ts";
import { formatMoney } from "../../domain/money.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import type { Shop } from "../shops/shop.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { createOrderKey } from "./create-order-key.ts";
import { findOrder } from "./queries.ts";

export interface PayLink {
  url: string;
  /** A message to send with the link. */
  text: string;
}

/**
 * A link to the page where a customer pays an order. Staff who took the order by phone send it. A guest's link contains
 * a key that opens the order. A customer with an account signs in. Refused if the order is paid or has ended.
 */
export async function makePayLink(
  app: App,
  shop: Shop,
  orderId: string,
  by: Actor,
): Promise<PayLink | Refusal<"order_not_found" | "order_changed">> {
  const order = await findOrder(app.genericPlanDb, shop.id, orderId);
  if (!order) return refuse("order_not_found");
  if (!isActionPossible("payLink", order.status)) return refuse("order_changed");
  const pageUrl = `${app.originOf(shop.hosts)}/orders/${order.id}`;
  let url = pageUrl;
  if (order.customer_kind === "guest") {
    const key = await createOrderKey(app, shop, { orderId, customerId: order.customer_id });
    if (isRefusal(key)) return key;
    url = `${pageUrl}?key=${key}`;
  }
  await transact(app.genericPlanDb, (tx) =>
    logChange(tx, by, { action: "order-pay-link", object: { kind: "order", id: orderId } }),
  );
  const text = `Hola, ${order.customer_name}. Tu pedido #${order.reference} de ${shop.name} es de ${formatMoney(order.grand_total_cents)}. Aquí puedes verlo y pagarlo: ${url}`;
  return { url, text };
}
