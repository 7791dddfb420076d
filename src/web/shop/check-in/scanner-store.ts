import type { Scan } from "./scan.ts";
import type { ListedTicket } from "./verify-offline.ts";

/** Values stored by name. */
export interface StoredValues {
  /** The key of this scanner. */
  key: string;
  /** The answer of the last synchronisation, without the tickets and conflicts. */
  door: {
    device: { _id: string; name: string; expiresOn: string };
    events: { _id: string; name: string; startsOn: string | null; place: string | null }[];
    keys: { id: number; publicKey: string }[];
    counts: { entered: number; total: number };
    syncedOn: string;
    /** The server's clock minus this phone's, in milliseconds. */
    clockAheadMs: number;
  };
  /** The counts of the server's last answer. They are newer than those of `door`. */
  counts: { entered: number; total: number };
  /** The highest id of the conflicts that staff have dismissed. */
  seenConflict: number;
}

const DATABASE_NAME = "escaparate.door";

/**
 * Stores a scanner's key, the list of tickets, and its scans in IndexedDB, which has room for thousands of tickets
 * and survives a reload or an empty battery. In a browser without it (some private windows) `open` returns null. Then a
 * reload loses the list and the unreported scans.
 */
export class ScannerStore {
  private readonly db: IDBDatabase;

  private constructor(db: IDBDatabase) {
    this.db = db;
  }

  static async open(): Promise<ScannerStore | null> {
    try {
      const request = indexedDB.open(DATABASE_NAME, 1);
      request.addEventListener("upgradeneeded", () => {
        request.result.createObjectStore("facts");
        request.result.createObjectStore("tickets", { keyPath: "_id" });
        request.result.createObjectStore("readings", { keyPath: "id" });
      });
      return new ScannerStore(await resultOf(request));
    } catch {
      return null;
    }
  }

  fact<Name extends keyof StoredValues>(name: Name): Promise<StoredValues[Name] | undefined> {
    return resultOf(
      this.db.transaction("facts").objectStore("facts").get(name) as IDBRequest<StoredValues[Name] | undefined>,
    );
  }

  storeFact<Name extends keyof StoredValues>(name: Name, value: StoredValues[Name] | null): Promise<void> {
    return this.write("facts", (store) => (value === null ? store.delete(name) : store.put(value, name)));
  }

  tickets(): Promise<ListedTicket[]> {
    return resultOf(this.db.transaction("tickets").objectStore("tickets").getAll() as IDBRequest<ListedTicket[]>);
  }

  /** `isFullList`: deletes the previous list first. */
  storeTickets(tickets: readonly ListedTicket[], { isFullList }: { isFullList: boolean }): Promise<void> {
    return this.write("tickets", (store) => {
      if (isFullList) store.clear();
      for (const ticket of tickets) store.put(ticket);
    });
  }

  scans(): Promise<Scan[]> {
    return resultOf(this.db.transaction("readings").objectStore("readings").getAll() as IDBRequest<Scan[]>);
  }

  /**
   * Stores scans and counts in one transaction, so that a reload finds both or neither. It also deletes the scans
   * with the ids `idsToDelete`. If `counts` is null, the stored counts stay as they are.
   */
  async storeScans(
    scans: readonly Scan[],
    { counts, deletedIds }: { counts: StoredValues["counts"] | null; deletedIds: readonly string[] },
  ): Promise<void> {
    const transaction = this.db.transaction(["readings", "facts"], "readwrite", { durability: "strict" });
    const store = transaction.objectStore("readings");
    for (const scan of scans) store.put(scan);
    for (const id of deletedIds) store.delete(id);
    if (counts) transaction.objectStore("facts").put(counts, "counts");
    await waitForCommit(transaction);
  }

  /** Resolves when the transaction is stored. */
  private async write(storeName: string, work: (store: IDBObjectStore) => unknown): Promise<void> {
    const transaction = this.db.transaction(storeName, "readwrite", { durability: "strict" });
    work(transaction.objectStore(storeName));
    await waitForCommit(transaction);
  }
}

function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("not stored")));
  });
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no storage")));
  });
}
