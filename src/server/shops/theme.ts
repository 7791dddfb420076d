import { z } from "zod";
import { Chat, Message, StoredBanner } from "../../contract/shop.ts";
import { SHOP_COLOR_NAMES } from "../../domain/shop-colors.ts";
import type { Shop } from "./shop.ts";

/** Whether the text is a valid shop name, as shown in headers, emails and order PDFs. */
export function isShopName(name: string): boolean {
  return /^[^\p{Cc}<>]{1,60}$/u.test(name.trim());
}

/** The parts of a shop's theme, each with its schema. */
export const THEME_SCHEMAS = {
  name: z.string().trim().refine(isShopName, { error: "El nombre lleva de 1 a 60 letras, sin < ni >" }),
  color: z.enum(SHOP_COLOR_NAMES),
  logo: z.string().startsWith("/pictures/").nullable(),
  banners: z.array(StoredBanner).max(10),
  messages: z.array(Message).max(20),
  chat: Chat.nullable(),
  terms: z.object({
    version: z.string().min(1).max(40),
    pages: z
      .array(
        z.object({
          picture: z.string().nullable(),
          title: z.string().min(1).max(120),
          text: z.string().min(1).max(5_000),
        }),
      )
      .max(2),
  }),
} satisfies Partial<Record<keyof Shop, z.ZodType>>;

export type ThemePart = keyof typeof THEME_SCHEMAS;
/** The parts that are set by a value. A logo is uploaded as a file. */
export const THEME_PARTS_WITHOUT_LOGO = (Object.keys(THEME_SCHEMAS) as ThemePart[]).filter((part) => part !== "logo");
