import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { storePicture } from "../pictures/add-picture.ts";
import { webpNear } from "../pictures/picture-url.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";

/** As wide as the front page shows a banner, in pixels. */
const BANNER_WIDTH = 1_600;

/** Stores a banner's picture from a file as it was uploaded; answers its address. */
export async function storeBannerPicture(app: App, bytes: Buffer, title: string): Promise<string | PictureRefusal> {
  const picture = await storePicture(app, bytes, title);
  return isRefusal(picture) ? picture : webpNear({ key: picture.key, webp: picture.webp_widths }, BANNER_WIDTH);
}
