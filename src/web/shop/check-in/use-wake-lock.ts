import { useEffect } from "react";

/** Keeps the screen on while the page is visible, if the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async (): Promise<void> => {
      if (document.hidden) return;
      const held = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isOver) await held?.release();
      else lock = held;
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
