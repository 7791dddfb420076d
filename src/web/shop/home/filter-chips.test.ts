import { expect, test } from "vitest";
import { countFilters } from "../../paths.ts";
import { toFilterChips } from "./filter-chips.ts";

const brands = [{ id: "1", slug: "nopal", name: "Nopal" }];

test.each([
  [{}, []],
  [{ category: "vestidos", sort: "price", page: 2 }, []],
  [{ searchTerm: "jeans" }, ["«jeans»"]],
  [{ brand: ["nopal", "1", "no-existe"] }, ["Nopal", "Nopal", "no-existe"]],
  [{ color: ["azul", "cafe", "x"] }, ["Azul", "Café", "x"]],
  [{ attribute: ["M"], minPrice: 200, maxPrice: 800.5 }, ["Talla M", "Desde $200.00", "Hasta $800.50"]],
  [{ offer: true, new: true }, ["En oferta", "Nuevo"]],
] as const)("the filters %j are shown as %j", (filters, labels) => {
  expect(toFilterChips(filters as never, brands).map(({ label }) => label)).toEqual(labels);
});

test.each([
  {},
  { minPrice: 200, maxPrice: 800 },
  { maxPrice: 800 },
  { color: ["azul"], minPrice: 1, offer: true, new: true },
])("the filter button counts as many filters as there are chips: %j", (filters) =>
  expect(countFilters(filters)).toBe(toFilterChips(filters, brands).length),
);
