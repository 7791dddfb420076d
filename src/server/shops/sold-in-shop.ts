import { sql, type RawBuilder } from "kysely";

/**
 * SQL: whether product `p` is published, and sold in this shop if it is local. `shopId` is an expression with the id: a
 * column or a parameter.
 */
export function soldInShopWithId(shopId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`p.is_published AND (NOT p.is_local OR EXISTS (
    SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ${shopId}))`;
}
