import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import type { KeptPayment } from "../order-money/queries.ts";

/** The mail with a payment's voucher, once a payment, whatever else is heard of it. */
export async function enqueueVoucherEmail(tx: Tx, orderId: string, paymentId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set({ voucher_told_at: sql`now()` })
    .where("id", "=", paymentId)
    .where("state", "=", "PENDING")
    .where("voucher_url", "is not", null)
    .where("voucher_told_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await enqueueOrderEmail(tx, orderId, "mail_voucher", { paymentId });
}

/** The mail about money that the provider says went back, whoever asked for it. */
export async function enqueueRefundEmail(tx: Tx, orderId: string, payment: KeptPayment): Promise<void> {
  if (payment.refundedNowCents === 0) return;
  const { id, refundedNowCents, refundedCents } = payment;
  await enqueueOrderEmail(tx, orderId, "mail_refund", {
    paymentId: id,
    cents: refundedNowCents,
    allCents: refundedCents,
  });
}
