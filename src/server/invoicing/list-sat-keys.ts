import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { likePattern } from "../db/like-pattern.ts";

/** A category or a product with its SAT keys. A key is null if it is not the category's or product's own. */
export interface NameWithSatKeys {
  id: string;
  name: string;
  productKey: string | null;
  unitKey: string | null;
}

/** All categories, each with the names of its parents. */
export async function listCategoryKeys(db: Queryable): Promise<NameWithSatKeys[]> {
  const { rows } = await sql<NameWithSatKeys>`
    WITH RECURSIVE tree AS (
      SELECT id, name, ARRAY[position] AS path, sat_product_key, sat_unit_key FROM categories WHERE parent_id IS NULL
      UNION ALL
      SELECT c.id, t.name || ' › ' || c.name, t.path || c.position, c.sat_product_key, c.sat_unit_key
      FROM categories c JOIN tree t ON c.parent_id = t.id)
    SELECT id, name, sat_product_key AS "productKey", sat_unit_key AS "unitKey" FROM tree ORDER BY path, name`.execute(
    db,
  );
  return rows;
}

/**
 * Products whose name, colour, brand, category, keyword or code contains the term. For an empty term, the products that
 * have keys of their own.
 */
export async function listProductsForSatKeys(db: Queryable, term: string, limit: number): Promise<NameWithSatKeys[]> {
  const condition = term
    ? sql`search_words LIKE ${likePattern(term)}`
    : sql`(sat_product_key IS NOT NULL OR sat_unit_key IS NOT NULL)`;
  const { rows } = await sql<NameWithSatKeys>`
    SELECT id, name, sat_product_key AS "productKey", sat_unit_key AS "unitKey" FROM products
    WHERE ${condition} ORDER BY name, id LIMIT ${limit}::int`.execute(db);
  return rows;
}
