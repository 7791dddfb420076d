import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { findVoucher, paymentsOf } from "../order-money/queries.ts";
import { resetReminderUnlessDue } from "../payments/payment-reminders.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./send-order-email.ts";
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

/** Job: sends a payment's voucher, unless the customer has paid or has chosen another way to pay. */
export async function mailVoucher(app: App, mail: OrderMail & { paymentId: string }): Promise<void> {
  const context = await findOrderToMail(app, "mail_voucher", mail);
  const voucher = await findVoucher(app.genericPlanDb, mail.paymentId);
  if (!context || !voucher) return;
  const email = voucherEmail(context.shop, context.order, voucher, context.link);
  await sendOrderEmail(app, context, `${voucher.id}-voucher`, email);
}

/** Job: sends the payment reminder, if it is still due. The order may be paid by now. */
export async function mailPaymentReminder(app: App, mail: OrderMail): Promise<void> {
  const scheduledAt = await resetReminderUnlessDue(app.db, mail.orderId);
  if (scheduledAt === null) return;
  const context = await findOrderToMail(app, "mail_payment_reminder", mail);
  if (!context) return;
  const pendingPayment = (await paymentsOf(app.genericPlanDb, mail.orderId)).findLast(
    ({ state }) => state === "PENDING",
  );
  const voucher = pendingPayment && (await findVoucher(app.genericPlanDb, pendingPayment.id));
  const email = voucher
    ? voucherReminderEmail(context.shop, context.order, voucher, context.link)
    : paymentReminderEmail(context.shop, context.order, context.link);
  await sendOrderEmail(app, context, `${mail.orderId}-reminder-${scheduledAt.getTime()}`, email);
}

/** Job: asks for payment, unless the order no longer waits for it: it was paid, cancelled or released. */
export async function mailPaymentRequested(app: App, mail: OrderMail): Promise<void> {
  const context = await findOrderToMail(app, "mail_payment_asked", mail);
  if (context?.order.status !== "WAITING_PAYMENT") return;
  // The request that follows after the pieces were released and held again is a different email.
  const requestEvent = context.order.history.findLast(({ status }) => status === "WAITING_PAYMENT")!;
  const email = paymentRequestedEmail(context.shop, context.order, context.link);
  await sendOrderEmail(app, context, `${mail.orderId}-asked-${Date.parse(requestEvent.at)}`, email);
}

/** Job: sends the email about a refund. */
export async function mailRefund(
  app: App,
  mail: OrderMail & { paymentId: string; cents: Cents; allCents: Cents },
): Promise<void> {
  const context = await findOrderToMail(app, "mail_refund", mail);
  const payment = await app.genericPlanDb
    .selectFrom("payments")
    .select("kind")
    .where("id", "=", mail.paymentId)
    .executeTakeFirst();
  if (!context || !payment) return;
  const email = refundEmail(
    context.shop,
    context.order,
    { cents: mail.cents, paymentKind: payment.kind },
    context.link,
  );
  await sendOrderEmail(app, context, `${mail.paymentId}-refund-${mail.allCents}`, email);
}

/** Job: sends the email about a transfer refund, unless the refund was withdrawn since. */
export async function mailTransferRefund(app: App, mail: OrderMail & { refundId: string }): Promise<void> {
  const context = await findOrderToMail(app, "mail_transfer_refund", mail);
  const refund = await findTransferRefund(app.genericPlanDb, mail.refundId);
  if (!context || !refund || refund.withdrawnAt !== null) return;
  await sendOrderEmail(
    app,
    context,
    `${refund.id}-refund`,
    transferRefundEmail(context.shop, context.order, refund, context.link),
  );
}

/** Job: emails the customer that a transfer refund was withdrawn. Nothing is sent if no email announced the refund. */
export async function mailTransferRefundWithdrawn(app: App, mail: OrderMail & { refundId: string }): Promise<void> {
  const context = await findOrderToMail(app, "mail_transfer_refund_withdrawn", mail);
  const refund = await findTransferRefund(app.genericPlanDb, mail.refundId);
  if (!context || !refund || !(await wasRefundEmailSent(app.genericPlanDb, mail.orderId, mail.refundId))) return;
  const email = transferRefundWithdrawnEmail(context.shop, context.order, refund, context.link);
  await sendOrderEmail(app, context, `${refund.id}-withdrawn`, email);
}

function findTransferRefund(db: Queryable, id: string) {
  return db
    .selectFrom("transfer_refunds")
    .select(["id", "cents", sql<string>`sent_on::text`.as("sentOn"), "reference", "withdrawn_at as withdrawnAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

async function wasRefundEmailSent(db: Queryable, orderId: string, refundId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sent_mails WHERE order_id = ${orderId} AND kind = 'mail_transfer_refund'
      AND payload->>'refundId' = ${refundId} AND NOT is_suppressed LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Job: emails the customer why their receipt was refused. */
export async function mailReceiptRefused(
  app: App,
  mail: OrderMail & { receiptId: string; answer: string },
): Promise<void> {
  const context = await findOrderToMail(app, "mail_receipt_refused", mail);
  if (!context) return;
  const email = receiptRefusedEmail(context.shop, context.order, mail.answer, context.link);
  await sendOrderEmail(app, context, `${mail.receiptId}-refused`, email);
}
