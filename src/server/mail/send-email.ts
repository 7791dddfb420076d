import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { findEmailOverrides, addOverrides } from "./email-overrides.ts";
import { renderEmailHtml, renderEmailText, type EmailMessage } from "./email-message.ts";
import { consumeEmailQuota } from "./email-quota.ts";
import { recordSentMail, isEmailRecorded, type AboutOrder } from "./sent-mails.ts";

interface SendOptions {
  to: string;
  /** Identifies the email: every attempt to send it has the same id. */
  id: string;
  /** The job that sends it. */
  job: string;
  /** The order that the email is about. */
  about?: AboutOrder;
  /** A member of staff requested this email, so it does not count against the quota. */
  isByStaff?: boolean;
  attachments?: Attachment[];
}

/**
 * Sends an email in the shop's name, with the shop's own texts, unless an email with this id was sent or suppressed
 * before. Replies go to the shop's mailbox. An email is suppressed if its mailbox reached the daily quota
 * (`email-quota.ts`). Staff see which emails the mail server accepted, and which were suppressed.
 */
export async function sendEmail(
  app: App,
  shop: Shop,
  message: EmailMessage,
  { to, id, job, about, isByStaff = false, attachments = [] }: SendOptions,
): Promise<void> {
  const { kind } = message;
  const email = kind ? addOverrides(message, await findEmailOverrides(app.genericPlanDb, shop.id, kind)) : message;
  const messageId = `<${id}@escaparate>`;
  if (await isEmailRecorded(app.genericPlanDb, id)) return;
  const record = { shopId: shop.id, job, recipient: to, subject: email.subject, messageId, about };
  if (!isByStaff && !(await consumeEmailQuota(app, shop, { to, job, messageId, orderId: about?.orderId }))) {
    app.log.warn(
      { job, shop: shop.key, orderId: about?.orderId },
      "an email was not sent: its mailbox reached its quota",
    );
    await recordSentMail(app.genericPlanDb, { ...record, isSuppressed: true });
    return;
  }
  await app.mail.send({
    to,
    fromName: shop.name,
    replyTo: shop.settings.company.email || null,
    subject: email.subject,
    text: renderEmailText(email),
    html: renderEmailHtml(email),
    messageId,
    attachments,
  });
  // The email is sent: an error in recording it must not cause a second one.
  await recordSentMail(app.genericPlanDb, record).catch((error: Error) =>
    app.log.warn({ err: error }, "a sent email was not recorded"),
  );
}
