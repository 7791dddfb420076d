import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** All products that a customer saved, in all shops, for the export of their data (rule WISH-5). */
export async function listWishlistToExport(db: Queryable, customerId: string) {
  const { rows } = await sql<{ shop: string; product: string; addedAt: Date }>`
    SELECT s.name AS shop, concat_ws(' · ', p.name, p.color) AS product, w.added_at AS "addedAt"
    FROM wishlist_products w JOIN shops s ON s.id = w.shop_id JOIN products p ON p.id = w.product_id
    WHERE w.customer_id = ${customerId} ORDER BY w.added_at DESC, p.id`.execute(db);
  return rows;
}
