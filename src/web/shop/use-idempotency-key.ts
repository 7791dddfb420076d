import { useRef } from "react";

/**
 * Returns the idempotency key of a call, which is the same for the same data. A second press, or a retry after a lost
 * response, has no second effect (rule API-2).
 */
export function useIdempotencyKey(): (data: unknown) => string {
  const last = useRef({ data: "", key: "" });
  return (data) => {
    const text = JSON.stringify(data);
    if (last.current.data !== text) last.current = { data: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
