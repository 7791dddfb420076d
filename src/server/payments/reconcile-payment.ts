import { sql } from "kysely";
import {
  PaymentProviderError,
  type TimeoutClass,
  type PaymentSnapshot,
} from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { applyPayment } from "./apply-payment.ts";
import { jobSql } from "../jobs/enqueue.ts";
import { externalRefsOf, paymentsOf } from "../order-money/queries.ts";

/**
 * Applies all the provider's payments of an order, in case a webhook was lost. Throws if the provider does not answer.
 * If the data of one payment is malformed, throws after the other payments were applied.
 */
export async function reconcileOrderPayments(
  app: App,
  orderId: string,
  timeoutClass: TimeoutClass,
): Promise<PaymentSnapshot[]> {
  const allPayments: PaymentSnapshot[] = [];
  const errors: PaymentProviderError[] = [];
  for (const orderRef of await externalRefsOf(app.genericPlanDb, orderId)) {
    const { payments, error } = await app.payments.findPayments({ orderRef }, timeoutClass);
    allPayments.push(...payments);
    if (error) errors.push(error);
  }
  for (const payment of allPayments) await applyPayment(app, payment);
  if (errors[0]) throw errors[0];
  return allPayments;
}

/**
 * Reconciles an order when its customer returns from the provider. The payment that the URL names is looked up first,
 * and counts only if the provider says that it belongs to this order. Nothing else in the URL is read.
 */
export async function reconcileAfterPaymentPage(app: App, orderId: string, paymentId: string | null): Promise<void> {
  if (paymentId !== null) {
    const [payment, refs] = await Promise.all([
      app.payments.findPayment(paymentId, "interactive"),
      externalRefsOf(app.genericPlanDb, orderId),
    ]);
    if (payment?.orderRef && refs.includes(payment.orderRef)) await applyPayment(app, payment);
  }
  await reconcileOrderPayments(app, orderId, "interactive");
}

/** Job: applies the current state of the payment that webhooks were about. */
export async function processWebhooks(app: App, { paymentId }: { paymentId: string }): Promise<void> {
  const newestWebhook = await app.db
    .selectFrom("payment_webhooks")
    .select((eb) => eb.fn.max("id").as("id"))
    .where("provider", "=", app.payments.key)
    .where("resource_id", "=", paymentId)
    .executeTakeFirst();
  const payment = await app.payments.findPayment(paymentId, "job");
  const outcome = payment ? await applyPayment(app, payment) : "not_there";
  await app.db
    .updateTable("payment_webhooks")
    .set({ processed_at: sql`now()`, outcome })
    .where("provider", "=", app.payments.key)
    .where("resource_id", "=", paymentId)
    .where("processed_at", "is", null)
    .where("id", "<=", newestWebhook?.id ?? 0)
    .execute();
}

/**
 * How long after its creation, and then after each reconciliation, an unpaid order is reconciled: 2, 10, 60 and 360
 * minutes, then once a day.
 */
const RECONCILE_AFTER_MINUTES = [2, 10, 60, 360, 1440];

/**
 * Job, each minute: enqueues the reconciliation of unpaid orders that have a payment page and whose next reconciliation
 * is due, at most 200 at a time. The intervals are `RECONCILE_AFTER_MINUTES`.
 */
export async function scheduleReconciliation(app: App): Promise<void> {
  await sql`
    WITH due AS (
      SELECT o.id FROM orders o
      WHERE o.status = 'WAITING_PAYMENT' AND o.payment_method = 'MP'
        AND coalesce(o.reconciled_at, o.created_at) < now() - make_interval(mins =>
          (${RECONCILE_AFTER_MINUTES}::int[])[least(o.reconciliations + 1, ${RECONCILE_AFTER_MINUTES.length})])
        AND EXISTS (SELECT FROM payment_checkouts c WHERE c.order_id = o.id)
      ORDER BY o.reconciled_at NULLS FIRST LIMIT 200 FOR NO KEY UPDATE SKIP LOCKED
    ), planned AS (
      UPDATE orders o SET reconciled_at = now(), reconciliations = o.reconciliations + 1 FROM due WHERE o.id = due.id RETURNING o.id)
    SELECT ${jobSql("reconcile_payment", { orderId: sql`id` }, { key: sql`'reconcile:' || id`, maxAttempts: 4 })}
    FROM planned`.execute(app.db);
}

/**
 * Job, each night: applies the payments that changed at the provider in the last three days, at most the newest
 * `MAX_FOUND_PAYMENTS`. Their refunds and disputes made in the provider's panel are thus applied, too. If the data of a
 * payment is malformed, the job fails after the others.
 */
export async function reconcileChanges(app: App): Promise<void> {
  const changedSince = new Date(Date.now() - 3 * 24 * 3_600_000);
  const { payments, error } = await app.payments.findPayments({ changedSince }, "job");
  for (const payment of payments) await applyPayment(app, payment);
  if (error) throw error;
}

/**
 * Cancels at the provider the payments that are pending or in review, of an order and of the orders joined into it. A
 * payment that was completed at that moment is applied instead.
 */
export async function cancelPendingPayments(app: App, orderId: string): Promise<void> {
  for (const { provider, state, provider_payment_id: paymentId } of await paymentsOf(app.db, orderId)) {
    if (provider !== app.payments.key || (state !== "PENDING" && state !== "IN_REVIEW")) continue;
    try {
      await app.payments.cancel(paymentId);
    } catch (error) {
      const isNoLongerPending = error instanceof PaymentProviderError && error.failure === "INVALID_STATE";
      if (!isNoLongerPending) throw error;
    }
    const payment = await app.payments.findPayment(paymentId, "job");
    if (payment) await applyPayment(app, payment);
  }
}
