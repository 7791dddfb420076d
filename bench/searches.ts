import type { BenchShop } from "./bench-shop.ts";
import type { Search } from "../src/server/catalog/search.ts";

/** Searches of the product list in equal parts: pages, categories, brands, search terms, and sizes with a category. */
export async function listSearches(shop: BenchShop, count: number): Promise<Search[]> {
  const listNames = async (text: string): Promise<string[]> =>
    (await shop.query(text)).rows.map((row: { name: string }) => row.name);
  const categories = await listNames(
    "SELECT slug AS name FROM categories WHERE id IN (SELECT category_id FROM product_categories) ORDER BY 1",
  );
  const brands = await listNames("SELECT slug AS name FROM brands WHERE slug LIKE 'marca-%' ORDER BY 1");
  const sizes = await listNames("SELECT name FROM size_names ORDER BY position, name LIMIT 4");
  const { rows } = await shop.query("SELECT count(*)::int AS products FROM products");
  const lastPage = Math.floor((rows as { products: number }[])[0]!.products / PAGE_SIZE);

  return Array.from({ length: count }, (_, n) => {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(n / SEARCH_KIND_COUNT) % list.length]!;
    const pickPage = (pageCount: number) => ({
      page: 1 + (Math.floor(n / SEARCH_KIND_COUNT) % pageCount),
      pageSize: PAGE_SIZE,
    });
    switch (n % SEARCH_KIND_COUNT) {
      case 0:
        return pickPage(Math.min(lastPage, 80));
      case 1:
        return { ...pickPage(3), category: pick(categories) };
      case 2:
        return { ...pickPage(2), brands: [pick(brands)] };
      case 3:
        return { ...pickPage(3), term: pick(TERMS) };
      default:
        return { ...pickPage(2), sizeNames: [pick(sizes)], category: pick(categories) };
    }
  });
}

/** The path of the API call for a search. */
export function toSearchPath({ page, pageSize, category, brands, sizeNames, term }: Search): string {
  const query = new URLSearchParams({ page: String(page), size: String(pageSize) });
  if (category) query.set("category", category);
  for (const brand of brands ?? []) query.append("brand", brand);
  for (const size of sizeNames ?? []) query.append("attribute", size);
  if (term) query.set("searchTerm", term);
  return `/api/v1/search2?${query.toString()}`;
}

const PAGE_SIZE = 12;
const SEARCH_KIND_COUNT = 5;
const TERMS = [
  "vestido",
  "camisa azul",
  "pantalón",
  "falda de lino",
  "saco negro",
  "suéter",
  "playera roja",
  "chamarra",
  "abrigo de lana",
  "vestido largo",
  "blusa bordada",
  "vestdio",
];
