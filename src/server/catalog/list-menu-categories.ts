import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { listCategories, type CategoryRow } from "./queries.ts";

/**
 * The categories as pages show them: each page has the menu. They are cached for a second, like pages. Their brands are
 * found in the whole catalogue.
 */
export async function listMenuCategories(
  { readDb, counts }: Pick<App, "readDb" | "counts">,
  shop: Shop,
): Promise<CategoryRow[]> {
  return counts.count(`menu ${shop.id} ${shop.unopened}`, () => listCategories(readDb, shop));
}
