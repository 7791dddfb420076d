import type { ExternalHosts } from "../../http/security-headers.ts";
import type { Cents } from "../../../domain/money.ts";
import type { PaymentState } from "../../../domain/payment.ts";

/** A request to open a payment page. */
export interface CheckoutRequest {
  /** Our reference: the order's id. The provider returns it with each payment. */
  orderRef: string;
  /** The items that the customer reads. Their sum is charged. */
  items: { title: string; cents: Cents }[];
  payer: { name: string; lastName: string; phone: string; email: string | null };
  /** The URL that the provider sends the customer back to. */
  returnUrl: string;
  /** The validity of the payment page. */
  opensAt: Date;
  expiresAt: Date;
  /** The deadline of a convenience store's voucher. Null if there is not enough time for one. */
  voucherUntil: Date | null;
  /** The maximum number of monthly payments that the page may offer. Null leaves it to the account's own settings. */
  maxInstallments: number | null;
  /** At most 13 characters, for the card's statement. */
  statementDescriptor: string;
  /** A repeated request with the same key opens one page. */
  idempotencyKey: string;
}

export interface ProviderCheckout {
  id: string;
  url: string;
  collectorId: string;
}

/** The current state of a payment at the provider. */
export interface PaymentSnapshot {
  id: string;
  /** The reference that the payment page was opened with. Null if it had none. */
  orderRef: string | null;
  collectorId: string;
  /** Null if the provider's status has no equivalent in `PaymentState`. */
  state: PaymentState | null;
  /** Whether the bank decided a dispute against the shop, which lost the money. */
  isDisputeLost: boolean;
  /** The provider's own status: 'pending/pending_waiting_payment'. */
  rawStatus: string;
  cents: Cents;
  refundedCents: Cents;
  currency: string;
  kind: "card" | "cash" | "transfer" | "wallet" | "other";
  method: string;
  /** The monthly payments that the payer chose, 1 for a single payment. Null if not stated, or not paid by card. */
  installments: number | null;
  voucherUrl: string | null;
  voucherReference: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  approvedAt: Date | null;
  /** False for test money. */
  isRealMoney: boolean;
}

/** The newest matching payments, at most `MAX_FOUND_PAYMENTS`. */
export interface FoundPayments {
  payments: PaymentSnapshot[];
  /**
   * Names the malformed payments, which `payments` does not contain. Null if there is none. Callers apply the valid
   * payments before they throw it, so that one malformed payment does not block the others.
   */
  error: PaymentProviderError | null;
}

/**
 * What a webhook says: it is about a payment, or it is ignored or forged, with the reason. The payment itself is always
 * looked up.
 */
export type WebhookContent =
  /** `webhookId`: the id of the webhook request. */
  | { kind: "payment"; paymentId: string; webhookId: string }
  | { kind: "ignored"; reason: string }
  | { kind: "forged"; reason: string };

export interface WebhookRequest {
  query: URLSearchParams;
  headers: Headers;
}

/** How long a call may take, depending on whether a customer or a job waits for it. */
export type TimeoutClass = "interactive" | "job";

/**
 * A provider of online payments. Each method except `readWebhook` and `browserOrigins` calls the provider: it may throw
 * PaymentProviderError, and must not be called inside a transaction.
 */
export interface PaymentProvider {
  readonly key: "mercadopago";
  createCheckout(checkout: CheckoutRequest): Promise<ProviderCheckout>;
  /** Closes the payment page. Payments that have begun continue. */
  closeCheckout(checkoutId: string, closedAt: Date): Promise<void>;
  /** Null for an unknown payment. */
  findPayment(paymentId: string, timeoutClass: TimeoutClass): Promise<PaymentSnapshot | null>;
  findPayments(
    searchBy: { orderRef: string } | { changedSince: Date },
    timeoutClass: TimeoutClass,
  ): Promise<FoundPayments>;
  /** Refunds `cents`. A repeated request with the same key refunds once. */
  refund(paymentId: string, cents: Cents, idempotencyKey: string): Promise<void>;
  /** Cancels a pending payment. INVALID_STATE means that it is no longer pending. */
  cancel(paymentId: string): Promise<void>;
  readWebhook(request: WebhookRequest): WebhookContent;
  /** The origins that a page needs for the provider's own button. */
  browserOrigins(): ExternalHosts;
  /** The URL of a script of the shop to load before the provider's button. Null if the button needs none. */
  readonly buttonScript: string | null;
}

/** The maximum number of payments that `findPayments` returns. */
export const MAX_FOUND_PAYMENTS = 2_000;

export type ProviderFailure = "TEMPORARY" | "CONFIG" | "NOT_FOUND" | "INVALID_STATE" | "BAD_REQUEST" | "BAD_RESPONSE";

/**
 * A call failed. After TEMPORARY or BAD_RESPONSE the provider may have done what was requested. The message contains no
 * personal data.
 */
export class PaymentProviderError extends Error {
  override name = "PaymentProviderError";
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure, message: string) {
    super(`${failure}: ${message}`);
    this.failure = failure;
  }
}
