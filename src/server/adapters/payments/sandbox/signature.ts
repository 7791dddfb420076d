import { createHmac } from "node:crypto";
import { SANDBOX_WEBHOOK_SECRET } from "./credentials.ts";
import type { WebhookSignature } from "./tables.ts";

interface SignedValues {
  /** `data.id` as in the query. */
  dataId: string;
  requestId: string;
  /** Seconds, as the official SDK reads the header's `ts`. */
  ts: number;
}

/** The two headers of a notification. A forged one is signed with a secret that is not the shop's. */
export function signatureHeaders(signing: WebhookSignature, signed: SignedValues): Record<string, string> {
  if (signing === "unsigned") return {};
  const secret = signing === "forged" ? `not ${SANDBOX_WEBHOOK_SECRET}` : SANDBOX_WEBHOOK_SECRET;
  const manifest = `id:${signed.dataId};request-id:${signed.requestId};ts:${signed.ts};`;
  const hash = createHmac("sha256", secret).update(manifest).digest("hex");
  return { "x-signature": `ts=${signed.ts},v1=${hash}`, "x-request-id": signed.requestId };
}
