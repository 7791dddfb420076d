import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";

/** What the job of a mail about an order is told (`enqueueOrderEmail`). */
export interface OrderMail {
  orderId: string;
  /** Opens the order without a session; null for a customer, who has his account. */
  key: string | null;
  /** Where staff send it once more: makes it another mail, which mailboxes would else drop as one they have. */
  again?: string;
}

export interface FoundOrder {
  /** The job's name and what it was told. */
  kind: string;
  mail: OrderMail;
  order: OrderRow;
  shop: Shop;
  email: string;
  /** Where the order is read; of a joined one, where its products are. */
  link: string;
  isKeyed: boolean;
}

/** The order of a mail with its shop and mailbox; undefined where there is nobody to write to. */
export async function findOrderToMail(app: App, kind: string, mail: OrderMail): Promise<FoundOrder | undefined> {
  const { orderId, key } = mail;
  for (const shop of await app.shops.all()) {
    const order = await findOrder(app.genericPlans, shop.id, orderId);
    if (order?.customer_email) {
      const page = `${app.originOf(shop.hosts)}/orders/${order.joined_into?.id ?? order.id}`;
      const link = key ? `${page}?key=${key}` : page;
      return { kind, mail, order, shop, email: order.customer_email, link, isKeyed: Boolean(key) };
    }
  }
  return undefined;
}

/** `id` is the same for every try at the same mail. */
export async function sendOrderEmail(
  app: App,
  { kind, mail, email, shop, isKeyed }: FoundOrder,
  id: string,
  letter: EmailMessage,
  attachments: Attachment[] = [],
): Promise<void> {
  const warned = isKeyed
    ? { closing: "Este enlace es solo tuyo: quien lo tenga puede ver tu pedido.", ...letter }
    : letter;
  const { orderId, key: _key, again, ...told } = mail;
  const about = { orderId, told };
  await sendEmail(app, shop, warned, {
    to: email,
    id: again ? `${id}-${again}` : id,
    job: kind,
    about,
    isByStaff: again !== undefined,
    attachments,
  });
}
