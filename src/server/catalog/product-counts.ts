/** Lifetime of a cached count, in milliseconds: the same as of the lists it belongs to. */
const FRESH_MS = 1_000;
const MAX_ENTRIES = 2_000;

/**
 * Caches the total number of products of a list. Counting scans the whole catalogue, and every page and sort order of
 * the list needs the count, so concurrent requests within one second share one.
 */
export class ProductCounts {
  private readonly entries = new Map<string, { at: number; count: Promise<number> }>();

  count(key: string, count: () => Promise<number>): Promise<number> {
    const last = this.entries.get(key);
    if (last && performance.now() - last.at < FRESH_MS) return last.count;
    const counting = count();
    this.entries.delete(key);
    this.entries.set(key, { at: performance.now(), count: counting });
    counting.catch(() => this.entries.delete(key));
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return counting;
  }
}
