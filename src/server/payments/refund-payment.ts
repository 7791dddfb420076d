import { PaymentProviderError } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockOrder } from "../orders/move-order.ts";
import { applyPayment } from "./apply-payment.ts";
import { recordOutsideRefund } from "./record-outside-refund.ts";

/**
 * Job: sends one refund to the provider. The refund's id is the idempotency key, so a repeated request refunds once.
 * The provider's state of the payment afterwards decides whether the refund succeeded, because the response to the
 * request may be empty, or may refuse a refund that was already done.
 */
export async function refundPayment(app: App, { refundId }: { refundId: string }): Promise<void> {
  const refund = await app.db
    .selectFrom("payment_refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select([
      "r.id",
      "r.cents",
      "r.refunded_before_cents",
      "r.state",
      "r.payment_id",
      "p.order_id",
      "p.provider_payment_id",
    ])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.state !== "ASKED") return;
  const error = await sendRefund(app, refund);
  const payment = await app.payments.findPayment(refund.provider_payment_id, "job");
  if (payment) await applyPayment(app, payment);
  const isDone = payment !== null && payment.refundedCents >= refund.refunded_before_cents + refund.cents;
  if (!isDone && !error?.isFinal) throw error ?? new Error("the payment does not show its refund yet");
  if (!isDone) app.log.error({ refundId, failure: error?.message }, "refund refused by the provider");
  await transact(app.db, async (tx) => {
    await lockOrder(tx, refund.order_id);
    await tx
      .updateTable("payment_refunds")
      .set({ state: isDone ? "DONE" : "FAILED", failure: isDone ? null : error!.message, ended_at: new Date() })
      .where("id", "=", refund.id)
      .execute();
    await recordOutsideRefund(tx, refund.payment_id);
  });
}

/** Returns undefined if the provider accepted the refund, the error otherwise. */
async function sendRefund(
  app: App,
  refund: { id: string; cents: number; provider_payment_id: string },
): Promise<(PaymentProviderError & { isFinal: boolean }) | undefined> {
  try {
    await app.payments.refund(refund.provider_payment_id, refund.cents, refund.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    const isFinal = ["INVALID_STATE", "BAD_REQUEST", "NOT_FOUND"].includes(error.failure);
    return Object.assign(error, { isFinal });
  }
}
