import { useEffect } from "react";
import { useRevalidator } from "react-router";

const POLL_MS = 2_000;

/** Loads the page's data again every two seconds while labels are being bought. */
export function usePolling(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), POLL_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
