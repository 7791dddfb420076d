import type { OrderStatus } from "./order-status.ts";

export type PaymentMethod = "MP" | "TB";

/** How long an order waits for its money before its pieces go back (ruling 13), in hours. */
export const PAYMENT_WINDOW_HOURS: Record<PaymentMethod, number> = { MP: 24, TB: 48 };

/** The deadline of a new order; none while it does not wait for payment (a presale order in a branch). */
export function payBy(order: { status: OrderStatus; paymentMethod: PaymentMethod }, now: Date): Date | null {
  if (order.status !== "WAITING_PAYMENT") return null;
  return new Date(now.getTime() + PAYMENT_WINDOW_HOURS[order.paymentMethod] * 3_600_000);
}
