import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/**
 * The id under which the PAC stamps a document once: its kind, its order or period, and how many documents of that kind it
 * had before. A database that was restored from a backup makes the same id again for a sale that the PAC has stamped, and
 * the PAC refuses it (CFDI3307).
 */
export async function findAttemptId(db: Queryable, id: string): Promise<string> {
  const { rows } = await sql<{ attemptId: string }>`
    SELECT concat_ws('-', i.kind, coalesce(i.order_id::text, concat_ws('-', i.shop_id, i.periodicity, i.period_from)), (
      SELECT count(*) FROM invoices e WHERE e.kind = i.kind AND (e.created_at, e.id) < (i.created_at, i.id)
        AND (e.order_id = i.order_id OR e.order_id IS NULL AND i.order_id IS NULL AND e.shop_id = i.shop_id
          AND e.period_from = i.period_from AND e.periodicity = i.periodicity))) AS "attemptId"
    FROM invoices i WHERE i.id = ${id}`.execute(db);
  return rows[0]!.attemptId;
}

/** The PAC stamped another document under the id of this one. */
export const STAMPED_ELSEWHERE = "CFDI3307";

/**
 * Whether the PAC has a document of this order that is not here: its last one was refused for that reason. Customers get
 * no other one until staff have made one.
 */
export async function isStampedElsewhere(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ code: string | null }>`
    SELECT refusal_code AS code FROM invoices WHERE order_id = ${orderId} ORDER BY created_at DESC, id DESC LIMIT 1`.execute(
    db,
  );
  return rows[0]?.code === STAMPED_ELSEWHERE;
}
