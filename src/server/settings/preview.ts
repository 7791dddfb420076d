import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { closeForRestore } from "../shops/closed-by-restore.ts";
import { hideProducts, isOpen, type Shop } from "../shops/shop.ts";

/** How long a preview link is valid, and how long the browser keeps the cookie that it sets. */
export const PREVIEW_HOURS = 24;

/** The path of a preview link. Its token follows after `#`, which no server logs. */
export const PREVIEW_PATH = "/vista-previa";

/** Creates a link that shows this shop before it opens. */
export async function makePreviewLink(app: App, shop: Shop, by: Actor): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await transact(app.db, async (tx) => {
    await tx.deleteFrom("preview_links").where("expires_at", "<", new Date(now)).execute();
    await tx
      .insertInto("preview_links")
      .values({
        token_hash: hashToken(token),
        shop_id: shop.id,
        expires_at: new Date(now + PREVIEW_HOURS * 3_600_000),
      })
      .execute();
    await logChange(tx, by, { action: "preview", object: { kind: "shop", id: shop.id } });
  });
  return `${app.originOf(shop.hosts)}${PREVIEW_PATH}#${token}`;
}

/** Whether this token opens a preview of this shop. */
export async function isPreviewToken(
  { genericPlanDb }: Pick<App, "genericPlanDb">,
  shopId: string,
  token: string,
): Promise<boolean> {
  const link = await genericPlanDb
    .selectFrom("preview_links")
    .select("shop_id")
    .where("token_hash", "=", hashToken(token))
    .where("shop_id", "=", shopId)
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  return link !== undefined;
}

/** The cookie's name. Browsers accept one that begins with `__Host-` only over https. */
function cookieName({ config }: Pick<App, "config">): string {
  return config.publicUrl?.startsWith("https:") ? "__Host-preview" : "preview";
}

/** The cookie of a preview. `Lax`, so that it is sent when the browser returns from the payment page. */
export function previewCookie(app: Pick<App, "config">, token: string): string {
  const secure = cookieName(app).startsWith("__Host-") ? "; Secure" : "";
  return `${cookieName(app)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${PREVIEW_HOURS * 3_600}${secure}`;
}

/**
 * The shop as this request may see it: unchanged if it is open, otherwise its preview, or without products. After a
 * restore of a backup, all three views sell nothing until the shop is opened again.
 */
export async function shopForRequest(app: App, storedShop: Shop, cookies: string | undefined): Promise<Shop> {
  const shop = storedShop.isClosedByRestore ? closeForRestore(storedShop) : storedShop;
  if (isOpen(shop)) return shop;
  const cookiePrefix = `${cookieName(app)}=`;
  const token = cookies
    ?.split(/;\s*/)
    .find((cookie) => cookie.startsWith(cookiePrefix))
    ?.slice(cookiePrefix.length);
  if (token && (await isPreviewToken(app, shop.id, token))) return { ...shop, unopenedView: "preview" };
  return hideProducts(shop);
}
