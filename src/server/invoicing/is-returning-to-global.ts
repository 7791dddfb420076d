import { sql } from "kysely";
import type { Queryable } from "../db/connect.ts";

/**
 * Whether the credit note that took the order out of its global invoice is being cancelled. Until SAT answers, the
 * order may return to the global invoice, so it gets no other document.
 */
export async function isReturningToGlobal(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ isReturning: boolean }>`
    SELECT is_returning_to_global(${orderId}) AS "isReturning"`.execute(db);
  return rows[0]!.isReturning;
}
