/** Sections that a front page has at most once and that need no settings (rule HOME-1). */
export const PLAIN_SECTIONS = ["messages", "hero", "categories", "story", "reviews", "list"] as const;

export const HOME_SECTION_KINDS = [...PLAIN_SECTIONS, "row", "look"] as const;
export type HomeSectionKind = (typeof HOME_SECTION_KINDS)[number];

/** What a row of products shows. */
export const ROW_SOURCES = ["new", "offers", "category", "brand"] as const;
export type RowSource = (typeof ROW_SOURCES)[number];

/** Whether a row names a category or a brand. */
export function needsSlug(source: RowSource): boolean {
  return source === "category" || source === "brand";
}
