import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/** What staff can choose for the sections of a front page. */
export interface HomeChoices {
  /** In the order of the tree. `name` is the full path: "Mujer › Vestidos". */
  categories: { slug: string; name: string }[];
  brands: { slug: string; name: string }[];
  /** Products for which staff chose a look, newest first. */
  looks: { id: string; name: string }[];
}

const MAX_LOOKS = 200;

export async function listHomeChoices(db: Queryable): Promise<HomeChoices> {
  const { rows } = await sql<HomeChoices>`
    WITH RECURSIVE tree AS (
      SELECT c.id, c.slug, c.name AS path, ARRAY[(c.position, c.name)] AS key
      FROM categories c WHERE c.parent_id IS NULL AND NOT c.is_hidden
      UNION ALL SELECT c.id, c.slug, t.path || ' › ' || c.name, t.key || (c.position, c.name)
      FROM categories c JOIN tree t ON c.parent_id = t.id WHERE NOT c.is_hidden)
    SELECT
      (SELECT coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.path) ORDER BY t.key), '[]') FROM tree t)
        AS categories,
      (SELECT coalesce(json_agg(json_build_object('slug', b.slug, 'name', b.name) ORDER BY plain_text(b.name)), '[]')
        FROM brands b) AS brands,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', concat_ws(' · ', p.name, p.color))
          ORDER BY p.created_at DESC, p.id), '[]')
        FROM (SELECT * FROM products WHERE id IN (SELECT l.product_id FROM product_looks l)
          ORDER BY created_at DESC, id LIMIT ${MAX_LOOKS}) p) AS looks`.execute(db);
  return rows[0]!;
}
