import type { BenchShop } from "./bench-shop.ts";
import type { Search } from "../src/server/catalog/search.ts";

/** Searches of the product list in equal parts: pages, categories, brands, words, and sizes with a category. */
export async function listSearches(shop: BenchShop, count: number): Promise<Search[]> {
  const names = async (text: string): Promise<string[]> =>
    (await shop.query(text)).rows.map((row: { name: string }) => row.name);
  const categories = await names(
    "SELECT slug AS name FROM categories WHERE id IN (SELECT category_id FROM product_categories) ORDER BY 1",
  );
  const brands = await names("SELECT slug AS name FROM brands WHERE slug LIKE 'marca-%' ORDER BY 1");
  const sizes = await names("SELECT name FROM size_names ORDER BY position, name LIMIT 4");
  const { rows } = await shop.query("SELECT count(*)::int AS products FROM products");
  const lastPage = Math.floor((rows as { products: number }[])[0]!.products / PAGE_SIZE);

  return Array.from({ length: count }, (_, n) => {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(n / SEARCH_KINDS) % list.length]!;
    const onPage = (last: number) => ({ page: 1 + (Math.floor(n / SEARCH_KINDS) % last), pageSize: PAGE_SIZE });
    switch (n % SEARCH_KINDS) {
      case 0:
        return onPage(Math.min(lastPage, 80));
      case 1:
        return { ...onPage(3), category: pick(categories) };
      case 2:
        return { ...onPage(2), brands: [pick(brands)] };
      case 3:
        return { ...onPage(3), term: pick(TERMS) };
      default:
        return { ...onPage(2), sizeNames: [pick(sizes)], category: pick(categories) };
    }
  });
}

/** The path of the API call for a search. */
export function searchPath({ page, pageSize, category, brands, sizeNames, term }: Search): string {
  const query = new URLSearchParams({ page: String(page), size: String(pageSize) });
  if (category) query.set("category", category);
  for (const brand of brands ?? []) query.append("brand", brand);
  for (const size of sizeNames ?? []) query.append("attribute", size);
  if (term) query.set("searchTerm", term);
  return `/api/v1/search2?${query.toString()}`;
}

const PAGE_SIZE = 12;
const SEARCH_KINDS = 5;
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
