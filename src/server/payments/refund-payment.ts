import { PaymentProviderError } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { creditPayment } from "./credit-payment.ts";

/**
 * Job: does one refund. The refund's id is the idempotency key: asked twice, it is given once. What the provider says of
 * the payment afterwards decides whether it was: its answer to the question itself may be empty, or a no to what was done
 * before.
 */
export async function refundPayment(app: App, { refundId }: { refundId: string }): Promise<void> {
  const refund = await app.db
    .selectFrom("payment_refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.cents", "r.refunded_before_cents", "r.state", "p.provider_payment_id"])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.state !== "ASKED") return;
  const refused = await tellProvider(app, refund);
  const payment = await app.payments.getPayment(refund.provider_payment_id, "job");
  if (payment) await creditPayment(app, payment);
  const isDone = payment !== null && payment.refundedCents >= refund.refunded_before_cents + refund.cents;
  if (!isDone && !refused?.isFinal) throw refused ?? new Error("the payment does not show its refund yet");
  if (!isDone) app.log.error({ refundId, failure: refused?.message }, "refund refused by the provider");
  await app.db
    .updateTable("payment_refunds")
    .set({ state: isDone ? "DONE" : "FAILED", failure: isDone ? null : refused!.message, ended_at: new Date() })
    .where("id", "=", refund.id)
    .execute();
}

/** Undefined where the provider took it. */
async function tellProvider(
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
