import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";
import { retryDeadlocks } from "../db/transact.ts";
import { SHOPPING_NOW } from "./shopping-heartbeat.ts";

/**
 * Expires carts after their expiry time, at most `limit` (500), and releases their pieces exactly once: the state is
 * the guard. Returns the number of these carts, and of the sizes that got pieces back.
 *
 * A cart that was changed after this statement's snapshot and before it was locked has a newer version under the lock.
 * Its lines are then not those of the snapshot, so it is left for the next run. Carts that another process has locked
 * are skipped.
 */
export async function releaseExpiredCarts(
  db: Queryable,
  filter: { sizeIds?: readonly string[]; cartId?: string; limit?: number } = {},
): Promise<{ carts: number; sizes: number }> {
  const holdsSize = filter.sizeIds
    ? sql`c.id IN (SELECT l.cart_id FROM cart_lines l WHERE l.size_id = ANY (${filter.sizeIds}))`
    : sql`true`;
  const statement = sql<{ carts: number; sizes: number }>`
    WITH expired AS MATERIALIZED (
      SELECT c.id, c.version FROM carts c
      WHERE c.state = 'active' AND c.expires_at <= ${SHOPPING_NOW} AND ${holdsSize}
        AND ${filter.cartId ? sql`c.id = ${filter.cartId}` : sql`true`}
      ORDER BY c.id LIMIT ${filter.limit ?? 500} FOR UPDATE SKIP LOCKED
    ), unchanged AS MATERIALIZED (
      SELECT expired.id FROM expired JOIN carts c ON c.id = expired.id AND c.version = expired.version
    ), held AS MATERIALIZED (
      SELECT l.size_id, sum(l.held)::int AS pieces
      FROM cart_lines l JOIN unchanged ON unchanged.id = l.cart_id WHERE l.held > 0 GROUP BY l.size_id
    ), locked AS MATERIALIZED (
      SELECT s.id FROM sizes s WHERE s.id IN (SELECT size_id FROM held) ORDER BY s.id FOR NO KEY UPDATE
    ), ended AS (
      UPDATE carts c SET state = 'expired', version = c.version + 1
      FROM unchanged WHERE c.id = unchanged.id AND c.state = 'active'
    ), returned AS (
      UPDATE sizes s SET available = s.available + held.pieces
      FROM held JOIN locked ON locked.id = held.size_id WHERE s.id = held.size_id
      RETURNING s.id)
    SELECT (SELECT count(*) FROM unchanged)::int AS carts, (SELECT count(*) FROM returned)::int AS sizes`;
  // Inside a transaction, the caller retries the whole transaction.
  const { rows } = await (db.isTransaction ? statement.execute(db) : retryDeadlocks(() => statement.execute(db)));
  return rows[0]!;
}
