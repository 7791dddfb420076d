import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { categoryTree, type CategoryNode } from "./category-tree.ts";
import { listCategories } from "./queries.ts";

/**
 * The tree of categories with available products, for the menu of each page. It is cached for a
 * second, like pages, because its brands are found by a scan of the whole catalogue.
 */
export async function menuTree(
  { readDb, catalogCache }: Pick<App, "readDb" | "catalogCache">,
  shop: Shop,
): Promise<readonly CategoryNode[]> {
  return catalogCache.find(`menu ${shop.id} ${shop.unopenedView}`, async () =>
    categoryTree(await listCategories(readDb, shop), { onlyWithProducts: true }),
  );
}
