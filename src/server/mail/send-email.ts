import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { findEmailOverrides, withOverrides } from "./email-overrides.ts";
import { renderEmailHtml, renderEmailText, type EmailMessage } from "./email-message.ts";
import { takeEmailQuota } from "./email-quota.ts";
import { recordSentMail, type AboutOrder } from "./sent-mails.ts";

interface Posting {
  to: string;
  /** The same for every try at it. */
  id: string;
  /** The job that writes it. */
  job: string;
  /** The order it is about. */
  about?: AboutOrder;
  /** A member of staff pressed for this very mail: it is counted nowhere. */
  isByStaff?: boolean;
  attachments?: Attachment[];
}

/**
 * Sends a letter, with the shop's own words in it, in the shop's name; answers go to its own mailbox. What the mail server
 * took is kept for staff, and so is what was not sent because the mailbox had its share of the day (`email-quota.ts`).
 */
export async function sendEmail(
  app: App,
  shop: Shop,
  written: EmailMessage,
  { to, id, job, about, isByStaff = false, attachments = [] }: Posting,
): Promise<void> {
  const { kind } = written;
  const letter = kind ? withOverrides(written, await findEmailOverrides(app.genericPlans, shop.id, kind)) : written;
  const messageId = `<${id}@escaparate>`;
  const sent = { shopId: shop.id, job, recipient: to, subject: letter.subject, messageId, about };
  if (!isByStaff && !(await takeEmailQuota(app, shop, { to, job, messageId, orderId: about?.orderId }))) {
    app.log.warn({ job, shop: shop.key, orderId: about?.orderId }, "a mail was not sent: its mailbox had its share");
    await recordSentMail(app.genericPlans, { ...sent, isSuppressed: true });
    return;
  }
  await app.mail.send({
    to,
    fromName: shop.name,
    replyTo: shop.settings.company.email || null,
    subject: letter.subject,
    text: renderEmailText(letter),
    html: renderEmailHtml(letter),
    messageId,
    attachments,
  });
  // Sent is sent: a row that fails must not have it sent again.
  await recordSentMail(app.genericPlans, sent).catch((error: Error) =>
    app.log.warn({ err: error }, "a sent mail was not kept"),
  );
}
