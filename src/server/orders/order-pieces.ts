import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";

interface Act {
  actor: string;
  reason: string;
  /** Why they do not go back to the shelf: then the ledger has them back and written off, and the shelf stays. */
  writtenOff?: string;
}

/**
 * Puts the order's pieces back, in size order so that no cart deadlocks with it, and writes them in the ledger. Answers
 * the products whose stock changed.
 */
export async function returnOrderPieces(tx: Tx, orderId: string, act: Act): Promise<string[]> {
  if (act.writtenOff !== undefined) {
    await writeOffOrderPieces(tx, orderId, act.actor, act.writtenOff);
    return [];
  }
  const { rows } = await sql<{ product_id: string }>`
    WITH back AS MATERIALIZED (
      SELECT s.id, s.product_id, l.held FROM order_lines l JOIN sizes s ON s.id = l.size_id
      WHERE l.order_id = ${orderId} AND l.held > 0 ORDER BY s.id FOR NO KEY UPDATE OF s
    ), returned AS (
      UPDATE sizes s SET available = s.available + back.held FROM back WHERE s.id = back.id
    ), noted AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
      SELECT id, held, 'return', ${act.reason}, ${act.actor}, ${orderId} FROM back)
    SELECT DISTINCT product_id FROM back`.execute(tx);
  return rows.map((row) => row.product_id);
}

/** The write-off is no order's: of a cancelled one the ledger adds up to nothing. */
async function writeOffOrderPieces(tx: Tx, orderId: string, actor: string, reason: string): Promise<void> {
  await sql`
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
    SELECT l.size_id, l.held * side.sign, side.kind, 'Pedido ' || o.reference || ': ' || ${reason}::text, ${actor},
      CASE WHEN side.sign = 1 THEN o.id END
    FROM orders o JOIN order_lines l ON l.order_id = o.id,
      (VALUES (1, 'return'), (-1, 'write_off')) AS side (sign, kind)
    WHERE o.id = ${orderId} AND l.held > 0 ORDER BY l.size_id, side.sign DESC`.execute(tx);
}

/**
 * Takes a cancelled order's pieces off the shelf again, all of them or none. Answers the products whose stock changed;
 * null where a piece is gone.
 */
export async function retakeOrderPieces(tx: Tx, orderId: string, act: Act): Promise<string[] | null> {
  const { rows } = await sql<{ id: string; product_id: string; held: number; available: number }>`
    SELECT s.id, s.product_id, l.held, s.available FROM order_lines l JOIN sizes s ON s.id = l.size_id
    WHERE l.order_id = ${orderId} AND l.held > 0 ORDER BY s.id FOR NO KEY UPDATE OF s`.execute(tx);
  if (rows.some((size) => size.available < size.held)) return null;
  await sql`
    WITH taken AS (
      UPDATE sizes s SET available = s.available - l.held FROM order_lines l
      WHERE l.order_id = ${orderId} AND l.held > 0 AND s.id = l.size_id RETURNING s.id, l.held)
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
    SELECT id, -held, 'sale', ${act.reason}, ${act.actor}, ${orderId} FROM taken`.execute(tx);
  return [...new Set(rows.map((size) => size.product_id))];
}
