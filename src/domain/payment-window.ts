import type { OrderStatus } from "./order-status.ts";

/** `MP`: online, by Mercado Pago. `TB`: bank transfer. */
export type PaymentMethod = "MP" | "TB";

/**
 * How long an order waits for its payment before its pieces return to stock (rule PAY-2), in hours. Settings of the
 * shop.
 */
export interface PaymentWindows {
  online: number;
  transfer: number;
  /** After the upload of a transfer's receipt: staff need time to check it. */
  receipt: number;
}

const HOUR_MS = 3_600_000;
/** A payment in a convenience store may arrive this long after its voucher expires (rule PAY-2). */
const VOUCHER_GRACE_HOURS = 24;
/** How long a card payment under review keeps its order open (rule PAY-2). A review takes up to two working days. */
const REVIEW_HOURS = 72;

/** The payment deadline of a new order. Null for an order that does not await payment (a presale order in a branch). */
export function paymentDeadline(
  order: { status: OrderStatus; paymentMethod: PaymentMethod },
  windows: PaymentWindows,
  now: Date,
): Date | null {
  if (order.status !== "WAITING_PAYMENT") return null;
  const hours = order.paymentMethod === "MP" ? windows.online : windows.transfer;
  return new Date(now.getTime() + hours * HOUR_MS);
}

/**
 * The deadline that a payment under way gives its order. Null if the payment gives none. The caller uses the deadline
 * only if it is later than the order's present one.
 */
export function deadlineOfPaymentUnderWay(payment: {
  state: string;
  expiresAt: Date | null;
  createdAt: Date;
}): Date | null {
  if (payment.state === "IN_REVIEW") return new Date(payment.createdAt.getTime() + REVIEW_HOURS * HOUR_MS);
  if (payment.state !== "PENDING" || payment.expiresAt === null) return null;
  return new Date(payment.expiresAt.getTime() + VOUCHER_GRACE_HOURS * HOUR_MS);
}
