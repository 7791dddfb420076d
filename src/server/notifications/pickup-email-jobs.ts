import { renderSVG } from "uqr";
import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./send-order-email.ts";
import { pickupReadyEmail, pickupReminderEmail } from "./pickup-emails.ts";

/**
 * Job: notifies the customer that an order can be collected. Nothing is sent if staff have set it back to not ready or
 * cancelled it, or if the customer has collected it.
 */
export async function mailPickupReady(app: App, mail: OrderMail): Promise<void> {
  const context = await findOrderToMail(app, "mail_pickup_ready", mail);
  const pickup = context?.order.pickup;
  if (!context || context.order.status !== "PAYMENT_ACCEPTED" || pickup?.state !== "READY" || pickup.ready_at === null)
    return;
  const email = pickupReadyEmail(context.shop, context.order, pickup, context.link);
  // An order that is prepared a second time gets a second email.
  const id = `${mail.orderId}-ready-${new Date(pickup.ready_at).getTime()}`;
  await sendOrderEmail(app, context, id, email, [await drawQrCode(pickup.code, context.order.reference)]);
}

/** Job: reminds the customer to collect an order. Nothing is sent if it was collected or cancelled since. */
export async function mailPickupReminder(app: App, mail: OrderMail): Promise<void> {
  const context = await findOrderToMail(app, "mail_pickup_reminder", mail);
  const pickup = context?.order.pickup;
  if (
    !context ||
    context.order.status !== "PAYMENT_ACCEPTED" ||
    pickup?.state !== "READY" ||
    pickup.kept_until === null
  )
    return;
  const email = pickupReminderEmail(context.shop, context.order, pickup, context.link);
  const id = `${mail.orderId}-pickup-${pickup.kept_until}`;
  await sendOrderEmail(app, context, id, email, [await drawQrCode(pickup.code, context.order.reference)]);
}

/** The code as a picture, because mail programs show no SVG. */
async function drawQrCode(code: string, reference: number): Promise<Attachment> {
  const { default: sharp } = await import("sharp");
  const content = await sharp(Buffer.from(renderSVG(code, { pixelSize: 12, border: 3 })))
    .png()
    .toBuffer();
  return { filename: `recoger-${reference}.png`, contentType: "image/png", content };
}
