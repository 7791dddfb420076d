import { createHash } from "node:crypto";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { storePicture } from "../pictures/add-picture.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";
import type { Actor } from "../change-log/change-log.ts";
import { changeShop } from "../shops/change-shop.ts";
import type { Shop, Terms } from "../shops/shop.ts";

/** A page of the terms. `picture`: an uploaded file, null: none, undefined: unchanged. */
export interface TermsPage {
  title: string;
  text: string;
  picture?: Buffer | null;
}

/** The width at which the checkout shows a page, in pixels. */
const PICTURE_WIDTH = 720;

/**
 * Saves the terms that buyers accept. A changed text or picture is a new version. Existing orders keep the version that
 * was accepted (rule CHECKOUT-5). A buyer who accepted the old version but has not ordered must accept the new one.
 */
export async function changeTerms(
  app: App,
  shop: Shop,
  { pages, seen }: { pages: readonly TermsPage[]; seen: string },
  by: Actor,
): Promise<Awaited<ReturnType<typeof changeShop>> | PictureRefusal> {
  const newPages: Terms["pages"] = [];
  for (const [index, { title, text, picture }] of pages.entries()) {
    if (title === "" && text === "") continue;
    const storedPicture = picture ? await storePicture(app, picture, title || shop.name) : null;
    if (isRefusal(storedPicture)) return storedPicture;
    const existingUrl = picture === undefined ? (shop.terms.pages[index]?.picture ?? null) : null;
    newPages.push({
      picture: storedPicture
        ? nearestWebpUrl({ key: storedPicture.key, webp: storedPicture.webp_widths }, PICTURE_WIDTH)
        : existingUrl,
      title,
      text,
    });
  }
  const isSame = JSON.stringify(newPages) === JSON.stringify(shop.terms.pages.map(withOrderedKeys));
  const version = isSame ? shop.terms.version : versionOf(newPages);
  return changeShop(app, shop, { values: { terms: { version, pages: newPages } }, seen }, by);
}

function withOrderedKeys({ picture, title, text }: Terms["pages"][number]): Terms["pages"][number] {
  return { picture, title, text };
}

/** The day and a hash that distinguishes versions of one day: "2026-11-22.3fa9c1". */
function versionOf(pages: Terms["pages"]): string {
  const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  return `${today}.${createHash("sha256").update(JSON.stringify(pages)).digest("hex").slice(0, 6)}`;
}
