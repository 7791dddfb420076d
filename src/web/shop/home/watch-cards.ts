/** The product of a card that is visible for this long is prefetched, so that it opens instantly. */
const PREFETCH_AFTER_MS = 300;
const MAX_PREFETCHED_PRODUCTS = 6;

/**
 * Adds the ids of products whose cards stay visible with `setIds`, up to a maximum. Returns a function that stops this.
 * Undefined if nothing is watched, because the browser saves data or the maximum is reached.
 */
export function watchCards(
  prefetchedCount: number,
  setIds: (add: (ids: string[]) => string[]) => void,
): (() => void) | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || prefetchedCount >= MAX_PREFETCHED_PRODUCTS) return undefined;
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (!isIntersecting) continue;
        const addId = (): void =>
          setIds((ids) => {
            const id = target.id.slice("p-".length);
            return ids.includes(id) || ids.length >= MAX_PREFETCHED_PRODUCTS ? ids : [...ids, id];
          });
        timers.set(target, setTimeout(addId, PREFETCH_AFTER_MS));
      }
    },
    { threshold: 0.6 },
  );
  for (const card of document.querySelectorAll("main article[id^='p-']")) observer.observe(card);
  return () => {
    observer.disconnect();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
