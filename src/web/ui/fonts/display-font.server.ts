import type { Typeface } from "../../../domain/typefaces.ts";
import instrumentSerif from "./instrument-serif-latin.woff2?url";
import marcellus from "./marcellus-latin.woff2?url";

/** The URL of the font file of each heading typeface. Null for the font of all other text, which every page loads. */
export const DISPLAY_FONT_URL: Record<Typeface, string | null> = {
  editorial: instrumentSerif,
  classic: marcellus,
  plain: null,
};
