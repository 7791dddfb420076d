import { refuse, type Refusal } from "./refusal.ts";

/** The most tags of one customer. */
export const MAX_TAGS = 20;
const MAX_TAG_CHARACTERS = 30;

/** A tag as it is stored: lower case, single spaces. Null if the text is not a tag. */
export function normalizeTag(typed: string): string | null {
  const tag = typed.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return tag !== "" && tag.length <= MAX_TAG_CHARACTERS && !tag.includes(",") ? tag : null;
}

/** The tags of a list with commas ("VIP, mayorista"), each once, in alphabetical order. */
export function readTags(typed: string): string[] | Refusal<"customer_tag_wrong" | "customer_tags_many"> {
  const parts = typed.split(",").filter((part) => part.trim() !== "");
  const tags = parts.map(normalizeTag);
  if (tags.includes(null)) return refuse("customer_tag_wrong");
  const uniqueTags = [...new Set(tags as string[])].sort((a, b) => a.localeCompare(b, "es"));
  return uniqueTags.length <= MAX_TAGS ? uniqueTags : refuse("customer_tags_many");
}
