export type PaymentStatus =
  | "approved"
  | "authorized"
  | "in_process"
  | "pending"
  | "rejected"
  | "cancelled"
  | "refunded"
  | "charged_back";

interface Outcome {
  status: PaymentStatus;
  detail: string;
  method: string;
  type: string;
}

const CARD = { method: "master", type: "credit_card" };

/**
 * The outcome of each of Mercado Pago's test cardholder names (its page "Test cards", MX). CONT pays in a convenience
 * store. REVI, a card payment under review, is added here, because no test cardholder name has this outcome.
 */
export const OUTCOMES = {
  APRO: { status: "approved", detail: "accredited", ...CARD },
  OTHE: { status: "rejected", detail: "cc_rejected_other_reason", ...CARD },
  CONT: { status: "pending", detail: "pending_waiting_payment", method: "oxxo", type: "ticket" },
  CALL: { status: "rejected", detail: "cc_rejected_call_for_authorize", ...CARD },
  FUND: { status: "rejected", detail: "cc_rejected_insufficient_amount", ...CARD },
  SECU: { status: "rejected", detail: "cc_rejected_bad_filled_security_code", ...CARD },
  EXPI: { status: "rejected", detail: "cc_rejected_bad_filled_date", ...CARD },
  FORM: { status: "rejected", detail: "cc_rejected_bad_filled_other", ...CARD },
  REVI: { status: "in_process", detail: "pending_review_manual", ...CARD },
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

export function isOutcomeName(name: unknown): name is OutcomeName {
  return typeof name === "string" && Object.hasOwn(OUTCOMES, name);
}

interface Transition {
  from: readonly PaymentStatus[];
  /** Needed if the status alone does not decide whether the transition is allowed. */
  fromDetail?: string;
  to: PaymentStatus;
  detail: string;
}

const UNPAID_STATUSES = ["pending", "in_process", "authorized"] as const;

/** All transitions of a payment except a refund, whose end state depends on the amount (refunds.ts). */
export const TRANSITIONS = {
  approve: { from: UNPAID_STATUSES, to: "approved", detail: "accredited" },
  reject: { from: UNPAID_STATUSES, to: "rejected", detail: "cc_rejected_other_reason" },
  expire: { from: ["pending"], to: "cancelled", detail: "expired" },
  // Only for unpaid payments (Mercado Pago's guide "Cancellations and refunds").
  cancel: { from: UNPAID_STATUSES, to: "cancelled", detail: "by_collector" },
  chargeback: { from: ["approved"], to: "charged_back", detail: "in_process" },
  cb_lost: { from: ["charged_back"], fromDetail: "in_process", to: "charged_back", detail: "settled" },
  cb_won: { from: ["charged_back"], fromDetail: "in_process", to: "charged_back", detail: "reimbursed" },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;

interface CurrentState {
  status: PaymentStatus;
  status_detail: string;
}

export function canMove(payment: CurrentState, name: TransitionName): boolean {
  const transition: Transition = TRANSITIONS[name];
  const matchesDetail = transition.fromDetail === undefined || payment.status_detail === transition.fromDetail;
  return transition.from.includes(payment.status) && matchesDetail;
}

export function canRefund(payment: CurrentState): boolean {
  return payment.status === "approved";
}
