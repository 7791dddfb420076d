import { useEffect, useState } from "react";

/**
 * The ids of products whose cards stayed visible, once the visitor has scrolled or touched the page. Before that, the
 * code that watches the cards is not loaded. Empty if the browser's data-saving mode is on. `cardCount`: the
 * current number of cards.
 */
export function useProductsToPrefetch(cardCount: number): string[] {
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    let isStopped = false;
    let stop: (() => void) | undefined;
    const listenersController = new AbortController();
    const startWatching = async (): Promise<void> => {
      listenersController.abort();
      const { watchCards } = await import("./watch-cards.ts");
      if (!isStopped) stop = watchCards(ids.length, setIds);
    };
    for (const name of ["scroll", "touchstart"]) {
      // If the code of watchCards cannot be loaded, nothing is prefetched.
      const options = { passive: true, signal: listenersController.signal };
      addEventListener(name, () => void startWatching().catch(() => undefined), options);
    }
    return () => {
      isStopped = true;
      listenersController.abort();
      stop?.();
    };
  }, [cardCount, ids.length]);
  return ids;
}
