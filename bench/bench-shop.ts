import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, type ClientConfig, type Pool, type PoolConfig, type QueryResult } from "pg";
import { openDb, openPool, type Db } from "../src/server/db/connect.ts";
import { findRunningCluster } from "../src/server/db/embedded-postgres.ts";
import { listShops } from "../src/server/shops/queries.ts";
import type { Shop } from "../src/server/shops/shop.ts";
import { ShopProcess } from "./shop-process.ts";

const DATABASE = "escaparate";

/** A shop with its own data folder, which can be restarted, and a connection to its database. */
export class BenchShop {
  readonly dataDir: string;
  /** How to connect to the database. The host changes with each start. */
  databaseConfig: PoolConfig = {};
  private shopProcess: ShopProcess;
  private pool: Pool | undefined;

  private constructor(dataDir: string, shopProcess: ShopProcess) {
    this.dataDir = dataDir;
    this.shopProcess = shopProcess;
  }

  /** Builds what is missing, creates the database and loads the demo, before any measurement. */
  static async open(): Promise<BenchShop> {
    const dataDir = mkdtempSync(path.join(tmpdir(), "escaparate-bench-"));
    chmodSync(dataDir, 0o755);
    try {
      const shop = new BenchShop(dataDir, await ShopProcess.start({ DATA_DIR: dataDir }));
      await shop.connect();
      return shop;
    } catch (error) {
      rmSync(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  get port(): number {
    return this.shopProcess.port;
  }

  get pid(): number {
    return this.shopProcess.pid;
  }

  /** The database as the shop's own functions use it. */
  get db(): Db {
    return openDb(this.pool!);
  }

  async query(text: string, values: unknown[] = []): Promise<QueryResult> {
    const client = new Client({ ...this.databaseConfig, statement_timeout: 1_200_000 });
    await client.connect();
    try {
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  }

  /** Restarts the shop on its own folder. Returns the milliseconds from spawning until it was ready. */
  restart(): Promise<number> {
    return this.restartWith({});
  }

  /** Restarts the shop in live mode with sandboxes, so that it serves the pages that search engines receive. */
  restartAsLiveShop(): Promise<number> {
    return this.restartWith({ PUBLIC_URL: "http://localhost", ALLOW_SANDBOX: "1" });
  }

  /** Restarts the shop with the rate limits of a public shop. */
  restartWithRateLimits(): Promise<number> {
    return this.restartWith({ RATE_LIMIT_SCALE: "1" });
  }

  /** The path of a product's page. */
  async getProductPath(): Promise<string> {
    const { rows } = await this.query("SELECT id FROM products WHERE is_published AND presale_id IS NULL LIMIT 1");
    return `/products/${(rows as { id: string }[])[0]!.id}/details`;
  }

  async getHeadOffice(): Promise<Shop> {
    return (await listShops(this.db)).find(({ kind }) => kind === "headOffice")!;
  }

  /** A carrier to send parcels with. */
  async getCarrierId(): Promise<string> {
    const { rows } = await this.query("SELECT id FROM carriers WHERE is_active ORDER BY position LIMIT 1");
    return (rows as { id: string }[])[0]!.id;
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.shopProcess.stop();
    this.stopOrphanedDatabase();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** A killed shop leaves its database running. The pid file in the data folder identifies it. */
  private stopOrphanedDatabase(): void {
    try {
      process.kill(Number(readFileSync(path.join(this.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]));
    } catch {
      // The database has stopped together with the shop.
    }
  }

  private async restartWith(environment: Record<string, string>): Promise<number> {
    await this.disconnect();
    await this.shopProcess.stop();
    this.shopProcess = await ShopProcess.start({ DATA_DIR: this.dataDir, ...environment });
    await this.connect();
    return this.shopProcess.startMs;
  }

  private async connect(): Promise<void> {
    const cluster = await findRunningCluster(this.dataDir);
    this.databaseConfig = { ...cluster, database: DATABASE };
    this.pool = openPool(this.databaseConfig, 4);
  }

  private async disconnect(): Promise<void> {
    await this.pool?.end();
    this.pool = undefined;
  }
}

/** Settings of a bare connection: the same session settings as the shop's, so that only the shop's own work differs. */
export function bareConnectionConfig(databaseConfig: PoolConfig): ClientConfig {
  const { max: _max, ...config } = openPool(databaseConfig, 1).options;
  return { ...config, application_name: "bench" };
}
