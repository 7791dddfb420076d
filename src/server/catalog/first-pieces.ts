import { sql } from "kysely";
import { sizePosition } from "../../domain/size-order.ts";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

/** A size of a product and how many pieces it begins with. */
export interface FirstPieces {
  /** As customers read it: "CH", "24", "Boleto A-01". */
  name: string;
  pieces: number;
}

/**
 * Gives a product sizes it does not have yet; their first pieces are received through the ledger. What a known size has
 * left is not touched. Answers the names of those that are new.
 */
export async function addSizes(
  tx: Tx,
  productId: string,
  sizes: readonly FirstPieces[],
  { reason, actor }: { reason: string; actor: string },
): Promise<string[]> {
  if (sizes.length === 0) return [];
  // In one order for all: two who name the same new sizes wait for each other, and never crosswise.
  const wanted = sizes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const ids = wanted.map(() => newId());
  const names = wanted.map(({ name }) => name);
  await sql`
    INSERT INTO size_names (id, name, position)
    SELECT w.id, w.name, w.position
    FROM unnest(${ids}::uuid[], ${names}::text[], ${names.map(sizePosition)}::int[]) AS w (id, name, position)
    WHERE NOT EXISTS (SELECT FROM size_names n WHERE n.name = w.name)
    ON CONFLICT (name) DO NOTHING`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    WITH made AS (
      INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT w.id, ${productId}, n.id, w.pieces
      FROM unnest(${ids}::uuid[], ${names}::text[], ${wanted.map(({ pieces }) => pieces)}::int[]) AS w (id, name, pieces)
      JOIN size_names n ON n.name = w.name
      ON CONFLICT DO NOTHING RETURNING id, size_name_id, available
    ), received AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
      SELECT id, available, 'receipt', ${reason}, ${actor} FROM made WHERE available > 0
    )
    SELECT n.name FROM made JOIN size_names n ON n.id = made.size_name_id`.execute(tx);
  return rows.map((row) => row.name);
}
