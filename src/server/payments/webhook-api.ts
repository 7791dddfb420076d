import type { Hono } from "hono";
import type { App } from "../app.ts";
import type { HttpEnv } from "../api/env.ts";
import { problem } from "../http/problems.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Where Mercado Pago sends its news. Outside of shops, sessions and maintenance: money does not wait for them. Checked,
 * written down, answered; what it is about is looked up in a job, and several deliveries about one payment that wait at
 * the same time are one look.
 */
export function bindPaymentWebhooks(api: Hono<HttpEnv>, app: App): void {
  api.post("/api/v1/payments/mercadopago/notifications", async (context) => {
    if (Number(context.req.header("content-length") ?? 0) > MAX_BODY_BYTES) {
      return problem(413, "TOO_LARGE", "El aviso es demasiado grande.");
    }
    const { searchParams } = new URL(context.req.url);
    const news = app.payments.readWebhook({ query: searchParams, headers: context.req.raw.headers });
    if (news.kind === "forged") {
      app.log.warn({ reason: news.reason }, "payment news refused");
      app.invalidSignatures.count(news.reason);
      return problem(401, "SIGNATURE_INVALID", "La firma del aviso no es válida.");
    }
    if (news.kind === "payment") await app.webhooks.keep(app.payments.key, news.paymentId, news.delivery);
    return context.json({ status: "OK" }, 200, { "Cache-Control": "no-store" });
  });
}
