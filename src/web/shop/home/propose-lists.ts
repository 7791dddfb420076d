import type { HomeFilters } from "../../paths.ts";
import type { FilterChip } from "./filter-chips.ts";

/** A list that is proposed instead of an empty list. */
export interface ProposedList {
  filters: HomeFilters;
  /** Describes the list. */
  text: string;
  /** The text of the link to the list. */
  label: string;
}

/** The maximum number of words that are proposed as separate searches. */
const MAX_WORDS = 4;
const LIST_FORMAT = new Intl.ListFormat("es");

/**
 * The lists that may be proposed instead of an empty list, in groups: without its filters of one kind, with one of the
 * searched words, of its category, of the whole shop (rule CATALOG-8).
 */
export function proposeLists(
  filters: HomeFilters,
  { chips, category }: { chips: readonly FilterChip[]; category: string | undefined },
): ProposedList[][] {
  const { searchTerm = "", sort: _sort, page: _page, category: slug, ...otherFilters } = filters;
  const filtersBesideCategory = { ...otherFilters, searchTerm: searchTerm || undefined };
  const names = [...new Set(chips.map(({ name }) => name))].filter((name) => filtersBesideCategory[name] !== undefined);
  const proposeWithout = (name: FilterChip["name"]): ProposedList => {
    const labels = chips.filter((chip) => chip.name === name).map(({ label }) => label);
    const quotedLabels = labels.map((label) => (name === "searchTerm" ? label : `«${label}»`));
    return {
      filters: { category: slug, ...filtersBesideCategory, [name]: undefined },
      text: `Nada cumple con todo a la vez. Esto hay sin ${LIST_FORMAT.format(quotedLabels)}.`,
      label: `Quitar ${LIST_FORMAT.format(labels)}`,
    };
  };
  const words = searchTerm.split(/\s+/).filter(Boolean);
  return [
    names.length > 1 || slug ? names.map(proposeWithout) : [],
    words.length > 1
      ? words.slice(0, MAX_WORDS).map((word) => ({
          filters: { searchTerm: word },
          text: `Esto encontramos con «${word}».`,
          label: `Buscar «${word}»`,
        }))
      : [],
    slug && category
      ? [{ filters: { category: slug }, text: `Lo más nuevo de ${category}.`, label: `Ver todo de ${category}` }]
      : [],
    [{ filters: {}, text: "Mientras, mira lo más nuevo.", label: "Ver toda la tienda" }],
  ];
}
