import { createHmac } from "node:crypto";
import { SANDBOX_WEBHOOK_SECRET } from "./credentials.ts";
import type { WebhookSigning } from "./tables.ts";

interface SignedValues {
  /** `data.id` as in the query. */
  dataId: string;
  requestId: string;
  /** Seconds, as the official SDK reads the header's `ts`. */
  ts: number;
}

/**
 * The headers `x-signature` and `x-request-id` of a notification. An unsigned notification has neither. A forged one is
 * signed with a secret that is not the shop's.
 */
export function signatureHeaders(signing: WebhookSigning, signedValues: SignedValues): Record<string, string> {
  if (signing === "unsigned") return {};
  const secret = signing === "forged" ? `not ${SANDBOX_WEBHOOK_SECRET}` : SANDBOX_WEBHOOK_SECRET;
  const manifest = `id:${signedValues.dataId};request-id:${signedValues.requestId};ts:${signedValues.ts};`;
  const hash = createHmac("sha256", secret).update(manifest).digest("hex");
  return { "x-signature": `ts=${signedValues.ts},v1=${hash}`, "x-request-id": signedValues.requestId };
}
