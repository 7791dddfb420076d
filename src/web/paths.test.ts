import { expect, test } from "vitest";
import type { Search } from "../server/catalog/search.ts";
import { searchOf } from "./paths.ts";

test("each filter of a list's URL is a filter of the search", () => {
  const expectedSearch: Partial<Search> = {
    category: "mujer",
    brands: ["maguey"],
    sizeNames: ["M"],
    colors: ["Azul"],
    minPriceCents: 100_00,
    maxPriceCents: 900_00,
    onlyOffers: true,
    onlyNew: true,
    term: "vestido",
    sort: "price",
  };
  expect(
    searchOf({
      category: "mujer",
      brand: ["maguey"],
      attribute: ["M"],
      color: ["Azul"],
      minPrice: 100,
      maxPrice: 900,
      offer: true,
      new: true,
      searchTerm: "vestido",
      sort: "price",
    }),
  ).toEqual(expectedSearch);
});
