import { sql } from "kysely";
import type { Facets } from "../../contract/catalog.ts";
import type { Db } from "../db/connect.ts";
import type { Shop } from "../shops/shop.ts";
import { onSaleIn } from "./product-row.ts";
import { hasPieces, inCategory, ofBrand, searchQueryCte, type Filters } from "./search-products.ts";
import { searchWords } from "./search-words.ts";

/**
 * How many products each brand, size and category would leave in the list. Each kind of filter is counted with the
 * choices of the other kinds but not its own, so that a second brand can be added to the first. A category counts a
 * product of several subcategories once. Values without products are not listed.
 */
export async function countFacets(db: Db, shop: Shop, filters: Filters): Promise<Facets> {
  const words = searchWords(filters.term ?? "");
  if (filters.term && words.length === 0) return { totalDocs: 0, brands: [], sizes: [], categories: [] };
  const { rows } = await sql<{ facets: Facets }>`
    WITH RECURSIVE ${searchQueryCte(words)},
    hits AS MATERIALIZED (
      SELECT p.id,
        ${filters.category ? inCategory(filters.category) : sql`true`} AS of_category,
        ${filters.brands?.length ? ofBrand(filters.brands) : sql`true`} AS of_brand,
        ${filters.sizeNames?.length ? hasPieces(filters.sizeNames) : sql`true`} AS of_size
      FROM products p, search_query
      WHERE ${onSaleIn(shop)} AND ${hasPieces(undefined)} ${words.length > 0 ? sql`AND p.search @@ search_query.query` : sql``}
    ),
    shown (id) AS (
      SELECT c.id FROM categories c WHERE c.parent_id IS NULL AND NOT c.is_hidden
      UNION ALL SELECT c.id FROM categories c JOIN shown ON c.parent_id = shown.id WHERE NOT c.is_hidden
    ),
    under (top, id) AS (
      SELECT shown.id, shown.id FROM shown
      UNION ALL SELECT under.top, c.id FROM categories c JOIN under ON c.parent_id = under.id
    ),
    brand_counts AS (
      SELECT pb.brand_id AS id, count(*) FROM hits h JOIN product_brands pb ON pb.product_id = h.id
      WHERE h.of_category AND h.of_size GROUP BY 1
    ),
    size_counts AS (
      SELECT s.size_name_id AS id, count(*) FROM hits h JOIN sizes s ON s.product_id = h.id AND s.available > 0 AND NOT s.is_hidden
      WHERE h.of_category AND h.of_brand GROUP BY 1
    ),
    category_counts AS (
      SELECT under.top AS id, count(DISTINCT h.id) FROM hits h
      JOIN product_categories pc ON pc.product_id = h.id JOIN under ON under.id = pc.category_id
      WHERE h.of_brand AND h.of_size GROUP BY 1
    )
    SELECT json_build_object(
      'totalDocs', (SELECT count(*) FROM hits h WHERE h.of_category AND h.of_brand AND h.of_size),
      'brands', (SELECT coalesce(json_agg(json_build_object('_id', b.id, 'slug', b.slug, 'name', b.name, 'count', n.count)
        ORDER BY plain_text(b.name)), '[]') FROM brand_counts n JOIN brands b USING (id)),
      'sizes', (SELECT coalesce(json_agg(json_build_object('_id', z.id, 'name', z.name, 'count', n.count)
        ORDER BY z.position, z.name), '[]') FROM size_counts n JOIN size_names z USING (id)),
      'categories', (SELECT coalesce(json_agg(json_build_object('_id', c.id, 'slug', c.slug, 'name', c.name,
        'parentId', coalesce(c.parent_id::text, '0'), 'count', n.count) ORDER BY c.position, c.name), '[]')
        FROM category_counts n JOIN categories c USING (id))) AS facets`.execute(db);
  return rows[0]!.facets;
}
