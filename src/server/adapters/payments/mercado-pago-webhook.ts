import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookRequest, PaymentWebhook } from "./payment-provider.ts";

const PAYMENT_ID = /^\d{1,20}$/;
const SIGNATURE = /(?:^|,)\s*v1=([0-9a-f]{64})(?:,|$)/;
const STAMP = /(?:^|,)\s*ts=(\d{10,13})(?:,|$)/;

/**
 * Reads a delivery of Mercado Pago's webhooks. What is signed is the payment's id from the query, the request id and a
 * stamp, never the body, so the body is not even read. No age limit: whether a late retry gets a fresh stamp is not
 * documented, and an old delivery sent again costs one look at the payment.
 */
export function readWebhook({ query, headers }: WebhookRequest, secrets: readonly string[]): PaymentWebhook {
  // The older IPN cannot be signed; what it would tell comes as a webhook too.
  if (query.has("topic")) return { kind: "ignored", reason: "ipn" };
  const id = query.get("data.id");
  const requestId = headers.get("x-request-id");
  if (!id || !requestId) return { kind: "forged", reason: "incomplete" };
  const signature = headers.get("x-signature") ?? "";
  const stamp = STAMP.exec(signature)?.[1];
  const given = SIGNATURE.exec(signature)?.[1];
  if (!stamp || !given) return { kind: "forged", reason: "unsigned" };
  if (!isSigned(given, id, requestId, stamp, secrets)) return { kind: "forged", reason: "signature" };
  const type = query.get("type") ?? "";
  if (type !== "payment") return { kind: "ignored", reason: "type" };
  if (!PAYMENT_ID.test(id) || requestId.length > 200) return { kind: "ignored", reason: "id" };
  return { kind: "payment", paymentId: id, delivery: requestId };
}

/** The id is signed as sent or in lower case, by version of their senders. */
function isSigned(given: string, id: string, requestId: string, stamp: string, secrets: readonly string[]): boolean {
  const expected = Buffer.from(given, "hex");
  const forms = new Set([id, id.toLowerCase()]);
  return secrets.some((secret) =>
    [...forms].some((form) => {
      const manifest = `id:${form};request-id:${requestId};ts:${stamp};`;
      return timingSafeEqual(createHmac("sha256", secret).update(manifest).digest(), expected);
    }),
  );
}
