import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { readDraft, writeDraft } from "../tab-draft.ts";

/**
 * The key that opened the order's page, or null. It is stored for this tab, because the payment provider must not know
 * it and redirects back without it. Undefined until the storage has been read.
 */
export function useLinkKey(orderId: string): string | null | undefined {
  const [query] = useSearchParams();
  const keyInUrl = query.get("key");
  const [storedKey, setStoredKey] = useState<string | null>();
  useEffect(() => {
    const name = `escaparate.order-key.${orderId}`;
    if (keyInUrl) writeDraft(name, { key: keyInUrl });
    setStoredKey(readDraft<{ key: string }>(name).key ?? null);
  }, [keyInUrl, orderId]);
  return keyInUrl ?? storedKey;
}
