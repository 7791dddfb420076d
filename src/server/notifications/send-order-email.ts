import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import { findOrderOfAnyShop, type OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";

/** The payload of the job of an email about an order (`enqueueOrderEmail`). */
export interface OrderMail {
  orderId: string;
  /**
   * The key that opens the order without a session. Null for a customer with an account, except in the confirmation of
   * the order, and null in the email about joined orders.
   */
  key: string | null;
  /**
   * Set if staff send the email again: it gets another message id, because mailboxes discard a message id that they
   * already have.
   */
  again?: string;
}

/** What an email about an order is made from. */
export interface OrderMailContext {
  /** The name of the email's job. */
  job: string;
  /** The payload of the job. */
  mail: OrderMail;
  order: OrderRow;
  shop: Shop;
  recipient: string;
  /** The page of the order. For a joined order, the page of the order that it was joined into. */
  link: string;
  /** Whether the link contains a key that opens the order. */
  hasKey: boolean;
}

/** What is needed to send an email about an order. Undefined if the order has no mailbox. */
export async function findOrderToMail(app: App, job: string, mail: OrderMail): Promise<OrderMailContext | undefined> {
  const { orderId, key } = mail;
  const order = await findOrderOfAnyShop(app.genericPlanDb, orderId);
  const shop = (await app.shops.all()).find(({ id }) => id === order?.shop_id);
  if (!order?.customer_email || !shop) return undefined;
  const pageUrl = `${app.originOf(shop.hosts)}/orders/${order.joined_into?.id ?? order.id}`;
  const link = key ? `${pageUrl}?key=${key}` : pageUrl;
  return { job, mail, order, shop, recipient: order.customer_email, link, hasKey: Boolean(key) };
}

/** Sends an email about an order. `id` is the same for every attempt at the same email. */
export async function sendOrderEmail(
  app: App,
  { job, mail, recipient, shop, hasKey }: OrderMailContext,
  id: string,
  email: EmailMessage,
  attachments: Attachment[] = [],
): Promise<void> {
  const emailWithWarning = hasKey
    ? { closing: "Este enlace es solo tuyo: quien lo tenga puede ver tu pedido.", ...email }
    : email;
  const { orderId, key: _key, again, ...payload } = mail;
  const about = { orderId, payload };
  await sendEmail(app, shop, emailWithWarning, {
    to: recipient,
    id: again ? `${id}-${again}` : id,
    job,
    about,
    isByStaff: again !== undefined,
    attachments,
  });
}
