import type { Attachment } from "../adapters/mail/mailer.ts";
import type { App } from "../app.ts";
import type { Shop } from "../settings/shop.ts";
import { letterHtml, letterText, type Letter } from "./letter.ts";

export function messageIdOf(id: string): string {
  return `<${id}@escaparate>`;
}

/** Sends a letter in a shop's name; answers go to the shop's own mailbox. `id` is the same for every try at it. */
export async function postLetter(
  app: App,
  shop: Shop,
  letter: Letter,
  { to, id, attachments = [] }: { to: string; id: string; attachments?: Attachment[] },
): Promise<void> {
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
}
