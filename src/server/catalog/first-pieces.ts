import { sql } from "kysely";
import { sizePosition } from "../../domain/size-order.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

/** A size of a product and its initial number of pieces. */
export interface FirstPieces {
  /** As customers read it: "CH", "24", "Boleto A-01". */
  name: string;
  pieces: number;
}

/**
 * Adds sizes that a product does not have yet. Their first pieces are recorded as a receipt in the stock movements. The
 * stock of an existing size does not change. Returns the names of the new sizes.
 */
export async function addSizes(
  tx: Tx,
  productId: string,
  sizes: readonly FirstPieces[],
  { reason, actor }: { reason: string; actor: string },
): Promise<string[]> {
  if (sizes.length === 0) return [];
  // Always in the same order: concurrent calls that add the same new sizes wait for each other without a deadlock.
  const sorted = sizes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const ids = sorted.map(() => newId());
  const names = sorted.map(({ name }) => name);
  await sql`
    INSERT INTO size_names (id, name, position)
    SELECT w.id, w.name, w.position
    FROM unnest(${ids}::uuid[], ${names}::text[], ${names.map(sizePosition)}::int[]) AS w (id, name, position)
    WHERE NOT EXISTS (SELECT FROM size_names n WHERE n.name = w.name)
    ON CONFLICT (name) DO NOTHING`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    WITH created AS (
      INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT w.id, ${productId}, n.id, w.pieces
      FROM unnest(${ids}::uuid[], ${names}::text[], ${sorted.map(({ pieces }) => pieces)}::int[]) AS w (id, name, pieces)
      JOIN size_names n ON n.name = w.name
      ON CONFLICT DO NOTHING RETURNING id, size_name_id, available
    ), received AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
      SELECT id, available, 'receipt', ${reason}, ${actor} FROM created WHERE available > 0
    )
    SELECT n.name FROM created JOIN size_names n ON n.id = created.size_name_id`.execute(tx);
  return rows.map((row) => row.name);
}
