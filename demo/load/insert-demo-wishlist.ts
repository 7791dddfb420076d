import { sql } from "kysely";
import type { App } from "../../src/server/app.ts";
import { demoId } from "./demo-id.ts";

const DAY_MS = 86_400_000;

/**
 * Inserts the wishlist of the customer in the shop `matriz`. Some of its garments are on offer now and one is back in
 * stock, so that the page shows both marks.
 */
export async function insertDemoWishlist(app: App, customerId: string): Promise<void> {
  const shopId = demoId("shop", "matriz");
  const { rows } = await sql<{ id: string; isOnOffer: boolean }>`
    SELECT DISTINCT ON (is_offer, style) id, is_offer AS "isOnOffer" FROM (
      SELECT p.id, coalesce(p.style_code, p.id::text) AS style,
        EXISTS (SELECT FROM offers o WHERE o.product_id = p.id) AS is_offer
      FROM products p
      WHERE p.presale_id IS NULL AND NOT p.is_local AND NOT p.is_digital
        AND EXISTS (SELECT FROM sizes s WHERE s.product_id = p.id AND s.available > 0)) AS garments
    ORDER BY is_offer, style, id`.execute(app.db);
  const productsWithoutOffer = rows.filter(({ isOnOffer }) => !isOnOffer).slice(0, 4);
  const productsOnOffer = rows.filter(({ isOnOffer }) => isOnOffer).slice(0, 2);
  await app.db
    .insertInto("wishlist_products")
    .values(
      [...productsOnOffer, ...productsWithoutOffer].map(({ id }, index) => ({
        customer_id: customerId,
        shop_id: shopId,
        product_id: id,
        // Saved before the demo's offers began.
        added_at: new Date(Date.now() - (12 + index) * DAY_MS),
        was_sold_out: id === productsWithoutOffer[1]?.id,
        was_on_offer: false,
      })),
    )
    .execute();
}
