import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";

/** Pieces that come to the shelf for good, or (below zero) leave it. */
export interface Move {
  sizeId: string;
  pieces: number;
}

interface Why {
  kind: "receipt" | "count" | "write_off";
  reason: string;
  actor: string;
  deliveryId?: string;
}

export interface LockedSize {
  available: number;
  productId: string;
}

/** More of one size is a typing mistake. */
export const MAX_PIECES = 1_000_000;

/** Nobody else takes or brings pieces of these sizes until the transaction ends; in id order, as carts lock them. */
export async function lockSizes(tx: Tx, sizeIds: readonly string[]): Promise<Map<string, LockedSize>> {
  const { rows } = await sql<LockedSize & { id: string }>`
    SELECT id, available, product_id AS "productId" FROM sizes
    WHERE id = ANY (${sizeIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map(({ id, ...size }) => [id, size]));
}

/** Moves pieces of locked sizes, each size once, and writes them in the ledger. What moves nothing leaves no row. */
export async function writeMoves(tx: Tx, moves: readonly Move[], why: Why): Promise<void> {
  const real = moves.filter(({ pieces }) => pieces !== 0);
  if (real.length === 0) return;
  await sql`
    WITH moved AS (
      SELECT * FROM unnest(${real.map(({ sizeId }) => sizeId)}::uuid[], ${real.map(({ pieces }) => pieces)}::int[])
        AS m (size_id, pieces)
    ), shelved AS (
      UPDATE sizes s SET available = s.available + m.pieces FROM moved m WHERE s.id = m.size_id)
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, delivery_id)
    SELECT size_id, pieces, ${why.kind}, ${why.reason}, ${why.actor}, ${why.deliveryId ?? null}::uuid
    FROM moved ORDER BY size_id`.execute(tx);
}
