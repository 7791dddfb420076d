/** The typeface of a shop's headings (rule SHOP-10). All other text is set in Figtree. */
export const TYPEFACES = ["editorial", "classic", "plain"] as const;

export type Typeface = (typeof TYPEFACES)[number];
