import { sql } from "kysely";
import type { Tx } from "../db/connect.ts";
import { enqueueOrderEmail } from "../mail/enqueue-order-email.ts";
import type { PaymentUpdate } from "../order-money/queries.ts";

/** Enqueues the email with a payment's voucher, once per payment. */
export async function enqueueVoucherEmail(tx: Tx, orderId: string, paymentId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set({ voucher_emailed_at: sql`now()` })
    .where("id", "=", paymentId)
    .where("state", "=", "PENDING")
    .where("voucher_url", "is not", null)
    .where("voucher_emailed_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await enqueueOrderEmail(tx, orderId, "mail_voucher", { paymentId });
}

/** Enqueues the email about money that the provider refunded, whoever requested the refund. */
export async function enqueueRefundEmail(tx: Tx, orderId: string, paymentUpdate: PaymentUpdate): Promise<void> {
  if (paymentUpdate.newlyRefundedCents === 0) return;
  const { id, newlyRefundedCents, refundedCents } = paymentUpdate;
  await enqueueOrderEmail(tx, orderId, "mail_refund", {
    paymentId: id,
    cents: newlyRefundedCents,
    allCents: refundedCents,
  });
}
