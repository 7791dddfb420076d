import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { PaymentProviderError } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { readAtMost } from "../http/read-json.ts";
import { loadWireOrder } from "../orders/load-wire-order.ts";
import { findOrderForRequest } from "../orders/find-order-for-request.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { customerOrigin } from "../shops/customer-origin.ts";
import { cancelPendingPayments, reconcileAfterPaymentPage } from "./reconcile-payment.ts";
import { openCheckout } from "./open-checkout.ts";
import { storeReceipt, MAX_RECEIPT_BYTES } from "./transfer-receipt.ts";

export function bindPayments(api: Hono<HttpEnv>): void {
  bind(api, "payOrder", async ({ app, shop, params, query, request, ip }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const waitSeconds = await app.limits.recordCall("askProvider", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const checkout = await openCheckout(app, shop, order.id, customerOrigin(app, shop, request));
    if (isRefusal(checkout)) return checkout;
    return {
      status: "OK" as const,
      preferenceId: checkout.checkoutId,
      initPoint: checkout.url,
      publicKey: shop.settings.payments.public_key,
      buttonScript: app.payments.buttonScript,
      expiresOn: checkout.expiresAt.toISOString(),
    };
  });

  bind(api, "checkPayment", async ({ app, shop, params, query, body, request, ip }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const waitSeconds = await app.limits.recordCall("askProvider", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const refusal = await callProvider(app, () => reconcileAfterPaymentPage(app, order.id, body.paymentId));
    return refusal ?? loadWireOrder(app, shop, order.id);
  });

  bind(api, "cancelPayment", async ({ app, shop, params, query, request, ip }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    if (!order.payments.some(({ state }) => state === "PENDING")) return refuse("nothing_to_cancel");
    const waitSeconds = await app.limits.recordCall("askProvider", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const refusal = await callProvider(app, () => cancelPendingPayments(app, order.id));
    return refusal ?? loadWireOrder(app, shop, order.id);
  });

  bind(api, "uploadTransferReceipt", async ({ app, shop, params, query, request, ip }) => {
    const order = await findOrderForRequest(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const waitSeconds = await app.limits.recordCall("uploadPrivateFile", ip);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    const bytes = await readAtMost(request, MAX_RECEIPT_BYTES);
    if (bytes === null) return refuse("receipt_too_heavy");
    const storeResult = await storeReceipt(app, shop, order, Buffer.from(bytes));
    return isRefusal(storeResult) ? storeResult : loadWireOrder(app, shop, order.id);
  });
}

/** Runs work that calls the provider. Returns a refusal if the provider fails or does not answer, else undefined. */
async function callProvider(app: App, work: () => Promise<unknown>) {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    app.log.warn({ failure: error.message }, "payment provider did not answer");
    return refuse("payment_unavailable");
  }
}
