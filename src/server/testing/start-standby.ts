import { chownSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startCluster, type Cluster, type ClusterOptions } from "../db/embedded-postgres.ts";

/**
 * Starts a standby of a primary. `dataDir` has to be a copy of the primary's data folder that was made while the
 * primary was stopped (PostgreSQL manual, 26.2).
 */
export function startStandby({ serverConfig }: Cluster, { dataDir, settings, warn }: ClusterOptions): Promise<Cluster> {
  const databaseFolder = path.join(dataDir, "postgres");
  const signalPath = path.join(databaseFolder, "standby.signal");
  writeFileSync(signalPath, "");
  const { uid, gid } = statSync(databaseFolder);
  chownSync(signalPath, uid, gid);
  const primaryConnection = `host=${serverConfig.host} port=${serverConfig.port} user=${serverConfig.user}`;
  return startCluster({ dataDir, settings: { ...settings, primary_conninfo: primaryConnection }, warn });
}
