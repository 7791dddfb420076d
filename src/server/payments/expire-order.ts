import { sql } from "kysely";
import type { App } from "../app.ts";
import { summarizePayments } from "../../domain/payment.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockOrder, moveLockedOrder } from "../orders/move-order.ts";
import { cancelPendingPayments, reconcileOrderPayments } from "./reconcile-payment.ts";
import { paymentsOf } from "../order-money/queries.ts";
import { jobSql } from "../jobs/enqueue.ts";

/** Job, each minute: schedules jobs for unpaid orders past their deadlines, at most 500, the oldest deadlines first. */
export async function scheduleExpiry(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("expire_order", { orderId: sql`id` }, { key: sql`'expire:' || id`, keepsRunAt: true })} FROM (
      SELECT id FROM orders WHERE status = 'WAITING_PAYMENT' AND payment_due_at < now() ORDER BY payment_due_at LIMIT 500) due
  `.execute(app.db);
}

/**
 * Job: cancels an order that was not paid in time and returns its pieces (rule PAY-3). First it reconciles the order
 * with the provider once more and cancels the payments that are pending there. While the provider does not answer, the
 * order does not expire. Reserving the pieces for longer is better than taking money for pieces that were sold to
 * another customer.
 */
export async function expireOrder(app: App, { orderId }: { orderId: string }): Promise<void> {
  if (!(await isPastDeadline(app.genericPlanDb, orderId))) return;
  await reconcileOrderPayments(app, orderId, "job");
  // The reconciliation may have found a new voucher, which moves the deadline.
  if (!(await isPastDeadline(app.genericPlanDb, orderId))) return;
  await cancelPendingPayments(app, orderId);
  await transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !(await isPastDeadline(tx, orderId))) return;
    const orderFacts = { status: order.status, grandTotalCents: order.grand_total_cents };
    const { isLive } = summarizePayments(orderFacts, await paymentsOf(tx, orderId));
    // An order with a payment under way does not expire. Neither does a partly paid order: staff decide about it (flag
    // UNDERPAID).
    if (isLive) return;
    const transition = { actor: "sistema", reason: "No llegó el pago a tiempo", because: "unpaid" } as const;
    await moveLockedOrder(tx, order, { ...transition, to: "CANCELLED" });
  });
}

async function isPastDeadline(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders WHERE id = ${orderId} AND status = 'WAITING_PAYMENT' AND payment_due_at < clock_timestamp()`.execute(
    db,
  );
  return rows.length === 1;
}
