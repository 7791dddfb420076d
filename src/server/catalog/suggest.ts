import type { Suggestions } from "../../contract/catalog.ts";
import { toPesos } from "../../domain/money.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import type { Shop } from "../shops/shop.ts";
import { countFacets } from "./count-facets.ts";
import { pricesOf } from "./product-row.ts";
import { pesosOrNull } from "./to-wire.ts";
import { searchProducts } from "./search-products.ts";
import { toSearchWords } from "./search-words.ts";
import type { CardApp } from "./product-card.ts";

/** The maximum numbers of suggestions: as many as a phone shows without scrolling. */
const MAX_PRODUCTS = 5;
const MAX_CATEGORIES = 3;
const MAX_BRANDS = 2;

/**
 * Suggestions while the customer is typing: products as a search would list them, categories of the matches, and brands
 * of the matches whose name has a word that starts with a typed one. Categories with such a name come first.
 */
export async function listSuggestions(app: CardApp, shop: Shop, term: string): Promise<Suggestions> {
  const words = toSearchWords(term);
  if (words.length === 0) return { products: [], categories: [], brands: [], totalDocs: 0 };
  const [page, facets] = await Promise.all([
    searchProducts(app, shop, { page: 1, pageSize: MAX_PRODUCTS, term }),
    countFacets(app.readDb, shop, { term }),
  ]);
  const rank = <T extends { name: string; count: number }>(list: T[], limit: number): T[] =>
    list
      .toSorted(
        (a, b) =>
          Number(hasWordStartingWith(b.name, words)) - Number(hasWordStartingWith(a.name, words)) || b.count - a.count,
      )
      .slice(0, limit);
  return {
    products: page.products.map((row) => {
      const prices = pricesOf(shop, row);
      return {
        _id: row.id,
        name: row.name,
        brand: row.brands[0]?.name ?? null,
        color: row.color,
        price: toPesos(prices.branchPriceCents ?? prices.priceCents),
        formerPrice: pesosOrNull(prices.formerPriceCents),
        image: row.pictures[0] ? nearestWebpUrl(row.pictures[0], 180) : null,
      };
    }),
    categories: rank(facets.categories, MAX_CATEGORIES),
    brands: rank(
      facets.brands.filter((brand) => hasWordStartingWith(brand.name, words)),
      MAX_BRANDS,
    ),
    totalDocs: page.totalProducts,
  };
}

/** Whether a word of the name starts with one of these words. */
function hasWordStartingWith(name: string, words: string[]): boolean {
  const nameWords = toSearchWords(name);
  return words.some((start) => nameWords.some((word) => word.startsWith(start)));
}
