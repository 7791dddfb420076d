import { useEffect } from "react";

/** Keeps the screen on while the page is visible, if the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isUnmounted = false;
    const request = async (): Promise<void> => {
      if (document.hidden) return;
      const newLock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isUnmounted) await newLock?.release();
      else lock = newLock;
    };
    void request();
    document.addEventListener("visibilitychange", request);
    return () => {
      isUnmounted = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, []);
}
