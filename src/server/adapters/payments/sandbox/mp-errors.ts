import type { Refusal } from "../../../../domain/refusal.ts";

/**
 * Mercado Pago's errors: HTTP status, `error`, `message`, and the code in `cause` if there is one. For refunds, 2063 is
 * a wrong state of the payment, 2017 a wrong amount and 4292 a missing key, as observed at the real API in 2026.
 */
const MP_ERRORS = {
  no_token: [401, "unauthorized", "Must provide your access_token to proceed", 5],
  bad_token: [401, "unauthorized", "invalid access token", 1],
  bad_json: [400, "bad_request", "Malformed JSON in request body", 4020],
  not_found: [404, "not_found", "resource not found", null],
  preference_not_found: [404, "not_found", "Preference not found", null],
  payment_not_found: [404, "not_found", "Payment not found", 2000],
  refund_not_found: [404, "not_found", "Refund not found", 2024],
  merchant_order_not_found: [404, "not_found", "Merchant order not found", null],
  chargeback_not_found: [404, "not_found", "Chargeback not found", null],
  wrong_state: [400, "bad_request", "The action requested is not valid for the current payment state", 2063],
  bad_status: [400, "bad_request", "Invalid status for update", 2016],
  bad_amount: [400, "bad_request", "Invalid transaction_amount for update", 2017],
  no_idempotency_key: [400, "bad_request", "Header X-Idempotency-Key can't be null", 4292],
  other_request: [409, "conflict", "X-Idempotency-Key was already used with another request", 4293],
  bad_date: [400, "bad_request", "Date format must be yyyy-MM-dd'T'HH:mm:ss.SSSZ", 1001],
  bad_search: [400, "bad_request", "Invalid search parameters", 1000],
  bad_items: [400, "invalid_items", "items needed, each with title, quantity and unit_price", null],
  bad_auto_return: [400, "invalid_auto_return", "auto_return invalid. back_url.success must be defined", null],
  bad_back_urls: [400, "invalid_back_urls", "back_urls invalid. Wrong format", null],
  bad_notification_url: [400, "invalid_notification_url", "notification_url attribute must be url valid", null],
  bad_expiration: [400, "invalid_expiration_date", "expiration date invalid. Wrong format", null],
  bad_preference: [400, "bad_request", "Invalid preference", null],
  preference_expired: [400, "bad_request", "The preference is not within its validity", null],
  bad_installments: [400, "bad_request", "Invalid installments", null],
  method_excluded: [400, "bad_request", "The payment method is excluded by the preference", null],
} as const satisfies Record<string, readonly [number, string, string, number | null]>;

export type MpRefusal = keyof typeof MP_ERRORS;

export interface MpAnswer {
  status: number;
  body: object;
}

/** The error's format: `{message, error, status, cause}`. */
export function mpError({ refused }: Refusal<MpRefusal>): MpAnswer {
  const [status, error, message, code] = MP_ERRORS[refused];
  const cause = code === null ? [] : [{ code, description: message, data: null }];
  return { status, body: { message, error, status, cause } };
}
