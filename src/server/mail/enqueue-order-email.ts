import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { hashToken, newToken } from "../sessions/token.ts";

/**
 * Makes the mail about an order a job of the very transaction that causes it; without a mailbox there is none. A guest's
 * mail brings a key of its own that opens the order: the one of the first mail is kept as its hash only. A customer has
 * his account, and a key would outlive his password (decision 12).
 */
export async function enqueueOrderEmail(tx: Tx, orderId: string, job: string, payload: object = {}): Promise<void> {
  const key = newToken();
  await sql`
    WITH told AS (
      SELECT o.id, c.kind = 'guest' AS by_key FROM orders o JOIN customers c ON c.id = o.customer_id
      WHERE o.id = ${orderId} AND o.customer_email IS NOT NULL
    ), kept AS (
      INSERT INTO order_keys (key_hash, order_id) SELECT ${hashToken(key)}, id FROM told WHERE by_key)
    SELECT graphile_worker.add_job(${job}, (${JSON.stringify(payload)}::jsonb ||
      jsonb_build_object('orderId', id, 'key', CASE WHEN by_key THEN ${key}::text END))::json) FROM told`.execute(tx);
}
