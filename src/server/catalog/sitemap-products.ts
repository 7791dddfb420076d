import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { isSoldOutsidePresale } from "./product-row.ts";

/**
 * Products in one part of a sitemap. The protocol allows 50,000. This is fewer, so that a part fits into the response
 * cache (http/response-cache.ts) and no statement takes long.
 */
export const SITEMAP_PART_SIZE = 5_000;

interface SitemapProduct {
  id: string;
  created_at: Date;
}

/** The parts of this shop's sitemap, and the creation time of the newest product in each. */
export async function listSitemapParts(db: Db, shop: Shop): Promise<{ part: number; newestCreatedAt: Date }[]> {
  const { rows } = await sql<{ part: number; newestCreatedAt: Date }>`
    SELECT (number / ${sql.lit(SITEMAP_PART_SIZE)} + 1)::int AS part, max(created_at) AS "newestCreatedAt"
    FROM (SELECT p.created_at, row_number() OVER (ORDER BY p.id) - 1 AS number FROM products p
      WHERE ${isSoldOutsidePresale(shop)}) AS numbered
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** The products of a part of the sitemap, by id. Parts are numbered from 1. Empty for a part beyond the last one. */
export async function listSitemapProducts(db: Db, shop: Shop, part: number): Promise<SitemapProduct[]> {
  const { rows } = await sql<SitemapProduct>`
    SELECT p.id, p.created_at FROM products p WHERE ${isSoldOutsidePresale(shop)}
    ORDER BY p.id LIMIT ${SITEMAP_PART_SIZE} OFFSET ${(part - 1) * SITEMAP_PART_SIZE}`.execute(db);
  return rows;
}
