import type { OutsideHosts } from "../../http/security-headers.ts";
import type { Cents } from "../../../domain/money.ts";
import type { PaymentState } from "../../../domain/payment.ts";

/** What a person is sent to the provider with. */
export interface CheckoutRequest {
  /** Ours: comes back with each payment (`<shop key>:<order reference>`). */
  orderRef: string;
  /** Parts as people read them; their sum is what is charged. */
  items: { title: string; cents: Cents }[];
  payer: { name: string; lastName: string; phone: string; email: string | null };
  /** Where the provider sends the person back to. */
  returnUrl: string;
  /** From when and until when the page of payment opens. */
  opensAt: Date;
  expiresAt: Date;
  /** Until when a convenience store's voucher may be paid; null where there is no time for one. */
  voucherUntil: Date | null;
  /** At most 13 characters on the card's statement. */
  statement: string;
  /** Asking twice with the same key opens one. */
  idempotencyKey: string;
}

export interface ProviderCheckout {
  id: string;
  url: string;
  collectorId: string;
}

/** One payment as the provider tells it now. */
export interface PaymentSnapshot {
  id: string;
  /** What we gave it; null for a payment that is none of ours. */
  orderRef: string | null;
  collectorId: string;
  /** Null: a status that this program does not know. */
  state: PaymentState | null;
  /** In the provider's words: 'pending/pending_waiting_payment'. */
  rawStatus: string;
  cents: Cents;
  refundedCents: Cents;
  currency: string;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  method: string;
  voucherUrl: string | null;
  voucherReference: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  approvedAt: Date | null;
  /** False for money that is only played with. */
  isLive: boolean;
}

/** What a delivery of news is about; the money itself is always looked up. */
export type PaymentWebhook =
  | { kind: "payment"; paymentId: string; delivery: string }
  | { kind: "ignored"; reason: string }
  | { kind: "forged"; reason: string };

export interface WebhookRequest {
  query: URLSearchParams;
  headers: Headers;
}

/** How long a call may take: a shopper waits for it, or a job does. */
export type TimeoutClass = "interactive" | "job";

/**
 * Who takes the money online. Every method but `readWebhook` and `browserOrigins` may throw PaymentProviderError, and none
 * may be called inside a transaction.
 */
export interface PaymentProvider {
  readonly key: "mercadopago";
  createCheckout(wish: CheckoutRequest): Promise<ProviderCheckout>;
  /** The page of payment opens no more; payments already begun go on. */
  closeCheckout(checkoutId: string): Promise<void>;
  getPayment(paymentId: string, timeoutClass: TimeoutClass): Promise<PaymentSnapshot | null>;
  findPayments(
    which: { orderRef: string } | { changedSince: Date },
    timeoutClass: TimeoutClass,
  ): Promise<PaymentSnapshot[]>;
  /** Gives `cents` back. The same key twice gives back once. */
  refund(paymentId: string, cents: Cents, key: string): Promise<void>;
  /** Only what is pending can be cancelled; INVALID_STATE says that it no longer is. */
  cancel(paymentId: string): Promise<void>;
  readWebhook(request: WebhookRequest): PaymentWebhook;
  /** What a page needs to reach for the provider's own button. */
  browserOrigins(): OutsideHosts;
  /** A script of ours to load before the provider's button; null where the provider's own is enough. */
  readonly buttonScript: string | null;
}

export type ProviderFailure = "TEMPORARY" | "CONFIG" | "NOT_FOUND" | "INVALID_STATE" | "BAD_REQUEST" | "BAD_RESPONSE";

/** The provider did not do what it was asked; the message carries nobody's data. */
export class PaymentProviderError extends Error {
  override name = "PaymentProviderError";
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure, message: string) {
    super(`${failure}: ${message}`);
    this.failure = failure;
  }
}
