import { createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookRequest, WebhookContent } from "./payment-provider.ts";

const PAYMENT_ID = /^\d{1,20}$/;
const SIGNATURE = /(?:^|,)\s*v1=([0-9a-f]{64})(?:,|$)/;
const TIMESTAMP = /(?:^|,)\s*ts=(\d{10,13})(?:,|$)/;

/**
 * Reads a delivery of Mercado Pago's webhooks. The signature covers the payment's id from the query, the request id and
 * a timestamp, but not the body, so the body is not read. There is no age limit: whether a late retry gets a new
 * timestamp is not documented, and a replayed delivery causes only one look-up of the payment.
 */
export function readWebhook({ query, headers }: WebhookRequest, secrets: readonly string[]): WebhookContent {
  // The older IPN cannot be signed. Its information also arrives as a webhook.
  if (query.has("topic")) return { kind: "ignored", reason: "ipn" };
  const id = query.get("data.id");
  const requestId = headers.get("x-request-id");
  if (!id || !requestId) return { kind: "forged", reason: "incomplete" };
  const signatureHeader = headers.get("x-signature") ?? "";
  const timestamp = TIMESTAMP.exec(signatureHeader)?.[1];
  const receivedSignature = SIGNATURE.exec(signatureHeader)?.[1];
  if (!timestamp || !receivedSignature) return { kind: "forged", reason: "unsigned" };
  if (!hasValidSignature(receivedSignature, id, requestId, timestamp, secrets))
    return { kind: "forged", reason: "signature" };
  const type = query.get("type") ?? "";
  if (type !== "payment") return { kind: "ignored", reason: "type" };
  if (!PAYMENT_ID.test(id) || requestId.length > 200) return { kind: "ignored", reason: "id" };
  return { kind: "payment", paymentId: id, webhookId: requestId };
}

/** The id is signed as sent or in lower case, depending on the sender's version. */
function hasValidSignature(
  receivedSignature: string,
  id: string,
  requestId: string,
  timestamp: string,
  secrets: readonly string[],
): boolean {
  const receivedHash = Buffer.from(receivedSignature, "hex");
  const spellings = new Set([id, id.toLowerCase()]);
  return secrets.some((secret) =>
    [...spellings].some((spelling) => {
      const manifest = `id:${spelling};request-id:${requestId};ts:${timestamp};`;
      return timingSafeEqual(createHmac("sha256", secret).update(manifest).digest(), receivedHash);
    }),
  );
}
