import type { Cents } from "./money.ts";
import type { OrderStatus } from "./order-status.ts";

/** The state of one payment, independent of its provider's terms. */
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
  /** The part of `cents` that was refunded to the payer. */
  refundedCents: Cents;
}

/** Flags for staff: differences between an order's money and its total. */
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

/** These flags record an event, not a state: only staff close them. */
export const FLAGS_CLOSED_BY_STAFF: readonly OrderFlag[] = ["PAID_AFTER_CANCEL", "UNKNOWN_STATUS"];

/** How much of an order's money is missing or too much, in centavos. At most one of the two is above 0. */
export interface Balance {
  /** Still to be paid. Once the order was accepted as paid, a refunded amount is not missing. */
  missingCents: Cents;
  /** More than the order costs. For a cancelled order, all that the shop still has. */
  surplusCents: Cents;
}

export interface PaymentSummary extends Balance {
  /** The order's money that the shop has now. */
  paidCents: Cents;
  /** All that was refunded to the payer. */
  refundedCents: Cents;
  /** A payment is pending, in review, or approved and not all refunded (rule PAY-6): no other payment is offered. */
  isLive: boolean;
  /** The status the order should move to because of its money; null if it stays. This never moves a cancelled order. */
  moveTo: OrderStatus | null;
  /** All money that came in was refunded, and none is in dispute. */
  isFullyRefunded: boolean;
  flags: OrderFlag[];
}

const STATUSES_AWAITING_PAYMENT: ReadonlySet<OrderStatus> = new Set(["WAITING_PAYMENT", "RESERVED", "PRESALE"]);

/**
 * What is missing or too much, from the sums of an order's payments. A joined order's money counts in the other order.
 */
export function balance(order: {
  status: OrderStatus;
  grandTotalCents: Cents;
  paidCents: Cents;
  refundedCents: Cents;
}): Balance {
  const { status, grandTotalCents, paidCents, refundedCents } = order;
  if (status === "JOINED") return { missingCents: 0, surplusCents: 0 };
  if (status === "CANCELLED") return { missingCents: 0, surplusCents: paidCents };
  const paidOrRefundedCents = STATUSES_AWAITING_PAYMENT.has(status) ? paidCents : paidCents + refundedCents;
  return {
    missingCents: Math.max(0, grandTotalCents - paidOrRefundedCents),
    surplusCents: Math.max(0, paidCents - grandTotalCents),
  };
}

/**
 * An order's payment state, computed from all its payments and never from one event (rule PAY-5): the sequence and
 * number of webhooks change nothing. Disputed money does not count as paid. A dispute alone moves no order.
 */
export function summarizePayments(
  order: { status: OrderStatus; grandTotalCents: Cents },
  payments: readonly Payment[],
): PaymentSummary {
  const approvedPayments = payments.filter(
    ({ state, cents, refundedCents }) => state === "APPROVED" && cents > refundedCents,
  );
  const paidCents = approvedPayments.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
  const isLive =
    approvedPayments.length > 0 || payments.some(({ state }) => state === "PENDING" || state === "IN_REVIEW");
  const isDisputed = payments.some(({ state }) => state === "DISPUTED");
  const hasRefund = payments.some(({ state, refundedCents }) => state === "REFUNDED" || refundedCents > 0);
  const refundedCents = payments.reduce((sum, payment) => sum + payment.refundedCents, 0);
  const isFullyRefunded = paidCents === 0 && hasRefund && !isDisputed;
  const awaitsPayment = STATUSES_AWAITING_PAYMENT.has(order.status);

  const isRaised: Record<OrderFlag, boolean> = {
    UNDERPAID: awaitsPayment && paidCents > 0 && paidCents < order.grandTotalCents,
    OVERPAID: order.status !== "CANCELLED" && paidCents > order.grandTotalCents,
    PAID_TWICE: order.status !== "CANCELLED" && approvedPayments.length > 1 && paidCents > order.grandTotalCents,
    DISPUTED: isDisputed,
    MONEY_TO_RETURN: order.status === "CANCELLED" && paidCents > 0,
    REFUNDED_AFTER_SHIP: order.status === "SHIPPED" && isFullyRefunded,
    PAID_AFTER_CANCEL: false,
    UNKNOWN_STATUS: false,
  };
  let moveTo: OrderStatus | null = null;
  if (awaitsPayment && paidCents >= order.grandTotalCents && paidCents > 0) moveTo = "PAYMENT_ACCEPTED";
  else if (order.status === "PAYMENT_ACCEPTED" && isFullyRefunded) moveTo = "CANCELLED";
  return {
    paidCents,
    refundedCents,
    ...balance({ ...order, paidCents, refundedCents }),
    isLive,
    moveTo,
    isFullyRefunded,
    flags: ORDER_FLAGS.filter((flag) => isRaised[flag]),
  };
}
