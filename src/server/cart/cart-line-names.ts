import { sql } from "kysely";
import { cartLineName } from "../../domain/cart-line.ts";
import type { Db } from "../db/connect.ts";
import { Batcher } from "../db/batcher.ts";

/**
 * The names of cart lines for sizes that are in no cart (`CartLine.name`), by the size's id. Reads are batched, because
 * under load many customers are refused the same few sizes.
 */
export class CartLineNames {
  private readonly batcher: Batcher<string, string>;

  constructor(db: Db) {
    this.batcher = new Batcher((sizeIds) => listCartLineNames(db, sizeIds));
  }

  /** "" for a size that does not exist. */
  find(sizeId: string): Promise<string> {
    return this.batcher.run(sizeId);
  }
}

async function listCartLineNames(db: Db, sizeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string; color: string | null; brand: string | null; size: string }>`
    SELECT s.id, p.name, p.color, b.name AS brand, n.name AS size
    FROM sizes s JOIN size_names n ON n.id = s.size_name_id JOIN products p ON p.id = s.product_id
    LEFT JOIN product_brands pb ON pb.product_id = p.id AND pb.position = 0 LEFT JOIN brands b ON b.id = pb.brand_id
    WHERE s.id = ANY (${[...new Set(sizeIds)]})`.execute(db);
  const names = new Map(rows.map((row) => [row.id, cartLineName(row, row.size)]));
  return sizeIds.map((id) => names.get(id) ?? "");
}
