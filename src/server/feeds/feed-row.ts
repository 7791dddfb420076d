import { sql, type RawBuilder } from "kysely";
import { productColumns, type ProductRow } from "../catalog/product-row.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";

/** A product with the columns that only feeds need. */
export interface FeedRow extends ProductRow {
  google_category: string | null;
}

/** The first `limit` products that match `where` (alias `p`), in order of their ids. */
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
