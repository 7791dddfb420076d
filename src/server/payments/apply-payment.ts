import { sql } from "kysely";
import { deadlineOfPaymentUnderWay } from "../../domain/payment-window.ts";
import { summarizePayments, type OrderFlag, type PaymentState } from "../../domain/payment.ts";
import type { PaymentSnapshot } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueRefundEmail, enqueueVoucherEmail } from "./enqueue-payment-email.ts";
import { lockOrder, moveLockedOrder, type LockedOrder } from "../orders/move-order.ts";
import { retakeOrderPieces } from "../orders/order-pieces.ts";
import { voidTickets } from "../tickets/void-tickets.ts";
import { recordOutsideRefund } from "./record-outside-refund.ts";
import { requestRefundOfPayment } from "./request-refund.ts";
import { openFlag, refreshFlags } from "../order-money/flags.ts";
import { findOrderByRef, isOurAccount, storePayment, paymentsOf, findFinalOrderId } from "../order-money/queries.ts";

const SYSTEM = "sistema";

/** The outcome of applying a payment to its order. Only `credited` changes an order's money. */
export type ApplyPaymentOutcome =
  | "credited"
  | "nothing_new"
  | "unknown_order"
  | "other_account"
  | "other_currency"
  | "test_money"
  | "unknown_status";

/**
 * Applies the provider's data of a payment to its order: stores the payment, and moves the order to the status that all
 * its payments together require (rule PAY-5). This is one transaction under the order's lock, because any number of
 * processes may receive the same data at the same time.
 */
export async function applyPayment(app: App, payment: PaymentSnapshot): Promise<ApplyPaymentOutcome> {
  if (payment.orderRef === null) return "unknown_order";
  const paidOrder = await findOrderByRef(app.genericPlanDb, payment.orderRef);
  if (!paidOrder) return "unknown_order";
  if (payment.currency !== "MXN") return "other_currency";
  if (!payment.isRealMoney && app.config.publicUrl !== null && app.config.mercadoPago.isReal) return "test_money";
  if (!(await isOurAccount(app.genericPlanDb, payment.collectorId))) return "other_account";
  const result = await transact(app.db, (tx) => applyPaymentInTransaction(app, tx, paidOrder.id, payment));
  if (result.flags.length > 0)
    app.log.warn({ orderId: result.orderId, flags: result.flags }, "staff must check the order's money");
  return result.outcome;
}

interface ApplyPaymentResult {
  outcome: ApplyPaymentOutcome;
  orderId: string;
  flags: OrderFlag[];
}

async function applyPaymentInTransaction(
  app: App,
  tx: Tx,
  paidOrderId: string,
  payment: PaymentSnapshot,
): Promise<ApplyPaymentResult> {
  const order = await lockFinalOrder(tx, paidOrderId);
  const { state } = payment;
  if (state === null) {
    await openFlag(tx, order.id, "UNKNOWN_STATUS");
    return { outcome: "unknown_status", orderId: order.id, flags: ["UNKNOWN_STATUS"] };
  }
  const paymentUpdate = await storePayment(tx, paidOrderId, app.payments.key, { ...payment, state });
  const { stateBefore, isStored } = paymentUpdate;
  await recordOutsideRefund(tx, paymentUpdate.id);
  await enqueueVoucherEmail(tx, order.id, paymentUpdate.id);
  // The customer gets no email about money that a bank takes back in a dispute.
  if (state !== "DISPUTED") await enqueueRefundEmail(tx, order.id, paymentUpdate);
  const isLate = order.status === "CANCELLED" && state === "APPROVED" && stateBefore !== "APPROVED" && isStored;
  if (isLate) await applyLatePayment(tx, order);
  const flags = await applyPaymentsToOrder(tx, order.id);
  await extendDeadline(tx, order.id, { ...payment, state });
  return {
    outcome: isStored ? "credited" : "nothing_new",
    orderId: order.id,
    flags: isStored ? flags : [],
  };
}

/**
 * Locks the order that gets the money: a joined order's money counts for its target, even if it was joined just now.
 */
