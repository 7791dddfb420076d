import { lastArrival } from "../../domain/parcel.ts";
import type { App } from "../app.ts";
import type { OrderRow } from "../orders/queries.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./order-mail.ts";
import { orderDeliveredEmail, parcelLeftEmail } from "./parcel-emails.ts";

/** Job: emails the customer that the carrier has another parcel of a shipped order. */
export async function mailParcelLeft(app: App, mail: OrderMail & { parcelId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_parcel_left", mail);
  const parcel = found?.order.parcels.find(({ id }) => id === mail.parcelId);
  if (!found || !parcel) return;
  const email = parcelLeftEmail(found.shop, found.order, parcel, found.link);
  await sendOrderEmail(app, found, `${mail.orderId}-parcel-${mail.parcelId}`, email);
}

/** Job: emails the customer that the whole order was delivered, unless staff have corrected the delivery. */
export async function mailOrderDelivered(app: App, mail: OrderMail): Promise<void> {
  const found = await findOrderToMail(app, "mail_order_delivered", mail);
  const deliveredAt = found && deliveredAtOf(found.order);
  if (!found || !deliveredAt) return;
  const email = orderDeliveredEmail(found.shop, found.order, { deliveredAt, link: found.link, now: new Date() });
  await sendOrderEmail(app, found, `${mail.orderId}-delivered`, email);
}

function deliveredAtOf({ parcels, unpackedLines }: OrderRow): Date | null {
  const facts = parcels.map(({ state, delivered_at: at }) => ({
    state,
    deliveredAt: at === null ? null : new Date(at),
  }));
  return lastArrival(facts, { isAllPacked: unpackedLines.length === 0 });
}
