import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/**
 * Ends carts that are past their time and puts their pieces back, each exactly once: the state is the guard. Answers
 * the products whose stock came back.
 *
 * A cart changed between this statement's snapshot and its lock shows a newer version under the lock: its lines are not
 * the ones we see, so it is left for the next round. Carts another process is freeing are skipped.
 */
export async function releaseExpiredCarts(
  db: Queryable,
  which: { sizeIds?: readonly string[]; cartId?: string; limit?: number } = {},
): Promise<string[]> {
  const holdsSize = which.sizeIds
    ? sql`c.id IN (SELECT l.cart_id FROM cart_lines l WHERE l.size_id = ANY (${which.sizeIds}))`
    : sql`true`;
  const { rows } = await sql<{ product_id: string }>`
    WITH dead AS MATERIALIZED (
      SELECT c.id, c.version FROM carts c
      WHERE c.state = 'active' AND c.expires_at <= clock_timestamp() AND ${holdsSize}
        AND ${which.cartId ? sql`c.id = ${which.cartId}` : sql`true`}
      ORDER BY c.id LIMIT ${which.limit ?? 500} FOR UPDATE SKIP LOCKED
    ), seen AS MATERIALIZED (
      SELECT dead.id FROM dead JOIN carts c ON c.id = dead.id AND c.version = dead.version
    ), back AS MATERIALIZED (
      SELECT l.size_id, sum(l.held)::int AS pieces
      FROM cart_lines l JOIN seen ON seen.id = l.cart_id WHERE l.held > 0 GROUP BY l.size_id
    ), locked AS MATERIALIZED (
      SELECT s.id FROM sizes s WHERE s.id IN (SELECT size_id FROM back) ORDER BY s.id FOR NO KEY UPDATE
    ), ended AS (
      UPDATE carts c SET state = 'expired', version = c.version + 1
      FROM seen WHERE c.id = seen.id AND c.state = 'active'
    ), returned AS (
      UPDATE sizes s SET available = s.available + back.pieces
      FROM back JOIN locked ON locked.id = back.size_id WHERE s.id = back.size_id
      RETURNING s.product_id)
    SELECT DISTINCT product_id FROM returned`.execute(db);
  return rows.map((row) => row.product_id);
}
