import type { HomeFilters } from "../../paths.ts";
import type { FilterChip } from "./filter-chips.ts";

/** A list that is proposed instead of an empty list. */
export interface ProposedList {
  filters: HomeFilters;
  /** A sentence that says what the list shows, for the page. */
  text: string;
  /** The text of the link to the list. */
  label: string;
}

/** The maximum number of words that are proposed as separate searches. */
const MAX_WORDS = 4;
const LIST_FORMAT = new Intl.ListFormat("es");

/**
 * The lists that may be proposed instead of an empty list, in four groups, the preferred one first (rule CATALOG-8):
 * lists without the filters of one kind, lists with one of the searched words, the whole category, the whole shop.
 */
export function proposeLists(
  filters: HomeFilters,
  { chips, category: categoryName }: { chips: readonly FilterChip[]; category: string | undefined },
): ProposedList[][] {
  const { searchTerm = "", sort: _sort, page: _page, category: categorySlug, ...otherFilters } = filters;
  const filtersExceptCategory = { ...otherFilters, searchTerm: searchTerm || undefined };
  const filterNames = [...new Set(chips.map(({ name }) => name))].filter(
    (name) => filtersExceptCategory[name] !== undefined,
  );
  const proposeWithout = (name: FilterChip["name"]): ProposedList => {
    const labels = chips.filter((chip) => chip.name === name).map(({ label }) => label);
    const quotedLabels = labels.map((label) => (name === "searchTerm" ? label : `«${label}»`));
    return {
      filters: { category: categorySlug, ...filtersExceptCategory, [name]: undefined },
      text: `Nada cumple con todo a la vez. Esto hay sin ${LIST_FORMAT.format(quotedLabels)}.`,
      label: `Quitar ${LIST_FORMAT.format(labels)}`,
    };
  };
  const words = searchTerm.split(/\s+/).filter(Boolean);
  return [
    filterNames.length > 1 || categorySlug ? filterNames.map(proposeWithout) : [],
    words.length > 1
      ? words.slice(0, MAX_WORDS).map((word) => ({
          filters: { searchTerm: word },
          text: `Esto encontramos con «${word}».`,
          label: `Buscar «${word}»`,
        }))
      : [],
    categorySlug && categoryName
      ? [
          {
            filters: { category: categorySlug },
            text: `Lo más nuevo de ${categoryName}.`,
            label: `Ver todo de ${categoryName}`,
          },
        ]
      : [],
    [{ filters: {}, text: "Mientras, mira lo más nuevo.", label: "Ver toda la tienda" }],
  ];
}
