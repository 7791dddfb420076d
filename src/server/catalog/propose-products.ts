import type { Shop } from "../shops/shop.ts";
import { listNewIds } from "./list-new-ids.ts";
import type { Filters } from "./search.ts";
import { searchProducts } from "./search-products.ts";
import { toCardView, type CardView } from "./to-view.ts";
import type { CardApp } from "./product-card.ts";

/** Two rows on the widest screens. */
const PROPOSED = 8;

/** Products of another list than the one that the customer asked for. */
export interface Proposal {
  products: CardView[];
  /** Its place among the candidates. */
  at: number;
}

/**
 * Products for an empty list (rule CATALOG-8): of the first group of lists that has some, the longest one. Null if all are
 * empty.
 */
export async function proposeProducts(
  app: CardApp,
  shop: Shop,
  groups: readonly (readonly Filters[])[],
): Promise<Proposal | null> {
  let before = 0;
  for (const group of groups) {
    const found = await Promise.all(
      group.map((filters) => searchProducts(app, shop, { ...filters, page: 1, size: PROPOSED })),
    );
    const longest = Math.max(0, ...found.map(({ totalProducts }) => totalProducts));
    const at = found.findIndex(({ totalProducts }) => totalProducts === longest);
    if (longest > 0) {
      const view = { now: new Date(), newIds: await listNewIds(app, shop) };
      const products = found[at]!.products.map((row) => toCardView(shop, row, view));
      return { products, at: before + at };
    }
    before += group.length;
  }
  return null;
}
