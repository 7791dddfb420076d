import { sql } from "kysely";
import type { LegalFacts } from "../../contract/legal-facts.ts";
import type { LegalPageName, LegalSection, LegalText } from "../../domain/legal-text.ts";
import type { App } from "../app.ts";
import { toWireApp, type Shop } from "./shop.ts";

/** The owner's own words for a legal page, or the standard ones with this shop's figures. */
export async function getLegalText(
  app: App,
  shop: Shop,
  page: LegalPageName,
  standard: (facts: LegalFacts) => LegalText,
): Promise<LegalText> {
  const own = await app.keyed
    .selectFrom("legal_texts")
    .select(["sections", sql<string>`updated_on::text`.as("updatedOn")])
    .where("shop_id", "=", shop.id)
    .where("page", "=", page)
    .executeTakeFirst();
  const agreed = shop.terms.pages.map(({ title, text }) => ({ title, text }));
  const text = standard({ shop: toWireApp(shop), origin: app.originOf(shop.hosts), agreed });
  return own ? { ...text, ...own } : text;
}

/** Puts the owner's words in place of the standard ones, dated today in Mexico. */
export async function storeLegalText(
  app: App,
  shop: Shop,
  page: LegalPageName,
  sections: LegalSection[],
): Promise<void> {
  const today = sql<string>`(now() AT TIME ZONE 'America/Mexico_City')::date`;
  await app.keyed
    .insertInto("legal_texts")
    .values({ shop_id: shop.id, page, sections: JSON.stringify(sections) })
    .onConflict((conflict) =>
      conflict.columns(["shop_id", "page"]).doUpdateSet({ sections: JSON.stringify(sections), updated_on: today }),
    )
    .execute();
}

/** Back to the standard words; false where they were in place. */
export async function removeLegalText(app: App, shop: Shop, page: LegalPageName): Promise<boolean> {
  const { numDeletedRows } = await app.keyed
    .deleteFrom("legal_texts")
    .where("shop_id", "=", shop.id)
    .where("page", "=", page)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
