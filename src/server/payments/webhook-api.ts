import type { Hono } from "hono";
import type { App } from "../app.ts";
import type { HttpEnv } from "../api/env.ts";
import { problem } from "../http/problems.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Receives Mercado Pago's webhooks, independent of shops, sessions and maintenance. A webhook about a payment is
 * verified, stored and answered. Every other webhook is only answered. A job looks up the payment. Several deliveries
 * about one payment that are pending at the same time cause one look-up.
 */
export function bindPaymentWebhooks(api: Hono<HttpEnv>, app: App): void {
  api.post("/api/v1/payments/mercadopago/notifications", async (context) => {
    if (Number(context.req.header("content-length") ?? 0) > MAX_BODY_BYTES) {
      return problem(413, "TOO_LARGE", "El aviso es demasiado grande.");
    }
    const { searchParams } = new URL(context.req.url);
    const webhook = app.payments.readWebhook({ query: searchParams, headers: context.req.raw.headers });
    if (webhook.kind === "forged") {
      app.log.warn({ reason: webhook.reason }, "payment webhook refused");
      app.invalidSignatures.count(webhook.reason);
      return problem(401, "SIGNATURE_INVALID", "La firma del aviso no es válida.");
    }
    if (webhook.kind === "payment") await app.webhooks.add({ provider: app.payments.key, ...webhook });
    return context.json({ status: "OK" }, 200, { "Cache-Control": "no-store" });
  });
}
