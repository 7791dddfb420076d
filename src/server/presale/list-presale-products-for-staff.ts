import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

export interface StaffPresaleProduct {
  id: string;
  name: string;
  color: string | null;
  picture: { key: string; webp: number[] } | null;
  available: number;
}

/** A presale's products as staff see them, by name, at most 500. */
export async function listPresaleProductsForStaff(db: Queryable, presaleId: string): Promise<StaffPresaleProduct[]> {
  const { rows } = await sql<StaffPresaleProduct>`
    SELECT p.id, p.name, p.color,
      (SELECT coalesce(sum(s.available), 0)::int FROM sizes s WHERE s.product_id = p.id) AS available,
      (SELECT json_build_object('key', i.key, 'webp', i.webp_widths) FROM product_pictures pp
        JOIN pictures i ON i.key = pp.picture_key WHERE pp.product_id = p.id AND pp.position = 0) AS picture
    FROM products p WHERE p.presale_id = ${presaleId} ORDER BY p.name, p.id LIMIT 500`.execute(db);
  return rows;
}
