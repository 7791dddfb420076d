import { sql } from "kysely";
import type { App } from "../../src/server/app.ts";
import { transact } from "../../src/server/db/transact.ts";

/**
 * Dates a demo order in the past. The nth instant is the time of its nth history row. The order was placed at the first
 * instant, and its payment deadline is moved by the same duration. Its payments, stock movements and edits get the time
 * of the history row that belongs to them. History rows, stock movements and edits are append-only. Outside of tests
 * only this function disables their triggers, until the transaction ends.
 */
export async function dateDemoOrder(app: App, orderId: string, instants: readonly Date[]): Promise<void> {
  await transact(app.db, async (tx) => {
    await sql`ALTER TABLE order_events DISABLE TRIGGER order_events_append_only`.execute(tx);
    await sql`ALTER TABLE stock_movements DISABLE TRIGGER stock_movements_append_only`.execute(tx);
    await sql`
      WITH dated AS (
        SELECT e.id, (${instants.map((instant) => instant.toISOString())}::timestamptz[])[row_number() OVER (ORDER BY e.id)] AS at
        FROM order_events e WHERE e.order_id = ${orderId})
      UPDATE order_events e SET at = dated.at FROM dated WHERE e.id = dated.id AND dated.at IS NOT NULL`.execute(tx);
    await sql`
      UPDATE orders SET created_at = ${instants[0]}, terms_accepted_at = ${instants[0]},
        payment_due_at = payment_due_at - (created_at - ${instants[0]}::timestamptz)
      WHERE id = ${orderId}`.execute(tx);
    await sql`
      UPDATE payments p SET created_at = e.at, paid_at = e.at, provider_updated_at = e.at
      FROM order_events e
      WHERE p.order_id = ${orderId} AND e.order_id = p.order_id AND e.to_status = 'PAYMENT_ACCEPTED'`.execute(tx);
    await sql`ALTER TABLE order_edits DISABLE TRIGGER order_edits_append_only`.execute(tx);
    await sql`
      UPDATE order_edits d SET at = e.at FROM order_events e
      WHERE d.order_id = ${orderId} AND e.order_id = d.order_id AND e.change = 'lines'`.execute(tx);
    await sql`ALTER TABLE order_edits ENABLE TRIGGER order_edits_append_only`.execute(tx);
    // Pieces are sold when the order is placed, return when it is cancelled, and are transferred when it is joined.
    await sql`
      UPDATE stock_movements m SET at = e.at FROM order_events e
      WHERE m.order_id = ${orderId} AND e.order_id = m.order_id AND CASE
        WHEN m.order_edit_id IS NOT NULL THEN e.change = 'lines'
        WHEN m.kind = 'sale' THEN e.from_status = 'NEW'
        WHEN m.kind = 'return' THEN e.to_status = 'CANCELLED'
        ELSE e.from_status <> 'NEW' AND e.to_status IN (e.from_status, 'JOINED') END`.execute(tx);
    await sql`ALTER TABLE order_events ENABLE TRIGGER order_events_append_only`.execute(tx);
    await sql`ALTER TABLE stock_movements ENABLE TRIGGER stock_movements_append_only`.execute(tx);
    return undefined;
  });
}
