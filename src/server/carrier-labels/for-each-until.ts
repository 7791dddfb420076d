interface Limits {
  /** For how many items `work` runs at the same time. */
  concurrency: number;
  /** Items whose work has not started this long after the call are skipped. */
  noStartAfterMs: number;
}

/** Calls `work` for the items in their order, several at a time, and starts no more after a time limit. */
export async function forEachUntil<Item>(
  items: Iterable<Item>,
  { concurrency, noStartAfterMs }: Limits,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remainingItems = [...items].values();
  const lastStartAtMs = performance.now() + noStartAfterMs;
  const workOnRemaining = async (): Promise<void> => {
    for (const item of remainingItems) {
      if (performance.now() >= lastStartAtMs) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, workOnRemaining));
}
