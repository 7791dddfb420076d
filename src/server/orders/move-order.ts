import { sql } from "kysely";
import { canMove, type OrderStatus } from "../../domain/order-status.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";

export interface Move {
  to: OrderStatus;
  /** Who: 'cliente <id>', 'consola', 'sistema', a member of staff. */
  actor: string;
  reason: string;
  trackingNumber?: string;
}

/**
 * Moves an order along an allowed edge, with its history row; a cancelled one gives its pieces back. Everybody passes
 * here: command line, staff, payments, the clock. The mail about it is a job of the same transaction.
 */
export async function moveOrder(
  app: App,
  orderId: string,
  move: Move,
): Promise<OrderStatus | Refusal<"order_not_found" | "move_not_allowed" | "tracking_missing">> {
  const answer = await transact(app.db, async (tx) => {
    const order = await tx
      .selectFrom("orders")
      .select(["status", "reference"])
      .where("id", "=", orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return refuse("order_not_found");
    // Reviving a cancelled order must take its pieces again: that door belongs to late payments (ruling 13).
    if (!canMove(order.status, move.to) || order.status === "CANCELLED") return refuse("move_not_allowed");
    if (move.to === "SHIPPED" && !move.trackingNumber && (await hasParcel(tx, orderId))) {
      return refuse("tracking_missing");
    }
    await tx
      .updateTable("orders")
      .set({
        status: move.to,
        ...(move.to === "SHIPPED" ? { tracking_number: move.trackingNumber ?? null } : {}),
        ...(move.to === "RESERVED" ? { pay_by: null } : {}),
      })
      .where("id", "=", orderId)
      .execute();
    await tx
      .insertInto("order_events")
      .values({
        order_id: orderId,
        from_status: order.status,
        to_status: move.to,
        actor: move.actor,
        reason: move.reason,
      })
      .execute();
    const returned = move.to === "CANCELLED" ? await returnOrderPieces(tx, orderId, move) : [];
    await sql`SELECT graphile_worker.add_job('mail_order_moved',
      json_build_object('orderId', ${orderId}::text, 'status', ${move.to}::text))`.execute(tx);
    return { status: move.to, returned };
  });
  if ("refused" in answer) return answer;
  app.touches.touch(answer.returned);
  return answer.status;
}

async function hasParcel(tx: Tx, orderId: string): Promise<boolean> {
  const line = await tx
    .selectFrom("order_lines")
    .select("position")
    .where("order_id", "=", orderId)
    .where("is_digital", "=", false)
    .executeTakeFirst();
  return line !== undefined;
}

/** Puts the order's pieces back, in size order so that no cart deadlocks with it, and writes them in the ledger. */
async function returnOrderPieces(tx: Tx, orderId: string, move: Move): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    WITH back AS MATERIALIZED (
      SELECT s.id, s.product_id, l.held FROM order_lines l JOIN sizes s ON s.id = l.size_id
      WHERE l.order_id = ${orderId} AND l.held > 0 ORDER BY s.id FOR NO KEY UPDATE OF s
    ), returned AS (
      UPDATE sizes s SET available = s.available + back.held FROM back WHERE s.id = back.id
    ), noted AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor, order_id)
      SELECT id, held, 'return', ${move.reason}, ${move.actor}, ${orderId} FROM back)
    SELECT DISTINCT product_id FROM back`.execute(tx);
  return rows.map((row) => row.product_id);
}
