import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import { inCategory } from "../catalog/search-products.ts";
import { productColumns, soldInShop, type ProductRow } from "../catalog/product-row.ts";
import type { Shop } from "../shops/shop.ts";

/** The products of a presale that this shop sells, newest first, those without stock included (rule CATALOG-1). */
export async function listPresaleProductsForCustomers(
  db: Db,
  shop: Shop,
  presaleId: string,
  category: string | undefined,
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    SELECT ${productColumns(shop)} FROM products p
    WHERE p.presale_id = ${presaleId} AND ${soldInShop(shop)} AND ${category ? inCategory(category) : sql`true`}
    ORDER BY p.created_at DESC, p.id`.execute(db);
  return rows;
}
