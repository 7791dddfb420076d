import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { readDraft, writeDraft } from "../tab-draft.ts";

/**
 * The key that opened the order's page, or null. Stored for this tab: the payment provider must not know it and
 * redirects without it. Undefined until the storage was read.
 */
export function useLinkKey(orderId: string): string | null | undefined {
  const [query] = useSearchParams();
  const keyOfLink = query.get("key");
  const [stored, setStored] = useState<string | null>();
  useEffect(() => {
    const name = `escaparate.order-key.${orderId}`;
    if (keyOfLink) writeDraft(name, { key: keyOfLink });
    setStored(readDraft<{ key: string }>(name).key ?? null);
  }, [keyOfLink, orderId]);
  return keyOfLink ?? stored;
}
