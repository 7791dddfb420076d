import { isRefusal, refuse } from "../../../../domain/refusal.ts";
import type { MpRouter } from "./api-router.ts";
import { findChargebackJson } from "./chargebacks.ts";
import { findMerchantOrderJson } from "./merchant-orders.ts";
import { readPaymentJson } from "./payment-json.ts";
import { PAYMENT_METHODS } from "./payment-methods.ts";
import { findPayment, movePayment } from "./payments.ts";
import { listRefunds, refundJson, refundPayment } from "./refunds.ts";
import { searchPayments } from "./search-payments.ts";

/** Returns -1, which no row has, for a text that cannot be an id. */
function toId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** `/v1/payments` and the resources of a payment. */
export function bindPayments(route: MpRouter): void {
  route("GET", "/v1/payments/search", ({ db, query }) => searchPayments(db, query));
  route("GET", "/v1/payments/:id", async ({ db, id }) => {
    const payment = await findPayment(db, toId(id));
    return payment ? { status: 200, body: await readPaymentJson(db, payment) } : refuse("payment_not_found");
  });
  route("PUT", "/v1/payments/:id", async ({ db, id, body }) => {
    if (body.status !== "cancelled") return refuse("bad_status");
    const payment = await movePayment(db, toId(id), "cancel");
    return isRefusal(payment) ? payment : { status: 200, body: await readPaymentJson(db, payment) };
  });
  route("POST", "/v1/payments/:id/refunds", async ({ db, id, body, idempotencyKey }) => {
    if (idempotencyKey === undefined) return refuse("no_idempotency_key");
    const refund = await refundPayment(db, toId(id), body.amount);
    return isRefusal(refund) ? refund : { status: 201, body: refundJson(refund) };
  });
  route("GET", "/v1/payments/:id/refunds", async ({ db, id }) => {
    if (!(await findPayment(db, toId(id)))) return refuse("payment_not_found");
    return { status: 200, body: (await listRefunds(db, [toId(id)])).map(refundJson) };
  });
  route("GET", "/merchant_orders/:id", async ({ db, id }) => {
    const merchantOrder = await findMerchantOrderJson(db, toId(id));
    return merchantOrder ? { status: 200, body: merchantOrder } : refuse("merchant_order_not_found");
  });
  route("GET", "/v1/chargebacks/:id", async ({ db, id }) => {
    const chargeback = await findChargebackJson(db, toId(id));
    return chargeback ? { status: 200, body: chargeback } : refuse("chargeback_not_found");
  });
  route("GET", "/v1/payment_methods", async () => ({ status: 200, body: PAYMENT_METHODS }));
}
