import type { Hono } from "hono";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { PaymentProviderError } from "../adapters/payments/payment-provider.ts";
import type { App } from "../app.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { readAtMost } from "../http/read-json.ts";
import { loadOrder } from "../orders/load-order.ts";
import { orderOfCaller } from "../orders/order-of-caller.ts";
import { tooManyAttempts } from "../sessions/too-many-attempts.ts";
import { returnOrigin } from "../shops/return-origin.ts";
import { cancelPending, reconcileOnReturn } from "./reconcile-payment.ts";
import { openCheckout } from "./open-checkout.ts";
import { storeReceipt, MAX_RECEIPT_BYTES } from "./transfer-receipt.ts";

export function bindPayments(api: Hono<HttpEnv>): void {
  bind(api, "payOrder", async ({ app, shop, params, query, request, ip }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const wait = await app.limits.countCall("askProvider", ip);
    if (wait !== null) return tooManyAttempts(wait);
    const opened = await openCheckout(app, shop, order.id, returnOrigin(app, shop, request));
    if (isRefusal(opened)) return opened;
    return {
      status: "OK" as const,
      preferenceId: opened.checkoutId,
      initPoint: opened.url,
      publicKey: shop.settings.payments.public_key,
      buttonScript: app.payments.buttonScript,
      expiresOn: opened.expiresAt.toISOString(),
    };
  });

  bind(api, "checkPayment", async ({ app, shop, params, query, body, request, ip }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const wait = await app.limits.countCall("askProvider", ip);
    if (wait !== null) return tooManyAttempts(wait);
    const failed = await withProvider(app, () => reconcileOnReturn(app, order.id, body.paymentId));
    return failed ?? loadOrder(app, shop, order.id);
  });

  bind(api, "cancelPayment", async ({ app, shop, params, query, request, ip }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    if (!order.payments.some(({ state }) => state === "PENDING")) return refuse("nothing_to_cancel");
    const wait = await app.limits.countCall("askProvider", ip);
    if (wait !== null) return tooManyAttempts(wait);
    const failed = await withProvider(app, () => cancelPending(app, order.id));
    return failed ?? loadOrder(app, shop, order.id);
  });

  bind(api, "uploadTransferReceipt", async ({ app, shop, params, query, request, ip }) => {
    const order = await orderOfCaller(app, shop, params.id, query.key, request);
    if (!order) return refuse("order_not_found");
    const wait = await app.limits.countCall("uploadReceipt", ip);
    if (wait !== null) return tooManyAttempts(wait);
    const bytes = await readAtMost(request, MAX_RECEIPT_BYTES);
    if (bytes === null) return refuse("receipt_too_heavy");
    const stored = await storeReceipt(app, shop, order, Buffer.from(bytes));
    return isRefusal(stored) ? stored : loadOrder(app, shop, order.id);
  });
}

/** Runs work that calls the provider. Returns a refusal if the provider does not answer, undefined otherwise. */
async function withProvider(app: App, work: () => Promise<unknown>) {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    app.log.warn({ failure: error.message }, "payment provider did not answer");
    return refuse("payment_unavailable");
  }
}
