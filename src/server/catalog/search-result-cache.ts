import type { ProductChanges } from "../db/product-change-tracker.ts";
import { LARGE_FRESH_MS, LARGE_TOTAL } from "./catalog-cache.ts";

/** Lifetime of a result, in milliseconds: the same as that of cached product rows. */
const FRESH_MS = 500;
/** The maximum number of results, of some 7 kB each. */
const MAX_ENTRIES = 500;

/** The first products of a search in their order. */
export interface SearchResult {
  ids: readonly string[];
  totalProducts: number;
}

export interface CachedResult extends SearchResult {
  /**
   * Whether the result is older than half a second. Another process may have hidden or sold out one of its products, so
   * the caller checks those that it shows.
   */
  isOld: boolean;
}

interface Entry {
  searchedAt: number;
  /** How long the result is used, in milliseconds. */
  freshMs: number;
  changeVersion: number;
  result: Promise<SearchResult>;
}

/**
 * Caches the first products of searches without a stored list. Such a search reads and sorts all matching products, so
 * its pages share one result. A result is used for half a second. A search that finds many products takes long, so its
 * result is used for ten seconds if the caller allows it (`mayBeOld`). A search also runs again after this process has
 * changed one of the products in its result.
 */
export class SearchResultCache {
  /** Oldest first. */
  private readonly entries = new Map<string, Entry>();
  private readonly productChanges: ProductChanges;

  constructor(productChanges: ProductChanges) {
    this.productChanges = productChanges;
  }

  /** `mayBeOld`: whether a result of many products may be used for ten seconds. */
  async find(
    key: string,
    search: () => Promise<SearchResult>,
    { mayBeOld }: { mayBeOld: boolean },
  ): Promise<CachedResult> {
    for (;;) {
      const entry = this.entries.get(key);
      const ageMs = entry ? performance.now() - entry.searchedAt : 0;
      if (!entry || ageMs >= entry.freshMs) return { ...(await this.add(key, search, mayBeOld)), isOld: false };
      const result = await entry.result;
      if (!this.productChanges.changedSince(entry.changeVersion, result.ids)) {
        return { ...result, isOld: ageMs >= FRESH_MS };
      }
      this.remove(key, entry);
    }
  }

  private async add(key: string, search: () => Promise<SearchResult>, mayBeOld: boolean): Promise<SearchResult> {
    const entry: Entry = {
      searchedAt: performance.now(),
      freshMs: FRESH_MS,
      changeVersion: this.productChanges.currentVersion(),
      result: search(),
    };
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.result.catch(() => this.remove(key, entry));
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    const result = await entry.result;
    if (mayBeOld && result.totalProducts >= LARGE_TOTAL) entry.freshMs = LARGE_FRESH_MS;
    return result;
  }

  /** Removes an entry, unless another search has replaced it. */
  private remove(key: string, entry: Entry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }
}
