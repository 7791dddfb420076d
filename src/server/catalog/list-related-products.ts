import { sql } from "kysely";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { isSoldOutsidePresale, productColumns, type ProductRow } from "./product-row.ts";
import { hasPieces } from "./search-products.ts";

/**
 * Products with stock that are related to a product: first those of the same category, then those of the same brand.
 * Products that staff chose for its look are left out. One colour of each style is listed, and none of the product's
 * own style, whose colours are shown as swatches.
 */
export async function listRelatedProducts(db: Db, shop: Shop, productId: string, limit: number): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    WITH shared AS (
      SELECT a.product_id, true AS is_category
      FROM product_categories a JOIN product_categories b USING (category_id) WHERE b.product_id = ${productId}
      UNION ALL
      SELECT a.product_id, false
      FROM product_brands a JOIN product_brands b USING (brand_id) WHERE b.product_id = ${productId}),
    candidates AS (
      SELECT product_id AS id, bool_or(is_category) AS same_category, bool_or(NOT is_category) AS same_brand
      FROM shared GROUP BY product_id),
    styles AS (
      SELECT DISTINCT ON (style) p.id, c.same_category, c.same_brand, p.created_at
      FROM candidates c JOIN products p ON p.id = c.id, LATERAL (SELECT coalesce(p.style_code, p.id::text) AS style) named
      WHERE p.id <> ${productId} AND ${isSoldOutsidePresale(shop)} AND ${hasPieces(undefined)}
        AND NOT EXISTS (SELECT FROM products own WHERE own.id = ${productId} AND own.style_code = p.style_code)
        AND p.id NOT IN (SELECT l.paired_product_id FROM product_looks l WHERE l.product_id = ${productId})
      ORDER BY style, c.same_category DESC, c.same_brand DESC, p.created_at DESC, p.id),
    near AS (
      SELECT * FROM styles ORDER BY same_category DESC, same_brand DESC, created_at DESC, id LIMIT ${limit})
    SELECT ${productColumns(shop)} FROM near JOIN products p ON p.id = near.id
    ORDER BY near.same_category DESC, near.same_brand DESC, near.created_at DESC, near.id`.execute(db);
  return rows;
}
