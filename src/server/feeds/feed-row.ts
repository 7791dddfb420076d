import { sql, type RawBuilder } from "kysely";
import { productColumns, type ProductRow } from "../catalog/product-row.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/** A product with what only feeds show. */
export interface FeedRow extends ProductRow {
  google_category: string | null;
}

/** The first products, alias `p`, that match, by id. */
export async function listFeedRows(
  db: Db,
  shop: Shop,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    SELECT ${productColumns(shop)}, p.google_category FROM products p
    WHERE ${where} ORDER BY p.id LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
}
