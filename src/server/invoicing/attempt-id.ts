import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/**
 * The id under which the PAC stamps only one document: the kind, the order or period, and the number of earlier
 * documents of that kind for the same order or period. After a restore from a backup, a sale that the PAC has already
 * stamped gets the same id again, and the PAC refuses it (CFDI3307).
 */
export async function getAttemptId(db: Queryable, id: string): Promise<string> {
  const { rows } = await sql<{ attemptId: string }>`
    SELECT concat_ws('-', i.kind, coalesce(i.order_id::text, concat_ws('-', i.shop_id, i.periodicity, i.period_from)), (
      SELECT count(*) FROM invoices e WHERE e.kind = i.kind AND (e.created_at, e.id) < (i.created_at, i.id)
        AND (e.order_id = i.order_id OR e.order_id IS NULL AND i.order_id IS NULL AND e.shop_id = i.shop_id
          AND e.period_from = i.period_from AND e.periodicity = i.periodicity))) AS "attemptId"
    FROM invoices i WHERE i.id = ${id}`.execute(db);
  return rows[0]!.attemptId;
}

/** The PAC's code when it has already stamped another document under the same id. */
export const STAMPED_ELSEWHERE = "CFDI3307";

/**
 * Whether the PAC has a document of this order that this database lacks: the order's last document was refused for that
 * reason. Customers cannot request another one until staff have made one.
 */
export async function isStampedElsewhere(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ code: string | null }>`
    SELECT refusal_code AS code FROM invoices WHERE order_id = ${orderId} ORDER BY created_at DESC, id DESC LIMIT 1`.execute(
    db,
  );
  return rows[0]?.code === STAMPED_ELSEWHERE;
}
