/**
 * The typeface of a shop's headings (rule SHOP-10): Instrument Serif ("editorial"), Marcellus ("classic") or Figtree
 * ("plain"). All other text is set in Figtree (web/app.css).
 */
export const TYPEFACES = ["editorial", "classic", "plain"] as const;

export type Typeface = (typeof TYPEFACES)[number];
