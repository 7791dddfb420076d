import { useRef } from "react";

/**
 * Returns a function that gives the idempotency key of a call. The key is the same until the data change, so a second
 * press, or a retry after a lost response, has no second effect (rule API-2).
 */
export function useIdempotencyKey(): (data: unknown) => string {
  const lastCall = useRef({ data: "", key: "" });
  return (data) => {
    const text = JSON.stringify(data);
    if (lastCall.current.data !== text) lastCall.current = { data: text, key: crypto.randomUUID() };
    return lastCall.current.key;
  };
}
