import { useRef } from "react";

/**
 * The idempotency key of a call: the same for the same data, so that a second press, or a retry after a lost answer,
 * has no second effect (rule API-2).
 */
export function useIdempotencyKey(): (data: unknown) => string {
  const last = useRef({ data: "", key: "" });
  return (data) => {
    const text = JSON.stringify(data);
    if (last.current.data !== text) last.current = { data: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
