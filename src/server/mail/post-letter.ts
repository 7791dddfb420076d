import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import type { Shop } from "../settings/shop.ts";
import { countToday } from "../system/daily-counts.ts";
import { findLetterWords, withWords } from "./letter-words.ts";
import { letterHtml, letterText, type Letter } from "./letter.ts";

export function messageIdOf(id: string): string {
  return `<${id}@escaparate>`;
}

/**
 * Sends a letter, with the shop's own words in it, in the shop's name; answers go to its own mailbox. `id` is the same for
 * every try at it.
 */
export async function postLetter(
  app: App,
  shop: Shop,
  written: Letter,
  { to, id, attachments = [] }: { to: string; id: string; attachments?: Attachment[] },
): Promise<void> {
  const { kind } = written;
  const letter = kind ? withWords(written, await findLetterWords(app.keyed, shop.id, kind)) : written;
  await app.mail.send({
    to,
    fromName: shop.name,
    replyTo: shop.settings.company.email || null,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    messageId: messageIdOf(id),
    attachments,
  });
  // Sent is sent: a count that fails must not have it sent again.
  await countToday(app.keyed, "mail_sent").catch((error: Error) =>
    app.log.warn({ err: error }, "a mail was not counted"),
  );
}
