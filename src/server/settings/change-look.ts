import { z } from "zod";
import { Banner, Chat, Message } from "../../contract/shop.ts";
import { SHOP_COLOR_NAMES } from "../../domain/shop-colors.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { storePicture } from "../pictures/add-picture.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";
import { webpNear } from "../pictures/picture-url.ts";
import { isShopName } from "./add-shop.ts";
import type { Shop } from "./shop.ts";

/** How a shop shows itself, each part with what it may be. */
const LOOK = {
  name: z.string().trim().refine(isShopName, { error: "El nombre lleva de 1 a 60 letras, sin < ni >" }),
  color: z.enum(SHOP_COLOR_NAMES),
  banners: z.array(Banner).max(10),
  messages: z.array(Message).max(20),
  chat: Chat.nullable(),
  terms: z.object({
    version: z.string().min(1).max(40),
    pages: z
      .array(z.object({ picture: z.string().nullable(), title: z.string().min(1), text: z.string().min(1) }))
      .max(2),
  }),
} satisfies Partial<Record<keyof Shop, z.ZodType>>;

export type LookPart = keyof typeof LOOK;
export const LOOK_PARTS = Object.keys(LOOK) as LookPart[];

/** Changes one part of a shop's look; refuses what it may not be, with the schema's sentence. */
export async function changeLook(
  app: App,
  shop: Shop,
  part: LookPart,
  value: unknown,
): Promise<"changed" | (Refusal<"bad_value"> & { message: string })> {
  const parsed = LOOK[part].safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ...refuse("bad_value"), message: [...(issue?.path ?? []), issue?.message].join(": ") };
  }
  const isText = typeof parsed.data === "string" || parsed.data === null;
  const stored = isText ? parsed.data : JSON.stringify(parsed.data);
  await app.db
    .updateTable("shops")
    .set({ [part]: stored })
    .where("id", "=", shop.id)
    .execute();
  await app.shops.refresh();
  return "changed";
}

/** The widest a header shows a logo, twice over for dense screens, in pixels. */
const LOGO_WIDTH = 360;

/** Gives a shop its logo, from a file as it was uploaded; null takes it away and its name stands there again. */
export async function changeLogo(app: App, shop: Shop, bytes: Buffer | null): Promise<string | null | PictureRefusal> {
  const picture = bytes && (await storePicture(app, bytes, shop.name));
  if (isRefusal(picture)) return picture;
  const logo = picture && webpNear({ key: picture.key, webp: picture.webp_widths }, LOGO_WIDTH);
  await app.db.updateTable("shops").set({ logo }).where("id", "=", shop.id).execute();
  await app.shops.refresh();
  return logo;
}
