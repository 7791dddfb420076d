import { sql } from "kysely";
import type { Db } from "../db/connect.ts";

/** The categories from the root of the tree to this one, without hidden ones. */
export async function listCategoryPath(db: Db, id: string): Promise<{ name: string; slug: string }[]> {
  const { rows } = await sql<{ name: string; slug: string }>`
    WITH RECURSIVE up AS (
      SELECT id, parent_id, name, slug, is_hidden, 0 AS height FROM categories WHERE id = ${id}
      UNION ALL
      SELECT c.id, c.parent_id, c.name, c.slug, c.is_hidden, up.height + 1 FROM categories c JOIN up ON c.id = up.parent_id)
    SELECT name, slug FROM up WHERE NOT is_hidden ORDER BY height DESC`.execute(db);
  return rows;
}
