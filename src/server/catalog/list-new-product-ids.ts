import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { isSoldOutsidePresale } from "./product-row.ts";
import { hasPieces, isNew, pricedProducts } from "./search-products.ts";

/** One product in this many may have 'Nuevo' on its card. */
const PRODUCTS_PER_NEW_BADGE = 10;

/**
 * The products whose cards have 'Nuevo' in this shop: at most a tenth of the listed products, rounded up. Products that
 * staff marked come first, then the newest (rule PRICE-7).
 */
export async function listNewProductIds(
  app: Pick<App, "readDb" | "catalogCache">,
  shop: Shop,
): Promise<ReadonlySet<string>> {
  return app.catalogCache.find(`new ${shop.id} ${shop.unopenedView}`, async () => {
    const isListed = sql`${isSoldOutsidePresale(shop)} AND ${hasPieces(undefined)}`;
    const { rows } = await sql<{ id: string }>`
      SELECT p.id FROM ${pricedProducts(shop)} WHERE ${isListed} AND ${isNew(shop)}
      ORDER BY p.is_marked_new DESC, p.created_at DESC, p.id
      LIMIT (SELECT ceil(count(*) / ${PRODUCTS_PER_NEW_BADGE}::numeric) FROM products p WHERE ${isListed})`.execute(
      app.readDb,
    );
    return new Set(rows.map(({ id }) => id));
  });
}
