import { sql } from "kysely";
import { listLook } from "../catalog/list-look.ts";
import { isSoldOutsidePresale, productColumns, type ProductRow } from "../catalog/product-row.ts";
import { hasPieces } from "../catalog/search-products.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/** A look of the front page: a product (`lead`), and the products that are shown with it. */
export interface Look {
  lead: ProductRow;
  products: ProductRow[];
}

/** A look with fewer products is not shown. */
const MIN_PRODUCTS = 2;

/**
 * The look of the front page (rule HOME-3): it starts from the given product, else from the newest one in stock for
 * which staff chose a look. Null if there is no such product in stock in this shop, or if its look has too few
 * products.
 */
export async function findLook(db: Db, shop: Shop, productId: string | null): Promise<Look | null> {
  const isLead =
    productId === null ? sql`p.id IN (SELECT l.product_id FROM product_looks l)` : sql`p.id = ${productId}`;
  const { rows } = await sql<ProductRow>`
    SELECT ${productColumns(shop)} FROM (
      SELECT p.* FROM products p WHERE ${isLead} AND ${isSoldOutsidePresale(shop)} AND ${hasPieces(undefined)}
      ORDER BY p.created_at DESC, p.id LIMIT 1) p`.execute(db);
  const [lead] = rows;
  if (!lead) return null;
  const products = await listLook(db, shop, lead.id);
  return products.length < MIN_PRODUCTS ? null : { lead, products };
}
