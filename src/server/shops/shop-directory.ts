import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { DatabaseConfig } from "../db/database-config.ts";
import type { Db } from "../db/connect.ts";
import { destroyConnection, ShopClient } from "../db/shop-client.ts";
import type { Log } from "../log.ts";
import { listShops } from "./queries.ts";
import type { Shop } from "./shop.ts";

/** The maximum age of the directory without a notification, in milliseconds. */
const FRESH_MS = 1_500;

/** How often the listening connection is checked, and the timeout of its queries, in milliseconds. */
const CHECK_EVERY_MS = 10_000;
const QUERY_TIMEOUT_MS = 5_000;
const STOP_MS = 1_000;

/** How long a request waits for a refresh before it uses the last known settings, in milliseconds. */
const WAIT_MS = 500;

/**
 * Caches all shops in memory, because each request reads them and they change a few times a month. NOTIFY announces a
 * change within milliseconds. In case the listening connection is down, the first read after FRESH_MS reads the table
 * again.
 * While the database is unavailable, the last known shops are used.
 */
export class ShopDirectory {
  /** Called with the ids of shops that were changed, added or removed, whichever process did it. */
  onChange: (shopIds: readonly string[]) => void = () => {};
  private shops: Shop[] = [];
  private readAt = 0;
  private reading: Promise<void> | undefined;
  private readonly db: Db;
  private readonly defaultKey: string | null;
  private readonly log: Log;

  constructor(db: Db, defaultKey: string | null, log: Log) {
    this.db = db;
    this.defaultKey = defaultKey;
    this.log = log;
  }

  /** Reads the table again. A read that is already in progress does not count. */
  async refresh(): Promise<void> {
    await this.reading?.catch(() => {});
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async read(): Promise<void> {
    const shops = await listShops(this.db);
    const before = this.shops;
    this.shops = shops;
    this.readAt = performance.now();
    const changed = findChanged(before, shops);
    if (before.length > 0 && changed.length > 0) this.onChange(changed);
  }

  /** The shop of this host name (port ignored), otherwise the default shop (rule SHOP-2). */
  async forHost(host: string): Promise<Shop> {
    await this.refreshIfStale();
    const name = host.replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();
    return this.shops.find((shop) => shop.hosts.includes(name)) ?? this.defaultShop();
  }

  async byKey(key: string): Promise<Shop | undefined> {
    await this.refreshIfStale();
    return this.shops.find((shop) => shop.key === key);
  }

  async byId(id: string): Promise<Shop | undefined> {
    await this.refreshIfStale();
    return this.shops.find((shop) => shop.id === id);
  }

  async all(): Promise<readonly Shop[]> {
    await this.refreshIfStale();
    return this.shops;
  }

  private defaultShop(): Shop {
    const shop =
      this.shops.find((candidate) => candidate.key === this.defaultKey) ??
      this.shops.find((candidate) => candidate.kind === "headOffice");
    if (!shop) throw new Error("La base de datos no tiene ninguna tienda: carga la demostración o crea una.");
    return shop;
  }

  private async refreshIfStale(): Promise<void> {
    if (performance.now() - this.readAt < FRESH_MS && this.shops.length > 0) return;
    if (this.shops.length === 0) return this.refresh();
    const refreshed = this.refresh().catch((error: Error) =>
      this.log.warn({ err: error }, "settings could not be read again"),
    );
    await Promise.race([refreshed, sleep(WAIT_MS, undefined, { ref: false })]);
  }
}

function findChanged(before: readonly Shop[], after: readonly Shop[]): string[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  const findById = (shops: readonly Shop[], id: string) => shops.find((shop) => shop.id === id);
  return [...ids].filter((id) => !isDeepStrictEqual(findById(before, id), findById(after, id)));
}

/** Listens for changed shops until `stop`. A lost connection is opened again. */
export function watchShops(databaseConfig: DatabaseConfig, directory: ShopDirectory): { stop(): Promise<void> } {
  let client: ShopClient | undefined;
  let stopped = false;
  const open = async (): Promise<void> => {
    if (stopped) return;
    const opened = new ShopClient({
      ...databaseConfig,
      application_name: "escaparate listen",
      keepAlive: true,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client = opened;
    opened.on("notification", () => void directory.refresh().catch(() => {}));
    const ended = new Promise((resolve) => opened.once("end", resolve));
    try {
      await opened.connect();
      await opened.query("LISTEN shops_changed");
      await directory.refresh();
      // A server that crashes may leave the connection open. A query that times out closes it (shop-client.ts).
      const check = setInterval(() => void opened.query("SELECT 1").catch(() => {}), CHECK_EVERY_MS).unref();
      await ended;
      clearInterval(check);
    } catch {
      destroyConnection(opened);
    }
    if (!stopped) setTimeout(() => void open(), 1_000).unref();
  };
  void open();
  return {
    stop: async () => {
      stopped = true;
      if (!client) return;
      const ended = client.end().catch(() => {});
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
      destroyConnection(client);
    },
  };
}
