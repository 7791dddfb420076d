import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import type { Shop } from "../settings/shop.ts";
import { findLetterWords, withWords } from "./letter-words.ts";
import { letterHtml, letterText, type Letter } from "./letter.ts";
import { keepSentMail, type AboutOrder } from "./sent-mails.ts";

interface Posting {
  to: string;
  /** The same for every try at it. */
  id: string;
  /** The job that writes it. */
  job: string;
  /** The order it is about. */
  about?: AboutOrder;
  attachments?: Attachment[];
}

/**
 * Sends a letter, with the shop's own words in it, in the shop's name; answers go to its own mailbox. What the mail server
 * took is kept for staff.
 */
export async function postLetter(
  app: App,
  shop: Shop,
  written: Letter,
  { to, id, job, about, attachments = [] }: Posting,
): Promise<void> {
  const { kind } = written;
  const letter = kind ? withWords(written, await findLetterWords(app.keyed, shop.id, kind)) : written;
  const messageId = `<${id}@escaparate>`;
  await app.mail.send({
    to,
    fromName: shop.name,
    replyTo: shop.settings.company.email || null,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    messageId,
    attachments,
  });
  const sent = { shopId: shop.id, job, recipient: to, subject: letter.subject, messageId, about };
  // Sent is sent: a row that fails must not have it sent again.
  await keepSentMail(app.keyed, sent).catch((error: Error) => app.log.warn({ err: error }, "a sent mail was not kept"));
}
