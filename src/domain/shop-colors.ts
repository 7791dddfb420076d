/** The colours a shop may have (rule SHOP-7). */
export const SHOP_COLOR_NAMES = ["green", "red", "yellow", "gray", "pink", "purple", "blue", "indigo"] as const;

export type ShopColor = (typeof SHOP_COLOR_NAMES)[number];

/**
 * Each colour and the text colour that is legible on it, as in theme.css. For icons, emails and the web app manifest,
 * which have no style sheet.
 */
export const SHOP_COLORS: Record<ShopColor, { accent: string; onAccent: string }> = {
  green: { accent: "#008236", onAccent: "#ffffff" },
  red: { accent: "#e7000b", onAccent: "#ffffff" },
  yellow: { accent: "#fdc700", onAccent: "#16140f" },
  gray: { accent: "#364153", onAccent: "#ffffff" },
  pink: { accent: "#c6005c", onAccent: "#ffffff" },
  purple: { accent: "#9810fa", onAccent: "#ffffff" },
  blue: { accent: "#155dfc", onAccent: "#ffffff" },
  indigo: { accent: "#4f39f6", onAccent: "#ffffff" },
};

/** The background of pages in the light colour scheme, as in theme.css. */
export const PAGE_BACKGROUND = "#faf8f3";
