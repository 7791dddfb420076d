import { useEffect, useState } from "react";

/**
 * Ids of the products whose cards stayed in view, after the visitor has scrolled or touched: before that the page loads
 * nothing but itself, not even this code. None if the visitor saves data. `count`: the number of cards now.
 */
export function useSeenProducts(count: number): string[] {
  const [seen, setSeen] = useState<string[]>([]);
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const interaction = new AbortController();
    const watch = async (): Promise<void> => {
      interaction.abort();
      const { watchCards } = await import("./watch-cards.ts");
      if (!isOver) stop = watchCards(seen.length, setSeen);
    };
    for (const name of ["scroll", "touchstart"]) {
      // Without network nothing is prefetched.
      const options = { passive: true, signal: interaction.signal };
      addEventListener(name, () => void watch().catch(() => undefined), options);
    }
    return () => {
      isOver = true;
      interaction.abort();
      stop?.();
    };
  }, [count, seen.length]);
  return seen;
}
