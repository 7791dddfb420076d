/** A card that is visible for this long counts as seen. Its product is prefetched, so that it opens instantly. */
const SEEN_AFTER_MS = 300;
const MAX_PREFETCHED = 6;

/** Adds the ids of cards that stay visible to the seen ones, up to a maximum. Returns a function that stops this. */
export function watchCards(
  seenCount: number,
  setSeen: (add: (seen: string[]) => string[]) => void,
): (() => void) | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || seenCount >= MAX_PREFETCHED) return undefined;
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (!isIntersecting) continue;
        const addSeen = (): void =>
          setSeen((seen) => {
            const id = target.id.slice("p-".length);
            return seen.includes(id) || seen.length >= MAX_PREFETCHED ? seen : [...seen, id];
          });
        timers.set(target, setTimeout(addSeen, SEEN_AFTER_MS));
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
