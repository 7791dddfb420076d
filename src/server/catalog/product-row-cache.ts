import type { ProductChanges } from "../db/product-change-tracker.ts";
import type { ProductRow } from "./product-row.ts";
import type { ProductTexts } from "./to-wire.ts";

/** A row is used for this long, in milliseconds. */
const FRESH_MS = 500;
/** Some 6 kB each. */
const MAX_ROWS = 3_000;

interface Entry {
  at: number;
  changeVersion: number;
  /** Undefined for a product that does not exist. */
  row: Promise<ProductRow | undefined>;
}

type Load = (missing: readonly string[]) => Promise<readonly ProductRow[]>;

/**
 * The products that lists show, as a shop sells them. Different lists, pages and sort orders show the same products, so a
 * product that is asked for all the time is read twice a second. A row is at most half a second old, and read again as soon
 * as this process changes the product.
 */
export class ProductRowCache {
  /** By shop and product, oldest first. */
  private readonly entries = new Map<string, Entry>();
  /** As JSON, of rows that are still used. */
  readonly texts: ProductTexts = new WeakMap();
  private readonly productChanges: ProductChanges;

  constructor(productChanges: ProductChanges) {
    this.productChanges = productChanges;
  }

  /** The rows of these products in this order, without those that do not exist. `load` reads those that are not cached. */
  async find(shopId: string, ids: readonly string[], load: Load): Promise<ProductRow[]> {
    const found = new Map(ids.map((id) => [id, this.findFresh(shopId, id)]));
    const missing = ids.filter((id) => !found.get(id));
    for (const [id, entry] of this.read(shopId, missing, load)) found.set(id, entry);
    const rows = await Promise.all(ids.map((id) => found.get(id)!.row));
    return rows.filter((row) => row !== undefined);
  }

  private findFresh(shopId: string, id: string): Entry | undefined {
    const entry = this.entries.get(keyOf(shopId, id));
    if (!entry || performance.now() - entry.at >= FRESH_MS) return undefined;
    return this.productChanges.changedSince(entry.changeVersion, [id]) ? undefined : entry;
  }

  private read(shopId: string, ids: readonly string[], load: Load): [string, Entry][] {
    if (ids.length === 0) return [];
    this.evict();
    const [at, changeVersion] = [performance.now(), this.productChanges.now()];
    const loading = load(ids).then((rows) => new Map(rows.map((row) => [row.id, row])));
    const read = ids.map((id): [string, Entry] => [
      id,
      { at, changeVersion, row: loading.then((rows) => rows.get(id)) },
    ]);
    for (const [id, entry] of read) {
      this.entries.delete(keyOf(shopId, id));
      this.entries.set(keyOf(shopId, id), entry);
    }
    loading.catch(() => {
      for (const [id, entry] of read) {
        if (this.entries.get(keyOf(shopId, id)) === entry) this.entries.delete(keyOf(shopId, id));
      }
    });
    return read;
  }

  /** Evicts old rows and those beyond the limit, oldest first. */
  private evict(): void {
    for (const [key, { at }] of this.entries) {
      if (this.entries.size <= MAX_ROWS && performance.now() - at < FRESH_MS) break;
      this.entries.delete(key);
    }
  }
}

function keyOf(shopId: string, productId: string): string {
  return `${shopId} ${productId}`;
}
