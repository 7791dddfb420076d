import path from "node:path";
import type { PoolConfig } from "pg";
import { migrateAll } from "../src/server/start-app.ts";
import { startReplicatedServers, startSingleServer, toUrl, type StormDatabase } from "./database.ts";
import { startBalancer } from "./haproxy.ts";
import { loadStormData, type StormData } from "./load-storm-data.ts";
import type * as loader from "./load-storm-data.ts";
import { ShopProcess } from "./processes.ts";

/** A whole shop under attack: its database and its processes. */
export interface StormShop extends StormData {
  database: StormDatabase;
  webProcesses: ShopProcess[];
  workers: ShopProcess[];
  /** The origins that customers call: those of the web processes, or of the load balancer. */
  origins: string[];
  stop(): Promise<void>;
}

export interface ShopOptions {
  /** The folder of its data. */
  folder: string;
  /** The folder of its program: this repository, a copy with one line changed, or an earlier version. */
  root: string;
  /** Whether `root` is an earlier version, with its own migrations and demo data. */
  isEarlierVersion: boolean;
  providerOrigin: string;
  /**
   * Whether to start HAProxy, three web processes, two workers, PgBouncer, a primary and a standby. Otherwise two web
   * processes, one worker and one database server.
   */
  isCluster: boolean;
}

export async function startShop({
  folder,
  root,
  isEarlierVersion,
  providerOrigin,
  isCluster,
}: ShopOptions): Promise<StormShop> {
  const { database, prepared } = await (isCluster ? startReplicatedServers : startSingleServer)(
    folder,
    async (databaseConfig) => {
      if (!isEarlierVersion) {
        await migrateAll(databaseConfig);
        return loadStormData(databaseConfig);
      }
      await migrateWithEarlierVersion(root, databaseConfig, folder);
      // The earlier version's own code fits its schema.
      const earlierLoader = (await import(path.join(root, "storm/load-storm-data.ts"))) as typeof loader;
      return earlierLoader.loadStormData(databaseConfig);
    },
  );
  const env = {
    ...database.env,
    DATA_DIR: folder,
    MP_SANDBOX_URL: `${providerOrigin}/sandbox/mp`,
    RATE_LIMIT_SCALE: "1000",
    ...(isCluster && { TRUST_PROXY: "127.0.0.1", DRAIN_SECONDS: "2" }),
  };
  const roles = isCluster ? ["web", "web", "web", "worker", "worker"] : ["web", "web", "worker"];
  const processes = roles.map((role, n) => new ShopProcess(`${role} ${n + 1}`, root, { ...env, ROLE: role }));
  const web = processes.filter(({ isWorker }) => !isWorker);
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((shopProcess) => shopProcess.stop()));
    await database.stop();
  };
  try {
    await Promise.all(processes.map((shopProcess) => shopProcess.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const origins = web.map(({ origin }) => origin);
  const balancer = isCluster ? await startBalancer(origins) : undefined;
  return {
    database,
    webProcesses: web,
    workers: processes.filter(({ isWorker }) => isWorker),
    origins: balancer ? [balancer.origin] : origins,
    ...prepared,
    stop: async () => {
      await balancer?.stop();
      await stop();
    },
  };
}

/** Starts and stops an earlier version of the shop, which migrates the empty database and loads its demo shop. */
async function migrateWithEarlierVersion(root: string, databaseConfig: PoolConfig, folder: string): Promise<void> {
  const shop = new ShopProcess("earlier version", root, {
    DATABASE_URL: toUrl(databaseConfig),
    DATA_DIR: folder,
    ROLE: "web",
  });
  await shop.start();
  await shop.stop();
}
