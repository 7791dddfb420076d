import { useRef } from "react";

/**
 * Returns a function that returns the idempotency key of a call with `data`. It is the same key as long as the data are
 * the same, so that a second press, or a retry after a lost response, has no second effect (rule API-2).
 */
export function useIdempotencyKey(): (data: unknown) => string {
  const lastCall = useRef({ data: "", key: "" });
  return (data) => {
    const text = JSON.stringify(data);
    if (lastCall.current.data !== text) lastCall.current = { data: text, key: crypto.randomUUID() };
    return lastCall.current.key;
  };
}
