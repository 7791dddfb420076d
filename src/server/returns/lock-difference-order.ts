import { summarizePayments } from "../../domain/payment.ts";
import type { Tx } from "../db/connect.ts";
import { paymentsOf } from "../order-money/queries.ts";
import { lockOrder } from "../orders/move-order.ts";

/**
 * Locks the order that charges the difference of an exchange. Reads how much of it is paid and how much is missing, and
 * whether it was fully refunded.
 */
export async function lockDifferenceOrder(tx: Tx, orderId: string) {
  const order = (await lockOrder(tx, orderId))!;
  const statusAndTotal = { status: order.status, grandTotalCents: order.grand_total_cents };
  const { paidCents, missingCents, isFullyRefunded } = summarizePayments(statusAndTotal, await paymentsOf(tx, orderId));
  return { order, paidCents, missingCents, isFullyRefunded };
}
