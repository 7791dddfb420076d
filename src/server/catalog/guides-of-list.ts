import type { App } from "../app.ts";
import { findRuledGuide, loadGuideRules } from "../size-guides/guide-rules.ts";
import { findGuidesOfProducts } from "../size-guides/queries.ts";
import type { ProductRow } from "./product-row.ts";
import type { SizeGuides } from "./to-wire.ts";

/**
 * The guides that apply to the products of a list. What categories say is cached for a second, and read again after this
 * process changed a product or a guide. Only if some products have guides of their own, these are looked up.
 */
export async function findGuidesOfList(
  app: Pick<App, "readDb" | "counts" | "productChanges">,
  products: readonly ProductRow[],
): Promise<SizeGuides> {
  const key = `guides ${app.productChanges.now()}`;
  const rules = await app.counts.count(key, () => loadGuideRules(app.readDb));
  if (rules.hasOwnGuides) {
    return findGuidesOfProducts(
      app.readDb,
      products.map(({ id }) => id),
    );
  }
  return new Map(
    products.flatMap((product) => {
      const guide = findRuledGuide(rules, product);
      return guide ? [[product.id, guide] as const] : [];
    }),
  );
}
