import { sql, type RawBuilder } from "kysely";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";

/**
 * How many hours before the deadline a customer is reminded of an unpaid order, by payment method, or before a
 * voucher expires. A voucher expires a day before its order's deadline (rule PAY-2).
 */
const LEAD_HOURS = { MP: 6, TB: 12, voucher: 24 };
const BATCH_SIZE = 200;

/**
 * Unpaid orders whose reminder is due: their deadline or that of their voucher is near, the customer has an email
 * address, and the customer can still act. No payment is in review, disputed, approved or pending without a deadline,
 * and staff have answered every receipt. An order whose whole time to pay is less than twice the lead time gets no
 * reminder, because its confirmation is recent.
 */
function selectDueOrders(filter: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql`
    SELECT o.id FROM orders o, LATERAL (
      WITH RECURSIVE family AS (
        SELECT o.id AS id UNION ALL SELECT j.id FROM orders j JOIN family f ON j.joined_into_id = f.id)
      SELECT max(p.expires_at) FILTER (WHERE p.state = 'PENDING') AS ends,
        max(p.created_at) FILTER (WHERE p.state = 'PENDING') AS made,
        count(*) FILTER (WHERE p.state IN ('IN_REVIEW', 'DISPUTED') OR p.state = 'PENDING' AND p.expires_at IS NULL
          OR p.state = 'APPROVED' AND p.refunded_cents < p.cents) AS under_way
      FROM family f JOIN payments p ON p.order_id = f.id
    ) voucher, LATERAL (
      SELECT coalesce(voucher.made, o.created_at) AS starts, coalesce(voucher.ends, o.payment_due_at) AS ends,
        make_interval(hours => CASE WHEN voucher.ends IS NOT NULL THEN ${LEAD_HOURS.voucher}::int
          WHEN o.payment_method = 'TB' THEN ${LEAD_HOURS.TB}::int ELSE ${LEAD_HOURS.MP}::int END) AS lead
    ) term
    WHERE o.status = 'WAITING_PAYMENT' AND o.customer_email IS NOT NULL AND voucher.under_way = 0
      AND clock_timestamp() BETWEEN term.ends - term.lead AND term.ends AND term.ends - 2 * term.lead >= term.starts
      AND NOT EXISTS (SELECT FROM transfer_receipts r WHERE r.order_id = o.id AND r.state = 'SUBMITTED')
      AND ${filter}`;
}

/**
 * Job, each minute: enqueues reminders of at most BATCH_SIZE unpaid orders. An order gets another reminder only after
 * code that renewed its deadline reset `reminded_at` (a request for payment, an undone reservation, an edit), or if its
 * first reminder was not due any more when the job ran.
 */
export async function scheduleReminders(app: App): Promise<void> {
  await transact(app.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      ${selectDueOrders(sql`o.reminded_at IS NULL`)}
      ORDER BY o.payment_due_at LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF o SKIP LOCKED`.execute(tx);
    for (const { id } of rows) {
      await tx
        .updateTable("orders")
        .set({ reminded_at: sql`now()` })
        .where("id", "=", id)
        .execute();
      await enqueueOrderEmail(tx, id, "mail_payment_reminder", {});
    }
  });
}

/**
 * When the order's reminder was scheduled, if it is still due. Null if the order was paid, ended or got more time. Then
 * the order is marked as not reminded, so that an order that got more time gets another reminder.
 */
export async function resetReminderUnlessDue(db: Queryable, orderId: string): Promise<Date | null> {
  const { rows } = await selectDueOrders(sql`o.id = ${orderId}`).execute(db);
  if (rows.length === 0) {
    await db.updateTable("orders").set({ reminded_at: null }).where("id", "=", orderId).execute();
    return null;
  }
  const order = await db.selectFrom("orders").select("reminded_at").where("id", "=", orderId).executeTakeFirst();
  return order?.reminded_at ?? new Date();
}
