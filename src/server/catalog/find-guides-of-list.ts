import type { App } from "../app.ts";
import { findCategoryGuide, loadCategoryGuides } from "../size-guides/category-guides.ts";
import { findApplicableGuides } from "../size-guides/queries.ts";
import type { ProductRow } from "./product-row.ts";
import type { SizeGuides } from "./to-wire.ts";

/**
 * The guides that apply to the products of a list. The guides of categories, and of brands in them, are cached for a
 * second, and read again after each change by this process. Only products with a guide of their own are looked up.
 */
export async function findGuidesOfList(
  app: Pick<App, "readDb" | "catalogCache" | "productChanges">,
  products: readonly ProductRow[],
): Promise<SizeGuides> {
  const key = `guides ${app.productChanges.currentVersion()}`;
  const idsWithOwnGuide = products.filter((product) => product.has_own_guide).map(({ id }) => id);
  const [categoryGuides, ownGuides] = await Promise.all([
    app.catalogCache.find(key, () => loadCategoryGuides(app.readDb)),
    idsWithOwnGuide.length > 0 ? findApplicableGuides(app.readDb, idsWithOwnGuide) : new Map(),
  ]);
  return new Map(
    products.flatMap((product) => {
      const guide = product.has_own_guide ? ownGuides.get(product.id) : findCategoryGuide(categoryGuides, product);
      return guide ? [[product.id, guide] as const] : [];
    }),
  );
}
