import { chownSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startCluster, type Cluster, type ClusterOptions } from "../db/embedded-postgres.ts";

/**
 * Starts a standby of a primary. Its folder has to be a copy of the primary's folder that was made while the primary
 * was stopped (PostgreSQL manual, 26.2).
 */
export function startStandby({ serverConfig }: Cluster, { dataDir, settings, warn }: ClusterOptions): Promise<Cluster> {
  const data = path.join(dataDir, "postgres");
  const signal = path.join(data, "standby.signal");
  writeFileSync(signal, "");
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);
  const primary = `host=${serverConfig.host} port=${serverConfig.port} user=${serverConfig.user}`;
  return startCluster({ dataDir, settings: { ...settings, primary_conninfo: primary }, warn });
}
