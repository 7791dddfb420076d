import type { HomeFilters } from "../../paths.ts";
import { colorLabel, priceLabel } from "./list-title.ts";

/** An active filter as the list shows it. */
export interface FilterChip {
  label: string;
  name: Exclude<keyof HomeFilters, "category" | "sort" | "page">;
  /** The filter's value in the URL. */
  value: string;
}

/** The active filters with their labels. A brand is a slug or an id. An unknown brand is shown as its value. */
export function toFilterChips(
  filters: HomeFilters,
  brands: readonly { id: string; slug: string; name: string }[],
): FilterChip[] {
  const { searchTerm, brand = [], color = [], attribute = [], minPrice, maxPrice, offer, new: isNew } = filters;
  const brandNameOf = (slugOrId: string): string =>
    brands.find(({ slug, id }) => slug === slugOrId || id === slugOrId)?.name ?? slugOrId;
  const makeChips = (
    name: FilterChip["name"],
    value: string | number | boolean | undefined,
    label: string,
  ): FilterChip[] => (value ? [{ name, value: String(value), label }] : []);
  return [
    ...makeChips("searchTerm", searchTerm, `«${searchTerm}»`),
    ...brand.flatMap((value) => makeChips("brand", value, brandNameOf(value))),
    ...color.flatMap((value) => makeChips("color", value, colorLabel(value))),
    ...attribute.flatMap((value) => makeChips("attribute", value, `Talla ${value}`)),
    ...makeChips("minPrice", minPrice, priceLabel({ minPrice }) ?? ""),
    ...makeChips("maxPrice", maxPrice, priceLabel({ maxPrice }) ?? ""),
    ...makeChips("offer", offer, "En oferta"),
    ...makeChips("new", isNew, "Nuevo"),
  ];
}
