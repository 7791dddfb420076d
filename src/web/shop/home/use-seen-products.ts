import { useEffect, useState } from "react";

/** A card that is in view for this long is prefetched, a few per page, so that the product opens instantly. */
const SEEN_AFTER_MS = 300;
const MAX_PREFETCHED = 6;

/**
 * Ids of the products whose cards stayed in view, after the visitor has scrolled or touched: before that the page loads
 * nothing but itself. None if the visitor saves data. `count`: the number of cards now.
 */
export function useSeenProducts(count: number): string[] {
  const [seen, setSeen] = useState<string[]>([]);
  useEffect(() => {
    const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
    if (connection?.saveData || seen.length >= MAX_PREFETCHED) return;
    const timers = new Map<Element, ReturnType<typeof setTimeout>>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          clearTimeout(timers.get(target));
          if (!isIntersecting) continue;
          const addSeen = (): void =>
            setSeen((known) => {
              const id = target.id.slice("p-".length);
              return known.includes(id) || known.length >= MAX_PREFETCHED ? known : [...known, id];
            });
          timers.set(target, setTimeout(addSeen, SEEN_AFTER_MS));
        }
      },
      { threshold: 0.6 },
    );
    const observeCards = (): void => {
      for (const card of document.querySelectorAll("main article[id^='p-']")) observer.observe(card);
    };
    const interaction = new AbortController();
    for (const name of ["scroll", "touchstart"]) {
      addEventListener(name, observeCards, { once: true, passive: true, signal: interaction.signal });
    }
    return () => {
      interaction.abort();
      observer.disconnect();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [count, seen.length]);
  return seen;
}
