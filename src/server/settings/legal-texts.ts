import { sql } from "kysely";
import type { LegalFacts } from "../../contract/legal-facts.ts";
import type { LegalPageName, LegalSection, LegalText } from "../../domain/legal-text.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { lockShop } from "../shops/queries.ts";
import { toPublicShop, type Shop } from "../shops/shop.ts";

/** The owner's text of a legal page, or the standard text with this shop's data. */
export async function getLegalText(
  app: App,
  shop: Shop,
  page: LegalPageName,
  makeStandardText: (facts: LegalFacts) => LegalText,
): Promise<LegalText> {
  const ownText = await app.genericPlanDb
    .selectFrom("legal_texts")
    .select(["sections", sql<string>`updated_on::text`.as("updatedOn")])
    .where("shop_id", "=", shop.id)
    .where("page", "=", page)
    .executeTakeFirst();
  const termsPages = shop.terms.pages.map(({ title, text }) => ({ title, text }));
  const text = makeStandardText({ shop: toPublicShop(shop), origin: app.originOf(shop.hosts), agreed: termsPages });
  return ownText ? { ...text, ...ownText } : text;
}

/** Whether the owner wrote this page, instead of the standard text. */
export async function hasOwnLegalText(db: Queryable, shopId: string, page: LegalPageName): Promise<boolean> {
  const query = db.selectFrom("legal_texts").select("page").where("shop_id", "=", shopId).where("page", "=", page);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The pages of this shop that the owner wrote. */
export async function listOwnLegalTexts(db: Queryable, shopId: string): Promise<LegalPageName[]> {
  const rows = await db.selectFrom("legal_texts").select("page").where("shop_id", "=", shopId).execute();
  return rows.map(({ page }) => page as LegalPageName);
}

/** The id of a page's newest version, "0" if there is none. A form keeps it as `seen`. */
export async function versionOfLegalText(db: Queryable, shopId: string, page: LegalPageName): Promise<string> {
  const [newestVersion] = await listLegalVersions(db, shopId, page, 1);
  return String(newestVersion?.id ?? 0);
}

/** The newest versions of a page, newest first. `sections` is null for the standard text. */
export function listLegalVersions(db: Queryable, shopId: string, page: LegalPageName, limit = 50) {
  return db
    .selectFrom("legal_text_versions")
    .select(["id", "sections", "actor", "at"])
    .where("shop_id", "=", shopId)
    .where("page", "=", page)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Replaces the standard text with the owner's `sections`, dated today in Mexico. Null restores the standard text. Every
 * version is stored. With `seen` the change is refused if the page was changed concurrently. False if nothing changed.
 */
export function changeLegalText(
  app: App,
  shop: Shop,
  { page, sections, seen }: { page: LegalPageName; sections: LegalSection[] | null; seen?: string },
  by: Actor = CONSOLE_ACTOR,
): Promise<boolean | Refusal<"edit_conflict">> {
  return transact(app.db, async (tx) => {
    await lockShop(tx, shop.id);
    if (seen !== undefined && seen !== (await versionOfLegalText(tx, shop.id, page))) return refuse("edit_conflict");
    const query = tx.selectFrom("legal_texts").where("shop_id", "=", shop.id).where("page", "=", page);
    const currentText = await query.select("sections").executeTakeFirst();
    if (JSON.stringify(currentText?.sections ?? null) === JSON.stringify(sections)) return false;
    if (sections === null) {
      await tx.deleteFrom("legal_texts").where("shop_id", "=", shop.id).where("page", "=", page).execute();
    } else {
      const today = sql<string>`(now() AT TIME ZONE 'America/Mexico_City')::date`;
      const sectionsJson = JSON.stringify(sections);
      await tx
        .insertInto("legal_texts")
        .values({ shop_id: shop.id, page, sections: sectionsJson })
        .onConflict((conflict) =>
          conflict.columns(["shop_id", "page"]).doUpdateSet({ sections: sectionsJson, updated_on: today }),
        )
        .execute();
    }
    const { id } = await tx
      .insertInto("legal_text_versions")
      .values({ shop_id: shop.id, page, sections: sections && JSON.stringify(sections), actor: by.name })
      .returning("id")
      .executeTakeFirstOrThrow();
    await logChange(tx, by, {
      action: sections === null ? "legal-standard" : "legal-text",
      object: { kind: "legal-text", id: `${shop.id}.${page}` },
      after: { version: id },
    });
    return true;
  });
}

/** As `changeLegalText`, for the console. */
export async function storeLegalText(
  app: App,
  shop: Shop,
  page: LegalPageName,
  sections: LegalSection[],
): Promise<void> {
  await changeLegalText(app, shop, { page, sections });
}

/** Restores the standard text. False if it was not replaced. */
export async function removeLegalText(app: App, shop: Shop, page: LegalPageName): Promise<boolean> {
  return (await changeLegalText(app, shop, { page, sections: null })) === true;
}
