import { createHash } from "node:crypto";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { storePicture } from "../pictures/add-picture.ts";
import { webpNear } from "../pictures/picture-url.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";
import type { Actor } from "../change-log/change-log.ts";
import { changeShop } from "../shops/change-shop.ts";
import type { Shop, Terms } from "../shops/shop.ts";

/** A page of the terms as it is written; `picture`: a file as it was uploaded, null: none, undefined: as it is. */
export interface TermsPage {
  title: string;
  text: string;
  picture?: Buffer | null;
}

/** As wide as the checkout shows a page, in pixels. */
const SHOWN_WIDTH = 720;

/**
 * Saves what a buyer accepts. Changed words are a new version: orders keep the version they accepted (rule CHECKOUT-5),
 * and a buyer who accepted the old one before paying is asked again.
 */
export async function changeTerms(
  app: App,
  shop: Shop,
  { pages, seen }: { pages: readonly TermsPage[]; seen: string },
  by: Actor,
): Promise<Awaited<ReturnType<typeof changeShop>> | PictureRefusal> {
  const written: Terms["pages"] = [];
  for (const [at, { title, text, picture }] of pages.entries()) {
    if (title === "" && text === "") continue;
    const stored = picture ? await storePicture(app, picture, title || shop.name) : null;
    if (isRefusal(stored)) return stored;
    const kept = picture === undefined ? (shop.terms.pages[at]?.picture ?? null) : null;
    written.push({
      picture: stored ? webpNear({ key: stored.key, webp: stored.webp_widths }, SHOWN_WIDTH) : kept,
      title,
      text,
    });
  }
  const isSame = JSON.stringify(written) === JSON.stringify(shop.terms.pages.map(inOrder));
  const version = isSame ? shop.terms.version : versionOf(written);
  return changeShop(app, shop, { values: { terms: { version, pages: written } }, seen }, by);
}

function inOrder({ picture, title, text }: Terms["pages"][number]): Terms["pages"][number] {
  return { picture, title, text };
}

/** The day, and what tells two versions of one day apart: "2026-11-22.3fa9c1". */
function versionOf(pages: Terms["pages"]): string {
  const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  return `${today}.${createHash("sha256").update(JSON.stringify(pages)).digest("hex").slice(0, 6)}`;
}
