import { sql, type RawBuilder } from "kysely";

/** Published, and if local then local in the shop that a row names. */
export function soldWhere(shopId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`p.is_published AND (NOT p.is_local OR EXISTS (
    SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ${shopId}))`;
}
