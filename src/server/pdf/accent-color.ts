import type { Shop } from "../shops/shop.ts";

/** The accent colour of a shop's PDFs: its `color`, dark enough to be read on white paper. */
export const ACCENT_COLOR: Record<Shop["color"], string> = {
  green: "#15803d",
  red: "#b91c1c",
  yellow: "#a16207",
  gray: "#44403c",
  pink: "#be185d",
  purple: "#7e22ce",
  blue: "#1d4ed8",
  indigo: "#4338ca",
};
