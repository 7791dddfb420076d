import { LETTER_WORDS_MAX, type LetterKind, type LetterWords } from "../../domain/letter-kinds.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockShop } from "../settings/queries.ts";
import type { Shop } from "../settings/shop.ts";
import { writeChange, type Actor } from "../staff/staff-log.ts";
import type { Letter } from "./letter.ts";

const NO_WORDS: LetterWords = { opening: "", extra: "", closing: "" };

/** A shop's own words in a letter; all empty where it has none. */
export async function findLetterWords(db: Queryable, shopId: string, letter: LetterKind): Promise<LetterWords> {
  const own = await db
    .selectFrom("mail_words")
    .select(["opening", "extra", "closing"])
    .where("shop_id", "=", shopId)
    .where("letter", "=", letter)
    .executeTakeFirst();
  return own ?? NO_WORDS;
}

/**
 * The letter with the shop's words around its own: what it must say stays, and stays first. `{nombre}`, `{pedido}` and
 * `{tienda}` are filled in. They are plain text like all of a letter: laying it out escapes them.
 */
export function withWords(letter: Letter, words: LetterWords): Letter {
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
export function changeLetterWords(
  app: App,
  shop: Shop,
  { letter, words, seen }: { letter: LetterKind; words: LetterWords; seen: string },
  by: Actor,
): Promise<"changed" | Refusal<"mail_words_long" | "changed_meanwhile">> {
  return transact(app.db, async (tx) => {
    await lockShop(tx, shop.id);
    if (Object.values(words).some((text) => text.length > LETTER_WORDS_MAX)) return refuse("mail_words_long");
    const before = await findLetterWords(tx, shop.id, letter);
    if (seen !== seenOfWords(before)) return refuse("changed_meanwhile");
    if (seen === seenOfWords(words)) return "changed" as const;
    await tx
      .insertInto("mail_words")
      .values({ shop_id: shop.id, letter, ...words })
      .onConflict((conflict) => conflict.columns(["shop_id", "letter"]).doUpdateSet(words))
      .execute();
    const moved = (["opening", "extra", "closing"] as const).filter((name) => before[name] !== words[name]);
    const pick = (from: LetterWords) => Object.fromEntries(moved.map((name) => [name, from[name]]));
    const object = { kind: "mail-words", id: `${shop.id}.${letter}` };
    await writeChange(tx, by, { act: "mail-words", object, before: pick(before), after: pick(words) });
    return "changed" as const;
  });
}

export function seenOfWords({ opening, extra, closing }: LetterWords): string {
  return JSON.stringify([opening, extra, closing]);
}
