import type { PaymentStatus } from "./payment-states.ts";
import type { Payment } from "./payments.ts";
import type { Preference } from "./preferences.ts";

/** Which of the preference's three URLs a buyer returns to. */
const BACK_URL_OF_STATUS: Partial<Record<PaymentStatus, "success" | "pending">> = {
  approved: "success",
  pending: "pending",
  in_process: "pending",
};

/**
 * The URL that the buyer returns to, with Mercado Pago's parameters. Undefined if the preference has no URL for the
 * payment's status and none for a success. Missing values are the text `null`, as the real provider writes it for a
 * buyer who returns without paying.
 */
export function backUrl(preference: Preference, payment: Payment | undefined): string | undefined {
  const urls = preference.fields.back_urls;
  const plainUrl = urls?.[(payment && BACK_URL_OF_STATUS[payment.status]) ?? "failure"] ?? urls?.success;
  if (!plainUrl) return undefined;
  const url = new URL(plainUrl);
  const id = payment ? String(payment.id) : "null";
  const status = payment?.status ?? "null";
  const parameters = {
    collection_id: id,
    collection_status: status,
    payment_id: id,
    status,
    external_reference: preference.external_reference ?? "null",
    payment_type: payment?.type ?? "null",
    merchant_order_id: payment ? String(preference.merchant_order_id) : "null",
    preference_id: preference.id,
    site_id: "MLM",
    processing_mode: "aggregator",
    merchant_account_id: "null",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
}
