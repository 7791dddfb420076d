import { sql } from "kysely";
import { payByOfPending } from "../../domain/payment-window.ts";
import { settle, type OrderFlag, type PaymentState } from "../../domain/payment.ts";
import type { PaymentSnapshot } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import type { Tx } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { enqueueRefundEmail, enqueueVoucherEmail } from "./enqueue-payment-email.ts";
import { lockOrder, moveLockedOrder, type LockedOrder } from "../orders/move-order.ts";
import { takeOrderPiecesAgain } from "../orders/order-pieces.ts";
import { voidTickets } from "../tickets/void-tickets.ts";
import { requestRefundLocked } from "./ask-refund.ts";
import { openFlag, refreshFlags } from "../order-money/flags.ts";
import { findOrderByRef, isOurAccount, storePayment, paymentsOf, whereMoneyCounts } from "../order-money/queries.ts";

const SYSTEM = "sistema";

/** What became of a payment that was looked up; all but the first change nothing of any order's money. */
export type Credited =
  | "credited"
  | "nothing_new"
  | "unknown_order"
  | "other_account"
  | "other_currency"
  | "test_money"
  | "unknown_status";

/**
 * Takes what the provider says of a payment into its order: writes it down, and moves the order to where all its payments
 * together say (rule PAY-5). One transaction, under the order's lock: any number of processes may be told the same at once.
 */
export async function creditPayment(app: App, payment: PaymentSnapshot): Promise<Credited> {
  if (payment.orderRef === null) return "unknown_order";
  const paidFor = await findOrderByRef(app.genericPlans, payment.orderRef);
  if (!paidFor) return "unknown_order";
  if (payment.currency !== "MXN") return "other_currency";
  if (!payment.isLive && app.config.publicUrl !== null && app.config.mercadoPago.isReal) return "test_money";
  if (!(await isOurAccount(app.genericPlans, paidFor.id, payment.collectorId))) return "other_account";
  const done = await transact(app.db, (tx) => credit(app, tx, paidFor.id, payment));
  app.productChanges.touch(done.changedProducts);
  if (done.flags.length > 0) app.log.warn({ orderId: done.orderId, flags: done.flags }, "order's money needs a look");
  return done.credited;
}

interface Done {
  credited: Credited;
  orderId: string;
  flags: OrderFlag[];
  changedProducts: string[];
}

async function credit(app: App, tx: Tx, paidForId: string, payment: PaymentSnapshot): Promise<Done> {
  const order = await lockWhereMoneyCounts(tx, paidForId);
  const { state } = payment;
  if (state === null) {
    await openFlag(tx, order.id, "UNKNOWN_STATUS");
    return { credited: "unknown_status", orderId: order.id, flags: ["UNKNOWN_STATUS"], changedProducts: [] };
  }
  const kept = await storePayment(tx, paidForId, app.payments.key, { ...payment, state });
  const { before, isNewer } = kept;
  await enqueueVoucherEmail(tx, order.id, kept.id);
  // What a bank takes back in a dispute is not ours to announce.
  if (state !== "DISPUTED") await enqueueRefundEmail(tx, order.id, kept);
  const isLate = order.status === "CANCELLED" && state === "APPROVED" && before !== "APPROVED" && isNewer;
  const changedProducts = isLate ? await takeLateMoney(tx, order) : [];
  const settled = await settleOrder(tx, order.id);
  await waitForPending(tx, order.id, { ...payment, state });
  return {
    credited: isNewer ? "credited" : "nothing_new",
    orderId: order.id,
    flags: isNewer ? settled.flags : [],
    changedProducts: [...changedProducts, ...settled.changedProducts],
  };
}

/** A joined order is an end: its money counts where its pieces went, even if it was joined just now. */
async function lockWhereMoneyCounts(tx: Tx, paidForId: string): Promise<LockedOrder> {
  for (;;) {
    const id = await whereMoneyCounts(tx, paidForId);
    const order = (await lockOrder(tx, id))!;
    if (order.status !== "JOINED") return order;
  }
}

/**
 * Moves an order to where all its payments together say and sets its flags. Answers the flags that hold and the products
 * whose stock came back.
 */
export async function settleOrder(tx: Tx, orderId: string): Promise<{ flags: OrderFlag[]; changedProducts: string[] }> {
  const order = (await lockOrder(tx, orderId))!;
  const facts = { status: order.status, dueCents: order.grand_total_cents };
  const { moveTo, isReturned } = settle(facts, await paymentsOf(tx, order.id));
  // Tickets alone ship themselves: what was refunded after that has no other end than this.
  if (order.status === "SHIPPED" && isReturned) await voidTickets(tx, order.id);
  if (!moveTo) return { flags: await refreshFlags(tx, order), changedProducts: [] };
  const why =
    moveTo === "CANCELLED"
      ? ({ reason: "Se devolvió todo el pago", because: "refunded" } as const)
      : { reason: "Pago confirmado" };
  const moved = await moveLockedOrder(tx, order, { ...why, to: moveTo, actor: SYSTEM });
  return { flags: moved.flags, changedProducts: moved.returned };
}

/**
 * Money for an order that was already cancelled (rule PAY-4): if all of it is there and its pieces can be taken again it
 * lives on, else what came goes back. Either way staff see it. Answers the products whose stock changed.
 */
async function takeLateMoney(tx: Tx, order: LockedOrder): Promise<string[]> {
  await openFlag(tx, order.id, "PAID_AFTER_CANCEL");
  const payments = await paymentsOf(tx, order.id);
  const { paidCents } = settle({ status: order.status, dueCents: order.grand_total_cents }, payments);
  const act = { actor: SYSTEM, reason: "Llegó el pago después de cancelar" };
  if (paidCents >= order.grand_total_cents) {
    const freed = await releaseExpiredCarts(tx, { sizeIds: await sizesOf(tx, order.id) });
    const taken = await takeOrderPiecesAgain(tx, order.id, act);
    if (taken) {
      await moveLockedOrder(tx, order, { ...act, to: "PAYMENT_ACCEPTED", because: "late_money" });
      return [...freed, ...taken];
    }
  }
  for (const payment of payments) {
    if (payment.provider !== "shop" && payment.state === "APPROVED") {
      await requestRefundLocked(tx, payment, payment.cents - payment.refundedCents, act);
    }
  }
  return [];
}

async function sizesOf(tx: Tx, orderId: string): Promise<string[]> {
  const lines = await tx.selectFrom("order_lines").select("size_id").where("order_id", "=", orderId).execute();
  return lines.map((line) => line.size_id);
}

/** A voucher or a review keeps the pieces longer than the order's own deadline (rule PAY-2), never shorter. */
async function waitForPending(
  tx: Tx,
  orderId: string,
  payment: PaymentSnapshot & { state: PaymentState },
): Promise<void> {
  const until = payByOfPending(payment);
  if (until === null) return;
  await tx
    .updateTable("orders")
    .set({ pay_by: sql`greatest(pay_by, ${until}::timestamptz)` })
    .where("id", "=", orderId)
    .where("status", "=", "WAITING_PAYMENT")
    .execute();
}
