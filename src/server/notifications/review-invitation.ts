import { shownLineName } from "../../domain/cart-line.ts";
import type { App } from "../app.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import type { OrderRow } from "../orders/queries.ts";
import { isInvitationAllowed } from "../reviews/invite-to-review.ts";
import type { Shop } from "../shops/shop.ts";
import { orderPlaceholders } from "./order-emails.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./send-order-email.ts";

/** The email that invites the customer to review the order's garments, with a link to unsubscribe. */
export function reviewInvitationEmail(
  shop: Shop,
  order: OrderRow,
  { link, unsubscribeLink }: { link: string; unsubscribeLink: string },
): EmailMessage {
  const garments = order.lines.filter((line) => !line.is_digital);
  return {
    kind: "reviewInvitation",
    placeholders: orderPlaceholders(order),
    subject: `¿Qué te pareció tu pedido #${order.reference}?`,
    shop,
    heading: `${order.customer_name}, ¿cómo te quedó?`,
    paragraphs: [
      "Cuéntales a otras personas cómo te quedó lo que te llegó: les ayuda a elegir su talla. Es un minuto, y puedes subir fotos.",
    ],
    rows: garments.map((line) => [shownLineName(line.name, line.is_digital), `${line.pieces}`]),
    button: { label: "Escribir mi reseña", url: link },
    link: { label: "No me inviten más a reseñar", url: unsubscribeLink },
  };
}

/** Job: sends the one invitation to review an order's products, if it is still due. */
export async function mailReviewInvitation(app: App, { token, ...mail }: OrderMail & { token: string }): Promise<void> {
  if (!(await isInvitationAllowed(app.db, mail.orderId))) return;
  const context = await findOrderToMail(app, "mail_review_invitation", mail);
  if (!context) return;
  const { shop, order } = context;
  // The token is in the URL fragment: browsers do not send it, so it is in no log and no Referer header.
  const unsubscribeLink = `${app.originOf(shop.hosts)}/invitaciones#token=${token}`;
  const email = reviewInvitationEmail(shop, order, { link: `${context.link}#resenas`, unsubscribeLink });
  await sendOrderEmail(app, context, `${order.id}-review-invitation`, email);
}
