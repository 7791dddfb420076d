interface Limits {
  /** Items that are worked on at the same time. */
  atOnce: number;
  /** From the start. Items whose work has not started until then are skipped. */
  noMoreAfterMs: number;
}

/** Works on the items in their order, several at a time, for a limited time. */
export async function forEachUntil<Item>(
  items: Iterable<Item>,
  { atOnce, noMoreAfterMs }: Limits,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const end = performance.now() + noMoreAfterMs;
  const takeAll = async (): Promise<void> => {
    for (const item of waiting) {
      if (performance.now() >= end) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeAll));
}
