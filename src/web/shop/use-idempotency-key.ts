import { useRef } from "react";

/**
 * The key under which a call is made once: the same for the same data, so that a second press, or a retry after a lost
 * answer, does nothing twice (rule API-2).
 */
export function useIdempotencyKey(): (data: unknown) => string {
  const last = useRef({ data: "", key: "" });
  return (data) => {
    const text = JSON.stringify(data);
    if (last.current.data !== text) last.current = { data: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
