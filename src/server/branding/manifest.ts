import { PAGE_BACKGROUND, SHOP_COLORS } from "../../domain/shop-colors.ts";
import type { Shop } from "../shops/shop.ts";

/** The space below an icon has room for about this many characters. */
const SHORT_NAME_MAX_LENGTH = 12;

/**
 * The manifest with which a phone installs the shop on its home screen (W3C Web App Manifest). `minimal-ui`, not
 * `standalone`: the payment provider's pages open in the same window, and the customer needs a Back button to leave
 * them.
 */
export function manifestOf(shop: Shop) {
  return {
    id: "/",
    name: shop.name,
    short_name: shortName(shop.name),
    lang: "es-MX",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: PAGE_BACKGROUND,
    theme_color: SHOP_COLORS[shop.color].accent,
    categories: ["shopping"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}

/** As many whole words as fit. A long first word is cut. */
function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  let joinedWords = words[0]!;
  for (const word of words.slice(1)) {
    if (`${joinedWords} ${word}`.length > SHORT_NAME_MAX_LENGTH) break;
    joinedWords += ` ${word}`;
  }
  return joinedWords.slice(0, SHORT_NAME_MAX_LENGTH);
}
