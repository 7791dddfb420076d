import { EMAIL_OVERRIDE_MAX, type EmailKind, type EmailOverrides } from "../../domain/email-kinds.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockShop } from "../shops/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { EmailMessage } from "./email-message.ts";

const NO_OVERRIDES: EmailOverrides = { opening: "", extra: "", closing: "" };

/** A shop's own words in a letter; all empty where it has none. */
export async function findEmailOverrides(db: Queryable, shopId: string, letter: EmailKind): Promise<EmailOverrides> {
  const own = await db
    .selectFrom("email_overrides")
    .select(["opening", "extra", "closing"])
    .where("shop_id", "=", shopId)
    .where("email_kind", "=", letter)
    .executeTakeFirst();
  return own ?? NO_OVERRIDES;
}

/**
 * The letter with the shop's words around its own: what it must say stays, and stays first. `{nombre}`, `{pedido}` and
 * `{tienda}` are filled in. They are plain text like all of a letter: laying it out escapes them.
 */
export function withOverrides(letter: EmailMessage, words: EmailOverrides): EmailMessage {
  const facts: Record<string, string> = { ...letter.named, tienda: letter.shop.name };
  const fill = (text: string) => text.replaceAll(/\{(nombre|pedido|tienda)\}/g, (_, name: string) => facts[name] ?? "");
  const [opening, extra, closing] = [fill(words.opening), fill(words.extra), fill(words.closing)];
  return {
    ...letter,
    paragraphs: [opening, ...letter.paragraphs, extra].filter(Boolean),
    closing: [letter.closing, closing].filter(Boolean).join(" ") || undefined,
  };
}

/** Gives a letter the shop's own words; `seen` (the words that were there) refuses where somebody else wrote meanwhile. */
export function changeEmailOverrides(
  app: App,
  shop: Shop,
  { letter, words, seen }: { letter: EmailKind; words: EmailOverrides; seen: string },
  by: Actor,
): Promise<"changed" | Refusal<"mail_words_long" | "changed_meanwhile">> {
  return transact(app.db, async (tx) => {
    await lockShop(tx, shop.id);
    if (Object.values(words).some((text) => text.length > EMAIL_OVERRIDE_MAX)) return refuse("mail_words_long");
    const before = await findEmailOverrides(tx, shop.id, letter);
    if (seen !== versionOfOverrides(before)) return refuse("changed_meanwhile");
    if (seen === versionOfOverrides(words)) return "changed" as const;
    await tx
      .insertInto("email_overrides")
      .values({ shop_id: shop.id, email_kind: letter, ...words })
      .onConflict((conflict) => conflict.columns(["shop_id", "email_kind"]).doUpdateSet(words))
      .execute();
    const moved = (["opening", "extra", "closing"] as const).filter((name) => before[name] !== words[name]);
    const pick = (from: EmailOverrides) => Object.fromEntries(moved.map((name) => [name, from[name]]));
    const object = { kind: "mail-words", id: `${shop.id}.${letter}` };
    await logChange(tx, by, { act: "mail-words", object, before: pick(before), after: pick(words) });
    return "changed" as const;
  });
}

export function versionOfOverrides({ opening, extra, closing }: EmailOverrides): string {
  return JSON.stringify([opening, extra, closing]);
}
