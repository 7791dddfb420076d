import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";

/** Pieces that are added to the stock of a size permanently, or removed if negative. */
export interface MovedPieces {
  sizeId: string;
  pieces: number;
}

interface MovementDetails {
  kind: "receipt" | "count" | "write_off";
  reason: string;
  actor: string;
  deliveryId?: string;
}

/** A larger number of pieces of one size is a typing mistake. */
export const MAX_PIECES = 1_000_000;

/**
 * Locks sizes until the transaction ends, so that no other transaction changes their stock. Locks them in id order, as
 * carts do, to avoid deadlocks.
 */
export async function lockSizes(tx: Tx, sizeIds: readonly string[]): Promise<Map<string, { available: number }>> {
  const { rows } = await sql<{ id: string; available: number }>`
    SELECT id, available FROM sizes
    WHERE id = ANY (${sizeIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map((size) => [size.id, size]));
}

/** Changes the stock of locked sizes, each size once, and records stock movements. A change of zero is not recorded. */
export async function writeMovements(
  tx: Tx,
  movements: readonly MovedPieces[],
  details: MovementDetails,
): Promise<void> {
  const nonZeroMovements = movements.filter(({ pieces }) => pieces !== 0);
  if (nonZeroMovements.length === 0) return;
  await sql`
    WITH moved AS (
      SELECT * FROM unnest(${nonZeroMovements.map(({ sizeId }) => sizeId)}::uuid[], ${nonZeroMovements.map(({ pieces }) => pieces)}::int[])
        AS m (size_id, pieces)
    ), updated AS (
      UPDATE sizes s SET available = s.available + m.pieces FROM moved m WHERE s.id = m.size_id)
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, delivery_id)
    SELECT size_id, pieces, ${details.kind}, ${details.reason}, ${details.actor}, ${details.deliveryId ?? null}::uuid
    FROM moved ORDER BY size_id`.execute(tx);
}
