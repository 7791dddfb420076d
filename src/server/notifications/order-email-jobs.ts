import type { MoveCause } from "../../domain/move-cause.ts";
import type { Cents } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";
import type { App } from "../app.ts";
import { findPaymentMethod } from "../checkout/find-payment-method.ts";
import { findShownInvoiceDeadline } from "../orders/invoice-deadline.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { createOrderPdf } from "../orders/pdf/create-order-pdf.ts";
import {
  orderCreatedEmail,
  orderEditedEmail,
  orderMovedEmail,
  ordersJoinedEmail,
  trackingCorrectedEmail,
} from "./order-emails.ts";
import { findOrderToMail, sendOrderEmail, type OrderMailContext, type OrderMail } from "./send-order-email.ts";
import { emailContainsTickets, hasOnlyTickets, ticketsEmail } from "./ticket-email.ts";

/** Job: sends the confirmation of a new order, with the key that opens it. Without a mailbox there is no email. */
export async function mailOrderCreated(app: App, mail: OrderMail): Promise<void> {
  const context = await findOrderToMail(app, "mail_order_created", mail);
  if (!context) return;
  const { order, shop, link } = context;
  const method = await findPaymentMethod(app.genericPlanDb, shop.id, order.payment_method);
  const email = orderCreatedEmail(shop, order, link, method?.checkout_message ?? "");
  await sendOrderEmail(app, context, `${order.id}-created`, email);
}

/** Job: notifies the customer of an order's new status. */
export async function mailOrderMoved(
  app: App,
  mail: OrderMail & { status: OrderStatus; because: MoveCause | null },
): Promise<void> {
  const context = await findOrderToMail(app, "mail_order_moved", mail);
  if (!context) return;
  const { status, because } = mail;
  // An order that is paid after it was cancelled may be accepted or cancelled again. That is a different email.
  const id = [mail.orderId, status.toLowerCase(), because].filter(Boolean).join("-");
  if (emailContainsTickets(context.order, status)) return mailTickets(app, context, { id, because });
  // All tickets are void by now. The customer gets another email about that.
  if (status === "SHIPPED" && hasOnlyTickets(context.order) && !context.order.exchange) return;
  const deadline = status === "SHIPPED" ? await findShownInvoiceDeadline(app, context.shop, context.order) : null;
  const invoiceUntil = deadline?.isOver === false ? deadline.lastDay : undefined;
  const email = orderMovedEmail(context.shop, context.order, { status, because, link: context.link, invoiceUntil });
  if (email) await sendOrderEmail(app, context, id, email);
}

/** Some mail servers refuse larger attachments. A larger PDF is not attached: the email says where the tickets are. */
const MAX_ATTACHED_BYTES = 8 * 1024 * 1024;

async function mailTickets(
  app: App,
  context: OrderMailContext,
  { id, because }: { id: string; because: MoveCause | null },
): Promise<void> {
  const { order, shop, link } = context;
  const content = Buffer.from(await createOrderPdf(app, shop, order));
  const isAttached = content.byteLength <= MAX_ATTACHED_BYTES;
  const pdf = { filename: `boletos-${order.reference}.pdf`, contentType: "application/pdf", content };
  await sendOrderEmail(
    app,
    context,
    id,
    ticketsEmail(shop, order, { link, because, isAttached }),
    isAttached ? [pdf] : [],
  );
}

/**
 * Job: sends the customer the corrected tracking number. Nothing is sent if it was corrected again since. Jobs of earlier
 * versions have no `correctionId`.
 */
export async function mailTrackingCorrected(
  app: App,
  mail: OrderMail & { trackingNumber: string; correctionId?: string | undefined },
): Promise<void> {
  const context = await findOrderToMail(app, "mail_tracking_corrected", mail);
  if (!context) return;
  const { tracking_number: orderGuide, parcels } = context.order;
  const guides = [orderGuide, ...parcels.map(({ guide }) => guide)];
  const guide = guides.includes(mail.trackingNumber) ? mail.trackingNumber : mail.again ? orderGuide : null;
  if (guide === null) return;
  const email = trackingCorrectedEmail(context.shop, context.order, { guide, link: context.link });
  await sendOrderEmail(
    app,
    context,
    `${mail.orderId}-tracking-${mail.correctionId ?? mail.trackingNumber.replaceAll(/[^\w.-]/g, "_")}`,
    email,
  );
}

/** Job: notifies the customer that two orders were joined. The email shows the receiving order as it is now. */
export async function mailOrdersJoined(
  app: App,
  { orderId, overpaidCents, again }: { orderId: string; overpaidCents: Cents; again?: string },
): Promise<void> {
  // The email has no link, so it needs no key. The rest of the payload is stored, to send the email again.
  const mail = { orderId, key: null, again, overpaidCents };
  const context = await findOrderToMail(app, "mail_orders_joined", mail);
  if (!context) return;
  // The receiving order may have been joined into another one since.
  let receivingOrder: OrderRow | undefined = context.order;
  while (receivingOrder?.joined_into)
    receivingOrder = await findOrder(app.genericPlanDb, context.shop.id, receivingOrder.joined_into.id);
  if (!receivingOrder || receivingOrder === context.order) return;
  const email = ordersJoinedEmail(context.shop, {
    joinedOrder: context.order,
    receivingOrder,
    overpaidCents,
  });
  await sendOrderEmail(app, context, `${orderId}-joined`, email);
}

/**
 * Job: notifies the customer that staff changed the lines of an unpaid order. An order that was paid or cancelled since
 * then has its own email.
 */
export async function mailOrderEdited(app: App, mail: OrderMail & { editId: string }): Promise<void> {
  const context = await findOrderToMail(app, "mail_order_edited", mail);
  if (!context || (context.order.status !== "WAITING_PAYMENT" && context.order.status !== "RESERVED")) return;
  const edit = await app.genericPlanDb
    .selectFrom("order_edits")
    .select(["changes", "grand_total_before_cents as beforeCents"])
    .where("id", "=", mail.editId)
    .where("order_id", "=", mail.orderId)
    .executeTakeFirst();
  if (!edit) return;
  const email = orderEditedEmail(context.shop, context.order, { ...edit, link: context.link });
  await sendOrderEmail(app, context, `${mail.orderId}-edit-${mail.editId}`, email);
}
