import { HomeSections, type HomeSection } from "../../contract/home-sections.ts";
import type { App } from "../app.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import type { Shop } from "../shops/shop.ts";

/** How long the link to a draft of the front page is valid. */
export const HOME_PREVIEW_HOURS = 24;

/** The query parameter of the link, with the token that opens the draft. */
export const HOME_PREVIEW_PARAM = "portada";

/** Stores a draft of the front page and returns the URL that shows it. Deletes expired drafts. */
export async function makeHomePreview(app: App, shop: Shop, sections: readonly HomeSection[]): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await app.db.deleteFrom("home_previews").where("expires_at", "<", new Date(now)).execute();
  await app.db
    .insertInto("home_previews")
    .values({
      token_hash: hashToken(token),
      shop_id: shop.id,
      sections: JSON.stringify(sections),
      expires_at: new Date(now + HOME_PREVIEW_HOURS * 3_600_000),
    })
    .execute();
  return `${app.originOf(shop.hosts)}/?${HOME_PREVIEW_PARAM}=${token}`;
}

/** The draft of this shop that the token opens. Null if there is none, or if it expired. */
export async function findHomePreview(
  { db }: Pick<App, "db">,
  shop: Shop,
  token: string,
): Promise<HomeSection[] | null> {
  const preview = await db
    .selectFrom("home_previews")
    .select("sections")
    .where("token_hash", "=", hashToken(token))
    .where("shop_id", "=", shop.id)
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  return preview ? HomeSections.parse(preview.sections) : null;
}
