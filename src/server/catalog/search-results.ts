import type { ProductChanges } from "../db/product-change-tracker.ts";

/** Lifetime of a result, in milliseconds: the same as that of cached product rows. */
const FRESH_MS = 500;
/** The maximum number of results, of some 7 kB each. */
const MAX_ENTRIES = 500;

/** The first products of a search in their order. */
export interface SearchResult {
  ids: readonly string[];
  totalProducts: number;
}

interface Entry {
  searchedAt: number;
  changeVersion: number;
  result: Promise<SearchResult>;
}

/**
 * Caches the first products of searches without a stored list. Such a search reads and sorts all matching products, so
 * its pages share one result. A result is at most half a second old. The search runs again after this process changed
 * one of its products.
 */
export class SearchResults {
  /** Oldest first. */
  private readonly entries = new Map<string, Entry>();
  private readonly productChanges: ProductChanges;

  constructor(productChanges: ProductChanges) {
    this.productChanges = productChanges;
  }

  async find(key: string, search: () => Promise<SearchResult>): Promise<SearchResult> {
    for (;;) {
      const entry = this.entries.get(key);
      if (!entry || performance.now() - entry.searchedAt >= FRESH_MS) return this.add(key, search);
      const result = await entry.result;
      if (!this.productChanges.changedSince(entry.changeVersion, result.ids)) return result;
      this.remove(key, entry);
    }
  }

  private add(key: string, search: () => Promise<SearchResult>): Promise<SearchResult> {
    const entry: Entry = { searchedAt: performance.now(), changeVersion: this.productChanges.now(), result: search() };
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.result.catch(() => this.remove(key, entry));
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    return entry.result;
  }

  /** Removes an entry, unless another search has replaced it. */
  private remove(key: string, entry: Entry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }
}
