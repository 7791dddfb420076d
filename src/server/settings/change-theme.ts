import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { storePicture } from "../pictures/add-picture.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import { CONSOLE_ACTOR, type Actor } from "../change-log/change-log.ts";
import { changeShop } from "../shops/change-shop.ts";
import type { ThemePart } from "../shops/theme.ts";
import type { Shop } from "../shops/shop.ts";

/** Changes one part of a shop's theme. Refuses an invalid value with the schema's message. */
export async function changeTheme(
  app: App,
  shop: Shop,
  part: ThemePart,
  value: unknown,
  by: Actor = CONSOLE_ACTOR,
): Promise<"changed" | (Refusal<"bad_value"> & { message: string })> {
  const changeResult = await changeShop(app, shop, { values: { [part]: value } }, by);
  if (!isRefusal(changeResult)) return "changed";
  if (changeResult.refused !== "bad_value")
    throw new Error(`A theme change is never refused as ${changeResult.refused}`);
  const pathInPart = changeResult.path.split(".").slice(1);
  return { ...changeResult, message: [...pathInPart, changeResult.message].join(": ") };
}

/** The maximum width of a logo in a header, doubled for dense screens, in pixels. */
const LOGO_WIDTH = 360;

/** Sets a shop's logo from an uploaded file. Null removes it, and the shop's name is shown instead. */
export async function changeLogo(
  app: App,
  shop: Shop,
  bytes: Buffer | null,
  by: Actor = CONSOLE_ACTOR,
): Promise<string | null | PictureRefusal> {
  const picture = bytes && (await storePicture(app, bytes, shop.name));
  if (isRefusal(picture)) return picture;
  const logo = picture && nearestWebpUrl({ key: picture.key, webp: picture.webp_widths }, LOGO_WIDTH);
  const changeResult = await changeShop(app, shop, { values: { logo } }, by);
  if (isRefusal(changeResult)) throw new Error(`A stored picture was refused as a logo: ${changeResult.refused}`);
  return logo;
}
