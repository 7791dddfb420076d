import type { Cents } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { App } from "../app.ts";
import { findPaymentMethod } from "../checkout/carriers.ts";
import { findOrder } from "../orders/queries.ts";
import { letterHtml, letterText, type Letter } from "./letter.ts";
import { orderCreatedLetter, orderMovedLetter, ordersJoinedLetter } from "./order-letters.ts";

/** Job: the confirmation of a new order, with the key that opens it. Without an address there is nobody to write to. */
export async function mailOrderCreated(app: App, { orderId, key }: { orderId: string; key: string }): Promise<void> {
  const found = await orderAndShop(app, orderId);
  if (!found?.order.customer_email) return;
  const { order, shop } = found;
  const method = await findPaymentMethod(app.keyed, shop.id, order.payment_method);
  const link = `${app.originOf(shop.hosts)}/orders/${order.id}?key=${key}`;
  await post(
    app,
    order.customer_email!,
    `${order.id}-created`,
    orderCreatedLetter(shop, order, link, method?.checkout_message ?? ""),
  );
}

/** Job: what the customer should know when the order has moved. */
export async function mailOrderMoved(
  app: App,
  { orderId, status }: { orderId: string; status: OrderStatus },
): Promise<void> {
  const found = await orderAndShop(app, orderId);
  if (!found?.order.customer_email) return;
  const letter = orderMovedLetter(found.shop, found.order, status);
  if (letter) await post(app, found.order.customer_email, `${orderId}-${status.toLowerCase()}`, letter);
}

/** Job: two orders became one; written about the order as it is now, at whatever it then has. */
export async function mailOrdersJoined(
  app: App,
  { orderId, overpaidCents }: { orderId: string; overpaidCents: Cents },
): Promise<void> {
  const found = await orderAndShop(app, orderId);
  const email = found?.order.customer_email;
  const into = found?.order.joined_into && (await findOrder(app.keyed, found.shop.id, found.order.joined_into.id));
  if (!found || !into || !email) return;
  const letter = ordersJoinedLetter(found.shop, { joined: found.order, into, overpaidCents });
  await post(app, email, `${orderId}-joined`, letter);
}

async function orderAndShop(app: App, orderId: string) {
  for (const shop of await app.shops.all()) {
    const order = await findOrder(app.keyed, shop.id, orderId);
    if (order) return { order, shop };
  }
  return undefined;
}

async function post(app: App, to: string, id: string, letter: Letter): Promise<void> {
  await app.mail.send({
    to,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    messageId: `<${id}@escaparate>`,
  });
}
