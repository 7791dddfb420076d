/** Lifetime of a cached count, in milliseconds: the same as that of the lists it belongs to. */
const FRESH_MS = 1_000;
/** A total of this size takes long to count, and customers do not notice that it is slightly wrong. */
const LARGE_TOTAL = 1_000;
const LARGE_FRESH_MS = 10_000;
const MAX_ENTRIES = 2_000;

interface Entry {
  countedAt: number;
  /** How long the count is used, in milliseconds. */
  freshMs: number;
  count: Promise<unknown>;
}

/**
 * Caches results of scans of the whole catalogue: the total of a list, the new products, the menu, the front page.
 * Every page and sort order of a list needs them, so requests within one second share one scan.
 */
export class ProductCounts {
  private readonly entries = new Map<string, Entry>();

  count<T>(key: string, count: () => Promise<T>): Promise<T> {
    return this.find(key, count).count as Promise<T>;
  }

  /** The total of a list. A large one is cached for longer. */
  async total(key: string, count: () => Promise<number>): Promise<number> {
    const entry = this.find(key, count);
    const total = (await entry.count) as number;
    if (total >= LARGE_TOTAL) entry.freshMs = LARGE_FRESH_MS;
    return total;
  }

  private find(key: string, count: () => Promise<unknown>): Entry {
    const last = this.entries.get(key);
    if (last && performance.now() - last.countedAt < last.freshMs) return last;
    const entry: Entry = { countedAt: performance.now(), freshMs: FRESH_MS, count: count() };
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.count.catch(() => this.entries.delete(key));
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return entry;
  }
}
