import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { DatabaseConfig } from "../db/database-config.ts";
import type { Db } from "../db/connect.ts";
import { destroyConnection, ShopClient } from "../db/shop-client.ts";
import type { Log } from "../log.ts";
import { listShops } from "./queries.ts";
import type { Shop } from "./shop.ts";

/** The maximum age of the directory without a notification, in milliseconds. */
const MAX_AGE_MS = 1_500;

/** How often the listening connection is checked, and the timeout of its queries, in milliseconds. */
const CHECK_EVERY_MS = 10_000;
const QUERY_TIMEOUT_MS = 5_000;
const MAX_STOP_MS = 1_000;

/** How long a request waits for a refresh before it uses the last known settings, in milliseconds. */
const MAX_REFRESH_WAIT_MS = 500;

/**
 * Caches all shops in memory, because each request reads them and they change a few times a month. NOTIFY announces a
 * change within milliseconds. The first read after MAX_AGE_MS reads the table again, because the listening connection
 * may be down. While the database is unavailable, the last known shops are used.
 */
export class ShopDirectory {
  /**
   * Called with the ids of shops that were changed, added or removed, whichever process did it. A shop also changes
   * when one of its promotions starts or ends, and when it gets its first product or loses its last one.
   */
  onChange: (shopIds: readonly string[]) => void = () => {};
  private shops: Shop[] = [];
  private readAtMs = 0;
  private pendingRead: Promise<void> | undefined;
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
    await this.pendingRead?.catch(() => {});
    this.pendingRead ??= this.read().finally(() => (this.pendingRead = undefined));
    await this.pendingRead;
  }

  private async read(): Promise<void> {
    const shops = await listShops(this.db);
    const previousShops = this.shops;
    this.shops = shops;
    this.readAtMs = performance.now();
    const changedIds = findChangedIds(previousShops, shops);
    if (previousShops.length > 0 && changedIds.length > 0) this.onChange(changedIds);
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
    if (performance.now() - this.readAtMs < MAX_AGE_MS && this.shops.length > 0) return;
    if (this.shops.length === 0) return this.refresh();
    const refreshPromise = this.refresh().catch((error: Error) =>
      this.log.warn({ err: error }, "settings could not be read again"),
    );
    await Promise.race([refreshPromise, sleep(MAX_REFRESH_WAIT_MS, undefined, { ref: false })]);
  }
}

function findChangedIds(previousShops: readonly Shop[], newShops: readonly Shop[]): string[] {
  const ids = new Set([...previousShops, ...newShops].map(({ id }) => id));
  const findById = (shops: readonly Shop[], id: string) => shops.find((shop) => shop.id === id);
  return [...ids].filter((id) => !isDeepStrictEqual(findById(previousShops, id), findById(newShops, id)));
}

/** Listens for changed shops until `stop`. A lost connection is opened again. */
export function watchShops(databaseConfig: DatabaseConfig, directory: ShopDirectory): { stop(): Promise<void> } {
  let client: ShopClient | undefined;
  let isStopped = false;
  const open = async (): Promise<void> => {
    if (isStopped) return;
    const newClient = new ShopClient({
      ...databaseConfig,
      application_name: "escaparate listen",
      keepAlive: true,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client = newClient;
    newClient.on("notification", () => void directory.refresh().catch(() => {}));
    const endEvent = new Promise((resolve) => newClient.once("end", resolve));
    try {
      await newClient.connect();
      await newClient.query("LISTEN shops_changed");
      await directory.refresh();
      // A server that crashes may leave the connection open. A query that times out closes it (shop-client.ts).
      const check = setInterval(() => void newClient.query("SELECT 1").catch(() => {}), CHECK_EVERY_MS).unref();
      await endEvent;
      clearInterval(check);
    } catch {
      destroyConnection(newClient);
    }
    if (!isStopped) setTimeout(() => void open(), 1_000).unref();
  };
  void open();
  return {
    stop: async () => {
      isStopped = true;
      if (!client) return;
      const endPromise = client.end().catch(() => {});
      await Promise.race([endPromise, sleep(MAX_STOP_MS, undefined, { ref: false })]);
      destroyConnection(client);
    },
  };
}
