import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { jobSql, type SqlPayload } from "../jobs/enqueue.ts";
import type { JobName, JobPayload } from "../jobs/registry.ts";
import { hashToken, newToken } from "../sessions/token.ts";

/** The jobs that send an email about an order. The email may contain a key, with which a guest opens the order. */
export type OrderEmailJob = {
  [Name in JobName]: JobPayload<Name> extends { orderId: string; key: string | null } ? Name : never;
}[JobName];

/** The payload of such a job without the order and its key. */
export type OrderEmailPayload<Name extends OrderEmailJob> = Omit<JobPayload<Name>, "orderId" | "key">;

/**
 * Enqueues the email about an order in the transaction that causes it. Without a mailbox there is no email. A guest's
 * email contains a new key that opens the order, because the key of the first email is stored only as a hash. The
 * email of a customer with an account contains no key, because a key stays valid after a change of password
 * (decision 12).
 */
export async function enqueueOrderEmail<Name extends OrderEmailJob>(
  tx: Tx,
  orderId: string,
  job: Name,
  payload: OrderEmailPayload<Name>,
): Promise<void> {
  const key = newToken();
  const rowFields = { orderId: sql`id`, key: sql`CASE WHEN by_key THEN ${key}::text END` };
  await sql`
    WITH recipient AS (
      SELECT o.id, c.kind = 'guest' AS by_key FROM orders o JOIN customers c ON c.id = o.customer_id
      WHERE o.id = ${orderId} AND o.customer_email IS NOT NULL
    ), stored AS (
      INSERT INTO order_keys (key_hash, order_id) SELECT ${hashToken(key)}, id FROM recipient WHERE by_key)
    SELECT ${jobSql(job, { ...payload, ...rowFields } as SqlPayload<Name>)} FROM recipient`.execute(tx);
}
