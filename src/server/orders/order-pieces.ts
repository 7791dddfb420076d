import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";

interface StockMovementCause {
  actor: string;
  reason: string;
  /**
   * Why the pieces are written off. The stock movements then record a return and a write-off, and available stock does
   * not change.
   */
  writeOffReason?: string;
}

/**
 * Returns the order's pieces to stock, in size order so that it cannot deadlock with a cart, and records the stock
 * movements. Writes the pieces off instead if `info` has a reason for it.
 */
export async function returnOrderPieces(tx: Tx, orderId: string, info: StockMovementCause): Promise<void> {
  if (info.writeOffReason !== undefined) {
    await writeOffOrderPieces(tx, orderId, info.actor, info.writeOffReason);
    return;
  }
  await sql`
    WITH pieces AS MATERIALIZED (
      SELECT s.id, l.held FROM order_lines l JOIN sizes s ON s.id = l.size_id
      WHERE l.order_id = ${orderId} AND l.held > 0 ORDER BY s.id FOR NO KEY UPDATE OF s
    ), returned AS (
      UPDATE sizes s SET available = s.available + pieces.held FROM pieces WHERE s.id = pieces.id
    )
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
    SELECT id, held, 'return', ${info.reason}, ${info.actor}, ${orderId} FROM pieces`.execute(tx);
}

/**
 * Records a return of the order's pieces and their write-off. Available stock does not change. The write-off has no
 * order id, so that the movements of a cancelled order add up to zero.
 */
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
 * Takes a cancelled order's pieces from stock again: all or none. Returns false if a piece is not available.
 */
export async function retakeOrderPieces(tx: Tx, orderId: string, info: StockMovementCause): Promise<boolean> {
  const { rows } = await sql<{ held: number; available: number }>`
    SELECT l.held, s.available FROM order_lines l JOIN sizes s ON s.id = l.size_id
    WHERE l.order_id = ${orderId} AND l.held > 0 ORDER BY s.id FOR NO KEY UPDATE OF s`.execute(tx);
  if (rows.some((size) => size.available < size.held)) return false;
  await sql`
    WITH taken AS (
      UPDATE sizes s SET available = s.available - l.held FROM order_lines l
      WHERE l.order_id = ${orderId} AND l.held > 0 AND s.id = l.size_id RETURNING s.id, l.held)
    INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
    SELECT id, -held, 'sale', ${info.reason}, ${info.actor}, ${orderId} FROM taken`.execute(tx);
  return true;
}
