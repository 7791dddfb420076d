import { toPesos, type Cents } from "../../../../domain/money.ts";
import { SANDBOX_COLLECTOR_ID } from "./credentials.ts";
import type { Payment } from "./payments.ts";
import type { Preference } from "./preferences.ts";
import type { SandboxDb } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

/**
 * `GET /merchant_orders/:id`. A merchant order is Mercado Pago's object with a preference and all its payments.
 * Undefined for an unknown id.
 */
export async function findMerchantOrderJson(db: SandboxDb, id: number): Promise<object | undefined> {
  const preference = await db
    .selectFrom("sandbox.mp_preferences")
    .selectAll()
    .where("merchant_order_id", "=", id)
    .executeTakeFirst();
  if (!preference) return undefined;
  const payments = await db
    .selectFrom("sandbox.mp_payments")
    .selectAll()
    .where("preference_id", "=", preference.id)
    .orderBy("id")
    .execute();
  return merchantOrderJson(preference, payments);
}

function merchantOrderJson(preference: Preference, payments: readonly Payment[]): object {
  const paidPayments = payments.filter((payment) => payment.status === "approved" || payment.status === "refunded");
  const paidCents = sum(paidPayments.map((payment) => payment.amount_cents));
  const refundedCents = sum(paidPayments.map((payment) => payment.refunded_cents));
  return {
    id: preference.merchant_order_id,
    preference_id: preference.id,
    application_id: null,
    status: paidCents >= preference.total_cents ? "closed" : "opened",
    order_status: orderStatus(preference, payments, paidCents, refundedCents),
    site_id: "MLM",
    payer: { id: 0, nickname: "" },
    collector: { id: SANDBOX_COLLECTOR_ID, nickname: "ESCAPARATE" },
    sponsor_id: null,
    payments: payments.map((payment) => ({
      id: payment.id,
      transaction_amount: toPesos(payment.amount_cents),
      total_paid_amount: toPesos(payment.amount_cents),
      shipping_cost: 0,
      currency_id: "MXN",
      status: payment.status,
      status_detail: payment.status_detail,
      operation_type: "regular_payment",
      date_approved: payment.approved_at && toWireDate(payment.approved_at),
      date_created: toWireDate(payment.created_at),
      last_modified: toWireDate(payment.updated_at),
      amount_refunded: toPesos(payment.refunded_cents),
    })),
    paid_amount: toPesos(paidCents),
    refunded_amount: toPesos(refundedCents),
    shipping_cost: 0,
    date_created: toWireDate(preference.created_at),
    last_updated: toWireDate(payments.at(-1)?.updated_at ?? preference.updated_at),
    cancelled: false,
    items: preference.fields.items,
    shipments: [],
    notification_url: preference.fields.notification_url ?? null,
    additional_info: "",
    external_reference: preference.external_reference ?? "",
    marketplace: "NONE",
    total_amount: toPesos(preference.total_cents),
    is_test: true,
  };
}

function orderStatus(
  preference: Preference,
  payments: readonly Payment[],
  paidCents: Cents,
  refundedCents: Cents,
): string {
  if (refundedCents > 0) return refundedCents >= paidCents ? "reverted" : "partially_reverted";
  if (paidCents >= preference.total_cents) return "paid";
  const isUnderWay = payments.some((payment) => payment.status === "pending" || payment.status === "in_process");
  return isUnderWay ? "payment_in_process" : "payment_required";
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => total + cents, 0);
}
