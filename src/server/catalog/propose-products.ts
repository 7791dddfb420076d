import type { Shop } from "../shops/shop.ts";
import { listNewProductIds } from "./list-new-product-ids.ts";
import type { Filters } from "./search.ts";
import { searchProducts } from "./search-products.ts";
import { toCardView, type CardView } from "./to-view.ts";
import type { CardApp } from "./product-card.ts";

/** The products of a proposal: two rows on the widest screens. */
const MAX_PRODUCTS = 8;

/** Products of another list, shown because the requested list is empty. */
export interface Proposal {
  products: CardView[];
  /** The index of that list among all lists of all groups. */
  index: number;
}

/**
 * Products for an empty list (rule CATALOG-8): the longest list of the first group that has products. Null if all lists
 * are empty.
 */
export async function proposeProducts(
  app: CardApp,
  shop: Shop,
  groups: readonly (readonly Filters[])[],
): Promise<Proposal | null> {
  let earlierListCount = 0;
  for (const group of groups) {
    const lists = await Promise.all(
      group.map((filters) => searchProducts(app, shop, { ...filters, page: 1, pageSize: MAX_PRODUCTS })),
    );
    const longestLength = Math.max(0, ...lists.map(({ totalProducts }) => totalProducts));
    const longestIndex = lists.findIndex(({ totalProducts }) => totalProducts === longestLength);
    if (longestLength > 0) {
      const cardOptions = { now: new Date(), newProductIds: await listNewProductIds(app, shop) };
      const products = lists[longestIndex]!.products.map((row) => toCardView(shop, row, cardOptions));
      return { products, index: earlierListCount + longestIndex };
    }
    earlierListCount += group.length;
  }
  return null;
}
