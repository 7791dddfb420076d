import type { ProductChanges } from "../db/product-change-tracker.ts";
import type { ProductRow } from "./product-row.ts";
import { ProductJsonCache } from "./to-wire.ts";

/** A row is used for this long, in milliseconds. */
const FRESH_MS = 500;
/** The maximum number of rows, of some 6 kB each. */
const MAX_ROWS = 3_000;

/** This long after a card was read in full, it is read in full again, in milliseconds. */
const MAX_CARD_AGE_MS = 60_000;

/** A row, and the data that it was built from. The row is reused while the data are the same. */
export interface CachedRow {
  row: ProductRow;
  /** Changes with each change of the product's card. */
  cardVersion: string;
  /** All other data that the row was built from. */
  otherData: string;
  /** When the card was read in full, by `performance.now()`. */
  cardReadAt: number;
}

/** A product to read, and the cached row of the previous read. */
export interface MissingRow {
  id: string;
  previousRow: CachedRow | undefined;
}

interface Entry {
  readAt: number;
  changeVersion: number;
  /** The row that was read. The previous one while the new one is being read. */
  latestRow: CachedRow | undefined;
  /** Undefined for a product that does not exist. */
  row: Promise<ProductRow | undefined>;
}

type LoadRows = (missing: readonly MissingRow[]) => Promise<readonly CachedRow[]>;

/**
 * The products that lists show, as a shop sells them. Different lists, pages and sort orders show the same products, so
 * a product that is requested continuously is read twice a second. A row is at most half a second old, and is not used
 * after this process changed the product. A repeated read fetches the card only if it changed or was fetched a minute
 * ago, and returns the same object if nothing changed.
 */
export class ProductRowCache {
  /** By shop and product, oldest first. */
  private readonly entries = new Map<string, Entry>();
  /** The JSON of rows that are still used. */
  readonly jsonCache = new ProductJsonCache();
  private readonly productChanges: ProductChanges;
  private readonly freshMs: number;

  constructor(productChanges: ProductChanges, freshMs = FRESH_MS) {
    this.productChanges = productChanges;
    this.freshMs = freshMs;
  }

  /**
   * The rows of these products in this order, without those that do not exist. `load` reads those that are not cached.
   */
  async find(shopId: string, ids: readonly string[], load: LoadRows): Promise<ProductRow[]> {
    const entryById = new Map(ids.map((id) => [id, this.findFresh(shopId, id)]));
    const missingIds = ids.filter((id) => !entryById.get(id));
    for (const [id, entry] of this.read(shopId, missingIds, load)) entryById.set(id, entry);
    const rows = await Promise.all(ids.map((id) => entryById.get(id)!.row));
    return rows.filter((row) => row !== undefined);
  }

  private findFresh(shopId: string, id: string): Entry | undefined {
    const entry = this.entries.get(keyOf(shopId, id));
    if (!entry || performance.now() - entry.readAt >= this.freshMs) return undefined;
    return this.productChanges.changedSince(entry.changeVersion, [id]) ? undefined : entry;
  }

  private read(shopId: string, ids: readonly string[], load: LoadRows): [string, Entry][] {
    if (ids.length === 0) return [];
    this.evict();
    const [readAt, changeVersion] = [performance.now(), this.productChanges.currentVersion()];
    const missingRows = ids.map((id) => ({ id, previousRow: this.findPreviousRow(shopId, id, readAt) }));
    const loading = load(missingRows).then((rows) => new Map(rows.map((loaded) => [loaded.row.id, loaded])));
    const newEntries = missingRows.map(({ id, previousRow }): [string, Entry] => {
      const entry: Entry = {
        readAt,
        changeVersion,
        latestRow: previousRow,
        row: loading.then((rows) => (entry.latestRow = rows.get(id))?.row),
      };
      return [id, entry];
    });
    for (const [id, entry] of newEntries) {
      this.entries.delete(keyOf(shopId, id));
      this.entries.set(keyOf(shopId, id), entry);
    }
    loading.catch(() => {
      for (const [id, entry] of newEntries) {
        if (this.entries.get(keyOf(shopId, id)) === entry) this.entries.delete(keyOf(shopId, id));
      }
    });
    return newEntries;
  }

  private findPreviousRow(shopId: string, id: string, now: number): CachedRow | undefined {
    const last = this.entries.get(keyOf(shopId, id))?.latestRow;
    return last && now - last.cardReadAt < MAX_CARD_AGE_MS ? last : undefined;
  }

  /** Evicts old rows and those beyond the limit, oldest first. */
  private evict(): void {
    for (const [key, { readAt }] of this.entries) {
      if (this.entries.size <= MAX_ROWS && performance.now() - readAt < MAX_CARD_AGE_MS) break;
      this.entries.delete(key);
    }
  }
}

function keyOf(shopId: string, productId: string): string {
  return `${shopId} ${productId}`;
}
