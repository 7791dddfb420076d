import { useEffect, useState } from "react";
import type { Deadline } from "../state/cart.tsx";

/** The whole seconds until the deadline, by the browser's monotonic clock. Null without a deadline. */
export function useSecondsLeft(deadline: Deadline | null): number | null {
  const [now, setNow] = useState(() => (typeof performance === "undefined" ? 0 : performance.now()));
  useEffect(() => {
    if (!deadline) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline ? Math.max(0, Math.ceil((deadline.at - now) / 1_000)) : null;
}

/** Minutes and seconds, as "19:05". */
export function formatSecondsLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
