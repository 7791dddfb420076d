import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import type { NamedRow } from "./product-row.ts";

/** The choices in the back office's forms and filters of products. */
export interface CatalogChoices {
  brands: NamedRow[];
  /** In the order of the tree. `path` is the full path: "Mujer › Vestidos". */
  categories: (NamedRow & { path: string })[];
  presales: NamedRow[];
  /** Names of sizes, in their order. */
  sizeNames: string[];
  /** The known colours. */
  colors: { key: string; name: string; hex: string | null }[];
}

export async function listChoices(db: Queryable): Promise<CatalogChoices> {
  const { rows } = await sql<CatalogChoices>`
    WITH RECURSIVE tree AS (
      SELECT c.id, c.name, c.name AS path, ARRAY[(c.position, c.name)] AS key
      FROM categories c WHERE c.parent_id IS NULL
      UNION ALL SELECT c.id, c.name, t.path || ' › ' || c.name, t.key || (c.position, c.name)
      FROM categories c JOIN tree t ON c.parent_id = t.id)
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) ORDER BY plain_text(b.name)), '[]')
        FROM brands b) AS brands,
      (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'path', t.path) ORDER BY t.key), '[]')
        FROM tree t) AS categories,
      (SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY r.starts_at DESC), '[]')
        FROM presales r) AS presales,
      (SELECT coalesce(json_agg(n.name ORDER BY n.position, n.name), '[]') FROM size_names n) AS "sizeNames",
      (SELECT coalesce(json_agg(json_build_object('key', k.key, 'name', k.name, 'hex', k.hex) ORDER BY k.key), '[]')
        FROM colors k) AS colors`.execute(db);
  return rows[0]!;
}
