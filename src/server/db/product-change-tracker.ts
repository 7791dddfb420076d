import type pg from "pg";

/** The code of the notices of 0056_product_change_notices.sql. Their detail lists change keys, separated by commas. */
const PRODUCTS_CHANGED = "SH001";
const MAX_KEYS = 20_000;

/**
 * Records the last change of this process for each change key: the id of a product, or the key of a shop's reviews
 * (`reviewsChangeKey`). A cached response that is older than a change of what it shows is not served again, so a
 * customer who adds a piece immediately sees the stock without it.
 */
export class ProductChangeTracker {
  private version = 0;
  private lastEvictedChange = 0;
  private readonly lastChanges = new Map<string, number>();

  /** Called with the change keys of each change of this process. */
  onChange: (keys: ReadonlySet<string>) => void = () => {};

  recordChanges(keys: ReadonlySet<string> | readonly string[]): void {
    this.onChange(new Set(keys));
    this.version++;
    for (const key of keys) {
      this.lastChanges.delete(key);
      this.lastChanges.set(key, this.version);
    }
    for (const [key, lastChange] of this.lastChanges) {
      if (this.lastChanges.size <= MAX_KEYS) break;
      this.lastChanges.delete(key);
      this.lastEvictedChange = lastChange;
    }
  }

  /** The number of changes so far. It must be read before a response is computed. */
  currentVersion(): number {
    return this.version;
  }

  /**
   * Whether one of the keys has changed since `currentVersion` returned this version. A key that is not recorded may
   * have been evicted, so it counts as changed at the newest change of any evicted key.
   */
  changedSince(version: number, keys: readonly string[]): boolean {
    if (version === this.version) return false;
    return keys.some((key) => (this.lastChanges.get(key) ?? this.lastEvictedChange) > version);
  }
}

/** What the response cache reads. Only `watchProductChanges` records changes. */
export type ProductChanges = Pick<ProductChangeTracker, "currentVersion" | "changedSince">;

/**
 * Records the changes that statements on this pool announce (decision 32). They are recorded when their connection
 * returns to its pool: after its transaction has ended, and before the caller gets the result. So no change is recorded
 * before its commit, and each one is recorded before the caller's next request.
 */
export function watchProductChanges(pool: pg.Pool, tracker: ProductChangeTracker): void {
  const announcedKeys = new WeakMap<pg.PoolClient, Set<string>>();
  pool.on("connect", (client) => {
    const keys = new Set<string>();
    announcedKeys.set(client, keys);
    client.on("notice", ({ code, detail }) => {
      if (code === PRODUCTS_CHANGED) for (const key of detail?.split(",") ?? []) keys.add(key);
    });
  });
  pool.on("release", (_error, client) => {
    const keys = announcedKeys.get(client);
    if (!keys || keys.size === 0) return;
    tracker.recordChanges(keys);
    keys.clear();
  });
}
