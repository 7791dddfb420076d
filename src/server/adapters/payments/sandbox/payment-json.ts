import { divideHalfAwayFromZero, toPesos, VAT_PCT, type Cents } from "../../../../domain/money.ts";
import { SANDBOX_COLLECTOR_ID } from "./credentials.ts";
import type { Payment } from "./payments.ts";
import { findPreference, type Preference } from "./preferences.ts";
import { listRefunds, refundJson, type Refund } from "./refunds.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

/** Mercado Pago's fee for a payment in Mexico, as commonly quoted: 3.49 % + $4, plus VAT. */
const FEE_RATE_BPS = 349n;
const FEE_BASE_CENTS = 400n;

/** The URL of the page with the buyer's voucher. */
export function voucherUrl({ origin }: Pick<Preference, "origin">, paymentId: number): string {
  return `${origin}/sandbox/mp/mlm/payments/ticket/helper?payment_id=${paymentId}`;
}

/** The number that the cashier types: 14 digits, derived from the payment's id. */
export function voucherReference(paymentId: number): string {
  return String(paymentId).padStart(14, "9");
}

export async function readPaymentJson(db: SandboxDb, payment: Payment): Promise<object> {
  return (await readPaymentsJson(db, [payment]))[0]!;
}

export async function readPaymentsJson(db: SandboxDb, payments: readonly Payment[]): Promise<object[]> {
  const refunds = await listRefunds(
    db,
    payments.map((payment) => payment.id),
  );
  const results: object[] = [];
  for (const payment of payments) {
    const preference = (await findPreference(db, payment.preference_id))!;
    const ownRefunds = refunds.filter((refund) => refund.payment_id === payment.id);
    results.push(paymentJson(payment, preference, ownRefunds));
  }
  return results;
}

function paymentJson(payment: Payment, preference: Preference, refunds: readonly Refund[]): object {
  const { fields } = preference;
  const isVoucher = payment.type === "ticket";
  const isPaid = payment.approved_at !== null;
  const feeCents = isPaid ? providerFeeCents(payment.amount_cents) : 0;
  return {
    id: payment.id,
    date_created: toWireDate(payment.created_at),
    date_approved: payment.approved_at && toWireDate(payment.approved_at),
    date_last_updated: toWireDate(payment.updated_at),
    date_of_expiration: payment.expires_at && toWireDate(payment.expires_at),
    money_release_date: null,
    operation_type: "regular_payment",
    issuer_id: isVoucher ? null : "1",
    payment_method_id: payment.method,
    payment_type_id: payment.type,
    payment_method: { id: payment.method, type: payment.type, issuer_id: isVoucher ? null : "1" },
    status: payment.status,
    status_detail: payment.status_detail,
    currency_id: "MXN",
    description: fields.items[0]!.title,
    live_mode: false,
    sponsor_id: null,
    authorization_code: isVoucher ? null : "000000",
    taxes_amount: 0,
    counter_currency: null,
    shipping_amount: 0,
    payer: {
      id: "0",
      type: null,
      email: fields.payer?.email ?? null,
      identification: { type: null, number: null },
      first_name: null,
      last_name: null,
      phone: { area_code: null, number: null, extension: null },
    },
    collector_id: SANDBOX_COLLECTOR_ID,
    metadata: fields.metadata ?? {},
    additional_info: { items: fields.items.map(({ title, ...item }) => ({ ...item, title })) },
    order: { id: String(preference.merchant_order_id), type: "mercadopago" },
    external_reference: payment.external_reference,
    transaction_amount: toPesos(payment.amount_cents),
    transaction_amount_refunded: toPesos(payment.refunded_cents),
    coupon_amount: 0,
    installments: payment.installments,
    transaction_details: {
      payment_method_reference_id: isVoucher ? voucherReference(payment.id) : null,
      acquirer_reference: null,
      net_received_amount: isPaid ? toPesos(payment.amount_cents - feeCents) : 0,
      total_paid_amount: toPesos(payment.amount_cents),
      overpaid_amount: 0,
      external_resource_url: isVoucher ? voucherUrl(preference, payment.id) : null,
      installment_amount: toPesos(Math.floor(payment.amount_cents / payment.installments)),
      financial_institution: isVoucher ? payment.method : null,
      payable_deferral_period: null,
    },
    fee_details: isPaid ? [{ type: "mercadopago_fee", amount: toPesos(feeCents), fee_payer: "collector" }] : [],
    charges_details: [],
    captured: true,
    binary_mode: fields.binary_mode ?? false,
    call_for_authorize_id: null,
    statement_descriptor: fields.statement_descriptor ?? null,
    card: isVoucher ? {} : cardOf(payment),
    notification_url: fields.notification_url ?? null,
    refunds: refunds.map(refundJson),
    processing_mode: "aggregator",
    merchant_account_id: null,
    acquirer: null,
    merchant_number: null,
  };
}

/** There is no real card. The holder's name is set, to test that the shop does not store it. */
function cardOf(payment: Payment): object {
  return {
    id: null,
    first_six_digits: "000000",
    last_four_digits: "0000",
    expiration_month: 11,
    expiration_year: 2030,
    date_created: toWireDate(payment.created_at),
    date_last_updated: toWireDate(payment.created_at),
    cardholder: { name: payment.outcome, identification: { number: null, type: null } },
  };
}

function providerFeeCents(cents: Cents): Cents {
  // In ten-thousandths of a centavo.
  const beforeVat = BigInt(cents) * FEE_RATE_BPS + FEE_BASE_CENTS * 10_000n;
  return divideHalfAwayFromZero(beforeVat * BigInt(100 + VAT_PCT), 1_000_000n);
}
