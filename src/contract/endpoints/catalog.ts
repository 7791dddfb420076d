import { z } from "zod";
import {
  Category,
  Facets,
  FacetsQuery,
  MenuEntry,
  IdWithName,
  Product,
  ProductPage,
  SearchQuery,
  StockEntry,
  Suggestions,
  SuggestionsQuery,
} from "../catalog.ts";
import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";
import { PRODUCT_ID } from "./parameters.ts";

export const CATALOG_ENDPOINTS = {
  listAllProducts: {
    summary: "List every product on sale",
    description:
      "The whole catalogue of this shop as one JSON array, sold-out products included. The response is streamed. Use it to copy the catalogue, and send the `ETag` back as `If-None-Match` to learn that nothing changed (304).",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    response: z.array(Product),
  },
  searchProducts: {
    summary: "Search and filter products in stock",
    description:
      "One page of products with available pieces. `sort` decides the order. Without it, with `searchTerm` the best match comes first, and otherwise the shop's setting `orders.products.sortkey` decides. Accents, case, plurals and small typing errors are ignored. A page past the end is empty, not an error.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    query: SearchQuery,
    response: ProductPage,
  },
  listFacets: {
    summary: "Count the products behind each filter",
    description:
      "For each brand, size, category and family of colours, for offers and new products: how many products would match if only it were chosen in its filter and the other filters stayed the same. `prices` is the range of prices without `minPrice` and `maxPrice`.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    query: FacetsQuery,
    response: Facets,
  },
  listSuggestions: {
    summary: "Suggest products, categories and brands while a customer types",
    description: "A few products, categories and brands that match what is typed so far, best match first.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    query: SuggestionsQuery,
    response: Suggestions,
  },
  listSizeNames: {
    summary: "List the sizes",
    description: "Every size name in the order people expect: CH, M, G, XG; then 24, 26, 28.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    response: z.array(IdWithName),
  },
  getProduct: {
    summary: "Get a product",
    description:
      "A product on sale in this shop. A presale product needs a valid `X-CODE`; without it the response is 404.",
    tag: "Catalog",
    credentials: "none",
    accessCode: "optional",
    cache: "public",
    params: PRODUCT_ID,
    response: Product,
  },
  getProductStock: {
    summary: "Get the available pieces of a product by size",
    description: "The sizes of a product with their available pieces. The same access rules as for the product apply.",
    tag: "Catalog",
    credentials: "none",
    accessCode: "optional",
    cache: "public",
    params: PRODUCT_ID,
    response: z.array(StockEntry),
  },
  listBrands: {
    summary: "List the brands",
    description: "The brands of all products that this shop sells, products of presales included.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    response: z.array(IdWithName),
  },
  listCategories: {
    summary: "List all categories",
    description: "Every category as a flat list, each parent before its children. `parentId` gives the tree.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    response: z.array(Category),
  },
  getCategoryMenu: {
    summary: "Get the category tree for a menu",
    description: "Categories with available products, as a tree, each with the brands of these products.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    response: z.array(MenuEntry),
  },
  listSubcategories: {
    summary: "List the direct subcategories of a category",
    description: "Only the next level; an empty list for a category without subcategories.",
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    params: { id: { description: "The category's `_id`.", example: ID.category } },
    response: z.array(Category),
  },
} as const satisfies Record<string, Endpoint>;
