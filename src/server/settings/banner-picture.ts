import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { storePicture } from "../pictures/add-picture.ts";
import { pictureUrl, nearestWebpUrl } from "../pictures/picture-url.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";

/** The width at which the front page shows a banner, in pixels. */
const BANNER_WIDTH = 1_600;

/** Stores an uploaded banner picture and returns the URL of its file nearest to the width of the front page. */
export async function storeBannerPicture(app: App, bytes: Buffer, title: string): Promise<string | PictureRefusal> {
  const picture = await storePicture(app, bytes, title);
  if (isRefusal(picture)) return picture;
  if (picture.avif_widths.includes(BANNER_WIDTH)) return pictureUrl(picture.key, BANNER_WIDTH, "avif");
  return nearestWebpUrl({ key: picture.key, webp: picture.webp_widths }, BANNER_WIDTH);
}
