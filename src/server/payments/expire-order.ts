import { sql } from "kysely";
import type { App } from "../app.ts";
import { settle } from "../../domain/payment.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockOrder, moveLockedOrder } from "../orders/move-order.ts";
import { cancelPending, reconcilePayment } from "./reconcile-payment.ts";
import { paymentsOf } from "../order-money/queries.ts";
import { jobSql } from "../jobs/enqueue.ts";

/** Job, each minute: a job for each unpaid order past its time. */
export async function scheduleExpiry(app: App): Promise<void> {
  await sql`
    SELECT ${jobSql("expire_order", { orderId: sql`id` }, { key: sql`'expire:' || id`, keepsRunAt: true })} FROM (
      SELECT id FROM orders WHERE status = 'WAITING_PAYMENT' AND pay_by < now() ORDER BY pay_by LIMIT 500) due
  `.execute(app.db);
}

/**
 * Job: an order whose money did not come in time is cancelled and its pieces go back (rule PAY-3), after a last look at the
 * provider and with what is pending there cancelled. While the provider does not answer the order waits: better pieces
 * held for an hour more than money taken for pieces sold to another.
 */
export async function expireOrder(app: App, { orderId }: { orderId: string }): Promise<void> {
  if (!(await isPastItsTime(app.genericPlans, orderId))) return;
  await reconcilePayment(app, orderId, "job");
  // A voucher that nobody had told us of has just moved the deadline.
  if (!(await isPastItsTime(app.genericPlans, orderId))) return;
  await cancelPending(app, orderId);
  const returned = await transact(app.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !(await isPastItsTime(tx, orderId))) return [];
    const facts = { status: order.status, dueCents: order.grand_total_cents };
    const { isLive } = settle(facts, await paymentsOf(tx, orderId));
    // Partly paid: staff decide (flag UNDERPAID), the clock does not.
    if (isLive) return [];
    const act = { actor: "sistema", reason: "No llegó el pago a tiempo", because: "unpaid" } as const;
    return (await moveLockedOrder(tx, order, { ...act, to: "CANCELLED" })).returned;
  });
  app.productChanges.touch(returned);
}

async function isPastItsTime(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders WHERE id = ${orderId} AND status = 'WAITING_PAYMENT' AND pay_by < clock_timestamp()`.execute(db);
  return rows.length === 1;
}
