import { lastArrival } from "../../domain/parcel.ts";
import type { App } from "../app.ts";
import type { OrderRow } from "../orders/queries.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./send-order-email.ts";
import { orderDeliveredEmail, parcelLeftEmail } from "./parcel-emails.ts";

/** Job: emails the customer that the carrier has another parcel of a shipped order. */
export async function mailParcelLeft(app: App, mail: OrderMail & { parcelId: string }): Promise<void> {
  const context = await findOrderToMail(app, "mail_parcel_left", mail);
  const parcel = context?.order.parcels.find(({ id }) => id === mail.parcelId);
  if (!context || !parcel) return;
  const email = parcelLeftEmail(context.shop, context.order, parcel, context.link);
  await sendOrderEmail(app, context, `${mail.orderId}-parcel-${mail.parcelId}`, email);
}

/** Job: emails the customer that the whole order was delivered, unless staff have undone that since. */
export async function mailOrderDelivered(app: App, mail: OrderMail): Promise<void> {
  const context = await findOrderToMail(app, "mail_order_delivered", mail);
  const deliveredAt = context && deliveredAtOf(context.order);
  if (!context || !deliveredAt) return;
  const email = orderDeliveredEmail(context.shop, context.order, { deliveredAt, link: context.link, now: new Date() });
  await sendOrderEmail(app, context, `${mail.orderId}-delivered`, email);
}

function deliveredAtOf({ parcels, unpackedLines }: OrderRow): Date | null {
  const parcelStates = parcels.map(({ state, delivered_at: at }) => ({
    state,
    deliveredAt: at === null ? null : new Date(at),
  }));
  return lastArrival(parcelStates, { isAllPacked: unpackedLines.length === 0 });
}
