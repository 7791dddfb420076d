import { sql, type RawBuilder } from "kysely";

/** The shops that a member may see. Local products of other shops are not visible to them. */
export type VisibleShops = "all" | readonly string[];

/** Products that the member may see: all except local products of other shops. */
export function isVisibleIn(shops: VisibleShops): RawBuilder<boolean> {
  if (shops === "all") return sql<boolean>`true`;
  return sql<boolean>`(NOT p.is_local OR EXISTS (
    SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ANY (${shops}::uuid[])))`;
}
