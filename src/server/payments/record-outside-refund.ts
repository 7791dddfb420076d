import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { newId } from "../db/new-id.ts";

/**
 * Records a refund that the shop did not request: the owner made it in the provider's panel, or a bank took the money
 * back. Its amount is what the provider reports as refunded, minus the refunds that are already recorded. The caller
 * must have locked the order's row.
 */
export async function recordOutsideRefund(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    INSERT INTO payment_refunds (id, payment_id, cents, refunded_before_cents, state, actor, reason, is_made_outside_shop, ended_at)
    SELECT ${newId()}, p.id, p.refunded_cents - known.cents, known.cents, 'DONE', p.provider,
      'Devuelto fuera de la tienda', true, clock_timestamp()
    FROM payments p, LATERAL (
      SELECT coalesce(sum(r.cents), 0) AS cents FROM payment_refunds r
      WHERE r.payment_id = p.id AND r.state IN ('ASKED', 'DONE')) known
    WHERE p.id = ${paymentId} AND p.provider <> 'shop' AND p.refunded_cents > known.cents`.execute(tx);
}