async function lockFinalOrder(tx: Tx, paidOrderId: string): Promise<LockedOrder> {
  for (;;) {
    const id = await findFinalOrderId(tx, paidOrderId);
    const order = (await lockOrder(tx, id))!;
    // An order that was joined manually, before joins stored their target, is its own final order.
    if (order.status !== "JOINED" || (await findFinalOrderId(tx, id)) === id) return order;
  }
}

/**
 * Moves an order to the status that all its payments together require and updates its flags. If all the money of a
 * shipped order was refunded, voids its tickets and ends its unpaid exchange. Returns the flags that apply.
 */
export async function applyPaymentsToOrder(tx: Tx, orderId: string): Promise<OrderFlag[]> {
  const order = (await lockOrder(tx, orderId))!;
  const orderFacts = { status: order.status, grandTotalCents: order.grand_total_cents };
  const { moveTo, isFullyRefunded } = summarizePayments(orderFacts, await paymentsOf(tx, order.id));
  // An order of tickets only is shipped automatically. A later full refund voids its tickets, and it stays shipped.
  if (order.status === "SHIPPED" && isFullyRefunded) {
    await voidTickets(tx, order.id);
    // The new pieces of an exchange are not sent if the customer's payment for them was refunded (rule RETURN-13).
    if (order.return_id !== null) await enqueue(tx, "end_unpaid_exchange", { returnId: order.return_id });
  }
  if (!moveTo) return refreshFlags(tx, order);
  const cause =
    moveTo === "CANCELLED"
      ? ({ reason: "Se devolvió todo el pago", because: "refunded" } as const)
      : { reason: "Pago confirmado" };
  return (await moveLockedOrder(tx, order, { ...cause, to: moveTo, actor: SYSTEM })).flags;
}

/**
 * Handles money for an order that was already cancelled (rule PAY-4). If the order is fully paid and its pieces are
 * available again, the order is accepted. Otherwise refunds of its online payments are requested. Staff get a flag in
 * both cases.
 */
async function applyLatePayment(tx: Tx, order: LockedOrder): Promise<void> {
  await openFlag(tx, order.id, "PAID_AFTER_CANCEL");
  const payments = await paymentsOf(tx, order.id);
  const { paidCents } = summarizePayments({ status: order.status, grandTotalCents: order.grand_total_cents }, payments);
  const transition = { actor: SYSTEM, reason: "Llegó el pago después de cancelar" };
  // The order of an unpaid exchange is not accepted, because the new size was released: refund it (rule RETURN-13).
  if (paidCents >= order.grand_total_cents && order.return_id === null) {
    await releaseExpiredCarts(tx, { sizeIds: await listSizeIds(tx, order.id) });
    if (await retakeOrderPieces(tx, order.id, transition)) {
      await moveLockedOrder(tx, order, { ...transition, to: "PAYMENT_ACCEPTED", because: "late_money" });
      return;
    }
  }
  for (const payment of payments) {
    if (payment.provider !== "shop" && payment.state === "APPROVED") {
      await requestRefundOfPayment(tx, payment, payment.cents - payment.refundedCents, transition);
    }
  }
}

async function listSizeIds(tx: Tx, orderId: string): Promise<string[]> {
  const lines = await tx.selectFrom("order_lines").select("size_id").where("order_id", "=", orderId).execute();
  return lines.map((line) => line.size_id);
}

/** Extends the deadline of an order for a pending voucher or a payment in review (rule PAY-2). It never shortens it. */
async function extendDeadline(
  tx: Tx,
  orderId: string,
  payment: PaymentSnapshot & { state: PaymentState },
): Promise<void> {
  const newDeadline = deadlineOfPaymentUnderWay(payment);
  if (newDeadline === null) return;
  await tx
    .updateTable("orders")
    .set({ payment_due_at: sql`greatest(payment_due_at, ${newDeadline}::timestamptz)` })
    .where("id", "=", orderId)
    .where("status", "=", "WAITING_PAYMENT")
    .execute();
}
