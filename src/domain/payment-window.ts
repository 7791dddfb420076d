import type { OrderStatus } from "./order-status.ts";

export type PaymentMethod = "MP" | "TB";

/** How long an order waits for its money before its pieces return (rule PAY-2), in hours. Settings of the shop. */
export interface PaymentWindows {
  online: number;
  transfer: number;
  /** From the moment a transfer's receipt was uploaded: somebody must have time to look at it. */
  receipt: number;
}

const HOUR_MS = 3_600_000;
/** A payment in a convenience store may arrive this long after its voucher's end (rule PAY-2). */
const VOUCHER_GRACE_HOURS = 24;
/** A card payment under the provider's review is answered within two working days. */
const REVIEW_HOURS = 72;

/** The deadline of a new order; none while it does not wait for payment (a presale order in a branch). */
export function payBy(
  order: { status: OrderStatus; paymentMethod: PaymentMethod },
  windows: PaymentWindows,
  now: Date,
): Date | null {
  if (order.status !== "WAITING_PAYMENT") return null;
  const hours = order.paymentMethod === "MP" ? windows.online : windows.transfer;
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** How far a payment that is under way moves the deadline; null where it does not. It never comes nearer by this. */
export function payByOfPending(payment: { state: string; expiresAt: Date | null; createdAt: Date }): Date | null {
  if (payment.state === "IN_REVIEW") return new Date(payment.createdAt.getTime() + REVIEW_HOURS * HOUR_MS);
  if (payment.state !== "PENDING" || payment.expiresAt === null) return null;
  return new Date(payment.expiresAt.getTime() + VOUCHER_GRACE_HOURS * HOUR_MS);
}
