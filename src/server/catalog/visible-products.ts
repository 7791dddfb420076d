import { sql, type RawBuilder } from "kysely";

/** The shops that a member may see. Local products of other shops are not visible to them. */
export type VisibleShops = "all" | readonly string[];

/** SQL: whether the member may see the product `p`: all products except local ones of other shops. */
export function isVisibleIn(shops: VisibleShops): RawBuilder<boolean> {
  if (shops === "all") return sql<boolean>`true`;
  return sql<boolean>`(NOT p.is_local OR EXISTS (
    SELECT FROM shop_products own WHERE own.product_id = p.id AND own.shop_id = ANY (${shops}::uuid[])))`;
}
