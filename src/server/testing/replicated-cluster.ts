import { rmSync } from "node:fs";
import type { PoolConfig } from "pg";
import { inject } from "vitest";
import { startCluster, type Cluster } from "../db/embedded-postgres.ts";
import { copyDataDir, TEMPLATE_DATABASE } from "./vitest-global-setup.ts";
import { startStandby } from "./start-standby.ts";

/** Two PostgreSQL servers with the demo shop: a primary and a standby that streams from it. */
export interface ReplicatedCluster {
  primary: Cluster;
  standby: Cluster;
  /** The shop's database on a server. */
  databaseConfigOf(cluster: Cluster): PoolConfig;
  stop(): Promise<void>;
}

/** A standby requires at least the primary's earlier `max_connections`, which is 200 (`vitest-global-setup.ts`). */
const SETTINGS = { max_connections: "200", fsync: "off", shared_buffers: "32MB", wal_receiver_timeout: "5s" };
const ignoreWarning = (): void => {};

/** Starts both servers. */
export async function startReplicatedCluster(): Promise<ReplicatedCluster> {
  const folders = ["primary", "standby"].map((name) => copyDataDir(inject("demoDataDir"), `escaparate-${name}-`));
  const primary = await startCluster({ dataDir: folders[0]!, settings: SETTINGS, warn: ignoreWarning });
  const standby = await startStandby(primary, { dataDir: folders[1]!, settings: SETTINGS, warn: ignoreWarning });
  return {
    primary,
    standby,
    databaseConfigOf: (cluster) => ({ ...cluster.serverConfig, database: TEMPLATE_DATABASE }),
    stop: async () => {
      await standby.stop();
      await primary.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
