import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { findVoucher, paymentsOf } from "../order-money/queries.ts";
import { isReminderDue } from "../payments/remind.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./order-mail.ts";
import {
  paymentRequestedEmail,
  paymentReminderEmail,
  receiptRefusedEmail,
  refundEmail,
  transferRefundEmail,
  transferRefundWithdrawnEmail,
  voucherEmail,
  voucherReminderEmail,
} from "./payment-emails.ts";

/** Job. Who paid, or took another way to pay, needs no voucher any more. */
export async function mailVoucher(app: App, mail: OrderMail & { paymentId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_voucher", mail);
  const voucher = await findVoucher(app.genericPlans, mail.paymentId);
  if (!found || !voucher) return;
  const letter = voucherEmail(found.shop, found.order, voucher, found.link);
  await sendOrderEmail(app, found, `${voucher.id}-voucher`, letter);
}

/** Job. Looks again whether it is due: the money may have come meanwhile. */
export async function mailPaymentReminder(app: App, mail: OrderMail): Promise<void> {
  if (!(await isReminderDue(app.db, mail.orderId))) return;
  const found = await findOrderToMail(app, "mail_payment_reminder", mail);
  if (!found) return;
  const pending = (await paymentsOf(app.genericPlans, mail.orderId)).findLast(({ state }) => state === "PENDING");
  const voucher = pending && (await findVoucher(app.genericPlans, pending.id));
  const letter = voucher
    ? voucherReminderEmail(found.shop, found.order, voucher, found.link)
    : paymentReminderEmail(found.shop, found.order, found.link);
  await sendOrderEmail(app, found, `${mail.orderId}-reminder`, letter);
}

/** Job. Who paid or cancelled meanwhile is asked for nothing. */
export async function mailPaymentRequested(app: App, mail: OrderMail): Promise<void> {
  const found = await findOrderToMail(app, "mail_payment_asked", mail);
  if (found?.order.status !== "WAITING_PAYMENT") return;
  // Held, freed and asked for again is another mail.
  const asked = found.order.history.findLast(({ status }) => status === "WAITING_PAYMENT")!;
  const letter = paymentRequestedEmail(found.shop, found.order, found.link);
  await sendOrderEmail(app, found, `${mail.orderId}-asked-${Date.parse(asked.at)}`, letter);
}

/** Job. */
export async function mailRefund(
  app: App,
  mail: OrderMail & { paymentId: string; cents: Cents; allCents: Cents },
): Promise<void> {
  const found = await findOrderToMail(app, "mail_refund", mail);
  const payment = await app.genericPlans
    .selectFrom("payments")
    .select("kind")
    .where("id", "=", mail.paymentId)
    .executeTakeFirst();
  if (!found || !payment) return;
  const letter = refundEmail(found.shop, found.order, { cents: mail.cents, kind: payment.kind }, found.link);
  await sendOrderEmail(app, found, `${mail.paymentId}-refund-${mail.allCents}`, letter);
}

/** Job. A record withdrawn meanwhile, or sent again after it was, is told by the other mail. */
export async function mailTransferRefund(app: App, mail: OrderMail & { refundId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_transfer_refund", mail);
  const refund = await findTransferRefund(app.genericPlans, mail.refundId);
  if (!found || !refund || refund.withdrawnAt !== null) return;
  await sendOrderEmail(
    app,
    found,
    `${refund.id}-refund`,
    transferRefundEmail(found.shop, found.order, refund, found.link),
  );
}

/** Job. Only who was told of the transfer is told that it was a mistake. */
export async function mailTransferRefundWithdrawn(app: App, mail: OrderMail & { refundId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_transfer_refund_withdrawn", mail);
  const refund = await findTransferRefund(app.genericPlans, mail.refundId);
  if (!found || !refund || !(await wasTold(app.genericPlans, mail.orderId, mail.refundId))) return;
  const letter = transferRefundWithdrawnEmail(found.shop, found.order, refund, found.link);
  await sendOrderEmail(app, found, `${refund.id}-withdrawn`, letter);
}

function findTransferRefund(db: Queryable, id: string) {
  return db
    .selectFrom("transfer_refunds")
    .select(["id", "cents", sql<string>`sent_on::text`.as("sentOn"), "reference", "withdrawn_at as withdrawnAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

async function wasTold(db: Queryable, orderId: string, refundId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sent_mails WHERE order_id = ${orderId} AND kind = 'mail_transfer_refund'
      AND told->>'refundId' = ${refundId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Job. */
export async function mailReceiptRefused(
  app: App,
  mail: OrderMail & { receiptId: string; answer: string },
): Promise<void> {
  const found = await findOrderToMail(app, "mail_receipt_refused", mail);
  if (!found) return;
  const letter = receiptRefusedEmail(found.shop, found.order, mail.answer, found.link);
  await sendOrderEmail(app, found, `${mail.receiptId}-refused`, letter);
}
