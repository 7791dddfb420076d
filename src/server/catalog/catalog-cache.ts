/** Lifetime of a cached result, in milliseconds: the same as that of a cached response (http/response-cache.ts). */
const FRESH_MS = 1_000;
/**
 * The smallest total that counts as large. Large lists take long to find and to count, and customers do not notice that
 * a large total is slightly wrong.
 */
export const LARGE_TOTAL = 500;
/** Lifetime of a result with a large total, in milliseconds. */
export const LARGE_FRESH_MS = 10_000;
const MAX_ENTRIES = 2_000;

interface Entry {
  readAt: number;
  /** How long the result is used, in milliseconds. */
  freshMs: number;
  result: Promise<unknown>;
}

/**
 * Caches results of queries that many requests share, most of them scans of the whole catalogue: the total of a list,
 * the new products, the menu, the front page, the names of sizes. Requests within one second share one query.
 */
export class CatalogCache {
  private readonly entries = new Map<string, Entry>();

  find<T>(key: string, read: () => Promise<T>): Promise<T> {
    return this.findEntry(key, read).result as Promise<T>;
  }

  /** The total of a list. A large one is cached for longer. */
  async findTotal(key: string, count: () => Promise<number>): Promise<number> {
    const entry = this.findEntry(key, count);
    const foundTotal = (await entry.result) as number;
    if (foundTotal >= LARGE_TOTAL) entry.freshMs = LARGE_FRESH_MS;
    return foundTotal;
  }

  private findEntry(key: string, read: () => Promise<unknown>): Entry {
    const cachedEntry = this.entries.get(key);
    if (cachedEntry && performance.now() - cachedEntry.readAt < cachedEntry.freshMs) return cachedEntry;
    const entry: Entry = { readAt: performance.now(), freshMs: FRESH_MS, result: read() };
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.result.catch(() => this.entries.delete(key));
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return entry;
  }
}
