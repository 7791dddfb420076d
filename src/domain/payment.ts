import type { Cents } from "./money.ts";
import type { OrderStatus } from "./order-status.ts";

/** Where one payment stands, whatever words its provider has for it. */
export const PAYMENT_STATES = [
  "PENDING",
  "IN_REVIEW",
  "APPROVED",
  "REJECTED",
  "EXPIRED",
  "CANCELLED",
  "REFUNDED",
  "DISPUTED",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export interface Payment {
  state: PaymentState;
  cents: Cents;
  /** Of `cents`, what went back to the payer. */
  refundedCents: Cents;
}

/** What staff should look at: money that is not what the order asks for. */
export const ORDER_FLAGS = [
  "UNDERPAID",
  "OVERPAID",
  "PAID_TWICE",
  "DISPUTED",
  "PAID_AFTER_CANCEL",
  "MONEY_TO_RETURN",
  "REFUNDED_AFTER_SHIP",
  "UNKNOWN_STATUS",
] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];

export const ORDER_FLAG_LABEL: Record<OrderFlag, string> = {
  UNDERPAID: "Pagó de menos",
  OVERPAID: "Pagó de más",
  PAID_TWICE: "Pagó dos veces",
  DISPUTED: "Pago en disputa",
  PAID_AFTER_CANCEL: "Pagó un pedido ya cancelado",
  MONEY_TO_RETURN: "Hay dinero por devolver",
  REFUNDED_AFTER_SHIP: "Devuelto después de enviado",
  UNKNOWN_STATUS: "Estado de pago desconocido",
};

/** These say what happened, not what is: only a person closes them. */
export const LASTING_FLAGS: readonly OrderFlag[] = ["PAID_AFTER_CANCEL", "UNKNOWN_STATUS"];

/** How much of an order's money is not there, or should not be. Centavos, at most one of them above 0. */
export interface Balance {
  /** Still to be paid. What was paid and went back is not. */
  missingCents: Cents;
  /** More than the order costs; of a cancelled order all that is still here. */
  surplusCents: Cents;
}

export interface Settlement extends Balance {
  /** What the shop has of this order's money now. */
  paidCents: Cents;
  /** All that went back to the payer. */
  refundedCents: Cents;
  /** Of that, what belonged to the sale: money that came beyond the order's price goes back first. */
  saleRefundCents: Cents;
  /** A payment is pending, in review or approved (rule PAY-6): the shopper is not asked to pay again. */
  isLive: boolean;
  /** Where the order should go because of its money; null where it stays. A cancelled order is not moved from here. */
  moveTo: OrderStatus | null;
  /** All that came went back: what was sold for it is worth nothing any more. */
  isReturned: boolean;
  flags: OrderFlag[];
}

const AWAITS_MONEY: ReadonlySet<OrderStatus> = new Set(["WAITING_PAYMENT", "RESERVED", "PRESALE"]);

/** What is missing or too much, for whoever knows the sums of an order's payments only. A joined order's money is elsewhere. */
export function balance(order: {
  status: OrderStatus;
  dueCents: Cents;
  paidCents: Cents;
  refundedCents: Cents;
}): Balance {
  const { status, dueCents, paidCents, refundedCents } = order;
  if (status === "JOINED") return { missingCents: 0, surplusCents: 0 };
  if (status === "CANCELLED") return { missingCents: 0, surplusCents: paidCents };
  const settledCents = AWAITS_MONEY.has(status) ? paidCents : paidCents + refundedCents;
  return { missingCents: Math.max(0, dueCents - settledCents), surplusCents: Math.max(0, paidCents - dueCents) };
}

/**
 * An order's payment state, computed from all its payments and never from one event (rule PAY-5): the order and number
 * of notifications change nothing. Disputed money does not count as paid; a dispute alone moves nothing either.
 */
export function settle(order: { status: OrderStatus; dueCents: Cents }, payments: readonly Payment[]): Settlement {
  const approved = payments.filter(({ state, cents, refundedCents }) => state === "APPROVED" && cents > refundedCents);
  const paidCents = approved.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
  const isLive = approved.length > 0 || payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW");
  const isDisputed = payments.some(({ state }) => state === "DISPUTED");
  const wasPaid = payments.some(({ state, refundedCents }) => state === "REFUNDED" || refundedCents > 0);
  const refundedCents = payments.reduce((sum, payment) => sum + payment.refundedCents, 0);
  const beyondCents = Math.max(0, receivedCents(payments) - order.dueCents);
  const isReturned = paidCents === 0 && wasPaid && !isDisputed;
  const awaits = AWAITS_MONEY.has(order.status);

  const holds: Record<OrderFlag, boolean> = {
    UNDERPAID: awaits && paidCents > 0 && paidCents < order.dueCents,
    OVERPAID: order.status !== "CANCELLED" && paidCents > order.dueCents,
    PAID_TWICE: order.status !== "CANCELLED" && approved.length > 1 && paidCents > order.dueCents,
    DISPUTED: isDisputed,
    MONEY_TO_RETURN: order.status === "CANCELLED" && paidCents > 0,
    REFUNDED_AFTER_SHIP: order.status === "SHIPPED" && isReturned,
    PAID_AFTER_CANCEL: false,
    UNKNOWN_STATUS: false,
  };
  let moveTo: OrderStatus | null = null;
  if (awaits && paidCents >= order.dueCents && paidCents > 0) moveTo = "PAYMENT_ACCEPTED";
  else if (order.status === "PAYMENT_ACCEPTED" && isReturned) moveTo = "CANCELLED";
  return {
    paidCents,
    refundedCents,
    saleRefundCents: Math.max(0, refundedCents - beyondCents),
    ...balance({ ...order, paidCents, refundedCents }),
    isLive,
    moveTo,
    isReturned,
    flags: ORDER_FLAGS.filter((flag) => holds[flag]),
  };
}

/** All that ever came in, whatever became of it. */
function receivedCents(payments: readonly Payment[]): Cents {
  const came = payments.filter(({ state }) => state === "APPROVED" || state === "REFUNDED" || state === "DISPUTED");
  return came.reduce((sum, { cents }) => sum + cents, 0);
}
