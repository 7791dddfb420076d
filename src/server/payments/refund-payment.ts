import { PaymentProviderError } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { creditPayment } from "./credit-payment.ts";

/** Job: does one refund. The refund's id is the idempotency key: asked twice, it is given once. */
export async function refundPayment(app: App, { refundId }: { refundId: string }): Promise<void> {
  const refund = await app.db
    .selectFrom("payment_refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.cents", "r.state", "p.provider_payment_id"])
    .where("r.id", "=", refundId)
    .executeTakeFirst();
  if (refund?.state !== "ASKED") return;
  let failure: string | null = null;
  try {
    await app.payments.refund(refund.provider_payment_id, refund.cents, refund.id);
  } catch (error) {
    const isFinal = error instanceof PaymentProviderError && /INVALID_STATE|BAD_REQUEST|NOT_FOUND/.test(error.failure);
    if (!isFinal) throw error;
    failure = error.message;
  }
  // What the provider says of the payment afterwards decides, also where it said no: it may have given back before.
  const payment = await app.payments.getPayment(refund.provider_payment_id, "job");
  if (payment) await creditPayment(app, payment);
  if (failure) app.log.error({ refundId, failure }, "refund refused by the provider");
  await app.db
    .updateTable("payment_refunds")
    .set({ state: failure ? "FAILED" : "DONE", failure, ended_at: new Date() })
    .where("id", "=", refund.id)
    .execute();
}
