import { expect, test } from "vitest";
import type { HomeFilters } from "../../paths.ts";
import { toFilterChips } from "./filter-chips.ts";
import { proposeLists } from "./propose-lists.ts";

const labelsOf = (filters: HomeFilters, category?: string) =>
  proposeLists(filters, { chips: toFilterChips(filters, []), category }).map((group) =>
    group.map(({ label }) => label),
  );

test.each<[HomeFilters, string | undefined, string[][]]>([
  [
    { category: "vestidos", attribute: ["M", "G"], maxPrice: 99 },
    "Vestidos",
    [["Quitar Talla M y Talla G", "Quitar Hasta $99.00"], [], ["Ver todo de Vestidos"], ["Ver toda la tienda"]],
  ],
  [
    { searchTerm: "botas doradas" },
    undefined,
    [[], ["Buscar «botas»", "Buscar «doradas»"], [], ["Ver toda la tienda"]],
  ],
  [
    { searchTerm: "blusa", offer: true },
    undefined,
    [["Quitar «blusa»", "Quitar En oferta"], [], [], ["Ver toda la tienda"]],
  ],
  [{ category: "vestidos" }, "Vestidos", [[], [], ["Ver todo de Vestidos"], ["Ver toda la tienda"]]],
  [{}, undefined, [[], [], [], ["Ver toda la tienda"]]],
])("an empty list with the filters %o in the category %s proposes the groups %o", (filters, category, groups) => {
  expect(labelsOf(filters, category)).toEqual(groups);
});

test("a proposed list without one kind of filter keeps the others, but neither the page nor the sort order", () => {
  const filters: HomeFilters = { category: "vestidos", attribute: ["M"], new: true, sort: "price", page: 3 };
  const [listsWithoutFilter] = proposeLists(filters, { chips: toFilterChips(filters, []), category: "Vestidos" });
  expect(listsWithoutFilter!.map((list) => list.filters)).toEqual([
    { category: "vestidos", new: true },
    { category: "vestidos", attribute: ["M"] },
  ]);
});
