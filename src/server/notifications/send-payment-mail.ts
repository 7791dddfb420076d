import { sql } from "kysely";
import type { Cents } from "../../domain/money.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { findVoucher, paymentsOf } from "../order-money/queries.ts";
import { checkReminderDue } from "../payments/remind.ts";
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

/** Job: sends a payment's voucher, unless the customer has paid or has chosen another way to pay. */
export async function mailVoucher(app: App, mail: OrderMail & { paymentId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_voucher", mail);
  const voucher = await findVoucher(app.genericPlanDb, mail.paymentId);
  if (!found || !voucher) return;
  const email = voucherEmail(found.shop, found.order, voucher, found.link);
  await sendOrderEmail(app, found, `${voucher.id}-voucher`, email);
}

/** Job: sends the payment reminder, if it is still due. The order may be paid by now. */
export async function mailPaymentReminder(app: App, mail: OrderMail): Promise<void> {
  if (!(await checkReminderDue(app.db, mail.orderId))) return;
  const found = await findOrderToMail(app, "mail_payment_reminder", mail);
  if (!found) return;
  const pending = (await paymentsOf(app.genericPlanDb, mail.orderId)).findLast(({ state }) => state === "PENDING");
  const voucher = pending && (await findVoucher(app.genericPlanDb, pending.id));
  const email = voucher
    ? voucherReminderEmail(found.shop, found.order, voucher, found.link)
    : paymentReminderEmail(found.shop, found.order, found.link);
  await sendOrderEmail(app, found, `${mail.orderId}-reminder`, email);
}

/** Job: asks for payment, unless the order was paid or cancelled by now. */
export async function mailPaymentRequested(app: App, mail: OrderMail): Promise<void> {
  const found = await findOrderToMail(app, "mail_payment_asked", mail);
  if (found?.order.status !== "WAITING_PAYMENT") return;
  // A payment that is requested again after the pieces were released is a different email.
  const requested = found.order.history.findLast(({ status }) => status === "WAITING_PAYMENT")!;
  const email = paymentRequestedEmail(found.shop, found.order, found.link);
  await sendOrderEmail(app, found, `${mail.orderId}-asked-${Date.parse(requested.at)}`, email);
}

/** Job: sends the email about a refund. */
export async function mailRefund(
  app: App,
  mail: OrderMail & { paymentId: string; cents: Cents; allCents: Cents },
): Promise<void> {
  const found = await findOrderToMail(app, "mail_refund", mail);
  const payment = await app.genericPlanDb
    .selectFrom("payments")
    .select("kind")
    .where("id", "=", mail.paymentId)
    .executeTakeFirst();
  if (!found || !payment) return;
  const email = refundEmail(found.shop, found.order, { cents: mail.cents, kind: payment.kind }, found.link);
  await sendOrderEmail(app, found, `${mail.paymentId}-refund-${mail.allCents}`, email);
}

/** Job: sends the email about a returned transfer, unless the record was withdrawn, which has its own email. */
export async function mailTransferRefund(app: App, mail: OrderMail & { refundId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_transfer_refund", mail);
  const refund = await findTransferRefund(app.genericPlanDb, mail.refundId);
  if (!found || !refund || refund.withdrawnAt !== null) return;
  await sendOrderEmail(
    app,
    found,
    `${refund.id}-refund`,
    transferRefundEmail(found.shop, found.order, refund, found.link),
  );
}

/** Job: corrects an email about a returned transfer. Nothing is sent if that email was not sent. */
export async function mailTransferRefundWithdrawn(app: App, mail: OrderMail & { refundId: string }): Promise<void> {
  const found = await findOrderToMail(app, "mail_transfer_refund_withdrawn", mail);
  const refund = await findTransferRefund(app.genericPlanDb, mail.refundId);
  if (!found || !refund || !(await wasNotified(app.genericPlanDb, mail.orderId, mail.refundId))) return;
  const email = transferRefundWithdrawnEmail(found.shop, found.order, refund, found.link);
  await sendOrderEmail(app, found, `${refund.id}-withdrawn`, email);
}

function findTransferRefund(db: Queryable, id: string) {
  return db
    .selectFrom("transfer_refunds")
    .select(["id", "cents", sql<string>`sent_on::text`.as("sentOn"), "reference", "withdrawn_at as withdrawnAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

async function wasNotified(db: Queryable, orderId: string, refundId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sent_mails WHERE order_id = ${orderId} AND kind = 'mail_transfer_refund'
      AND payload->>'refundId' = ${refundId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Job: emails the customer why their receipt was refused. */
export async function mailReceiptRefused(
  app: App,
  mail: OrderMail & { receiptId: string; answer: string },
): Promise<void> {
  const found = await findOrderToMail(app, "mail_receipt_refused", mail);
  if (!found) return;
  const email = receiptRefusedEmail(found.shop, found.order, mail.answer, found.link);
  await sendOrderEmail(app, found, `${mail.receiptId}-refused`, email);
}
