/** Lifetime of a cached count, in milliseconds: the same as of the lists it belongs to. */
const FRESH_MS = 1_000;
const MAX_ENTRIES = 2_000;

/**
 * Caches what is found in the whole catalogue: the total of a list, which products are new, the menu, the front page. Every
 * page and sort order of a list needs it, so concurrent requests within one second share one scan.
 */
export class ProductCounts {
  private readonly entries = new Map<string, { at: number; count: Promise<unknown> }>();

  count<T>(key: string, count: () => Promise<T>): Promise<T> {
    const last = this.entries.get(key);
    if (last && performance.now() - last.at < FRESH_MS) return last.count as Promise<T>;
    const counting = count();
    this.entries.delete(key);
    this.entries.set(key, { at: performance.now(), count: counting });
    counting.catch(() => this.entries.delete(key));
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return counting;
  }
}
