import { chown, mkdir, readdir, rename, rm, lstat } from "node:fs/promises";
import path from "node:path";
import { chooseFileOwner, startCluster, type Cluster } from "../db/embedded-postgres.ts";
import type { BackupStore } from "./backup-store.ts";
import type { ChosenBackup } from "./choose-backup.ts";
import {
  isTargetUnreached,
  removeRecoveryTarget,
  writeRecoverySettings,
  type RestoreMark,
} from "./recovery-settings.ts";
import { unpackBackup } from "./unpack-backup.ts";

interface RestoreClusterOptions {
  store: BackupStore;
  chosen: ChosenBackup;
  target: Date | null;
  mark: RestoreMark;
  warn: (message: string) => void;
}

/** Recovery may have to read a day's WAL. */
const RECOVERY_TIMEOUT_MS = 6 * 3_600_000;

/**
 * Restores the embedded server's cluster into `<dataDir>/postgres`, which must not exist. The cluster is recovered in a
 * temporary folder and moved there afterwards, so an interrupted restore leaves no incomplete database.
 */
export async function restoreCluster(dataDir: string, options: RestoreClusterOptions): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const workFolder = path.join(path.resolve(dataDir), "restoring");
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder);
  const cluster = await startRestoredCluster(workFolder, options);
  await cluster.stop();
  await rename(path.join(workFolder, "postgres"), path.join(dataDir, "postgres"));
  await rm(workFolder, { recursive: true, force: true });
}

/** Restores the cluster into `<dataDir>/postgres`, recovers it, and leaves its server running. */
export async function startRestoredCluster(
  dataDir: string,
  { store, chosen, target, mark, warn }: RestoreClusterOptions,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const folder = path.join(dataDir, "postgres");
  await unpackBackup(store, chosen, folder);
  await writeRecoverySettings(folder, target, mark);
  const { uid, gid } = await chooseFileOwner(folder);
  if (uid !== undefined && gid !== undefined) await chownAll(folder, uid, gid);
  // Connections during recovery would see a past state.
  const options = {
    dataDir,
    settings: { ...settings, hot_standby: "off" },
    warn,
    recoveryTimeoutMs: RECOVERY_TIMEOUT_MS,
  };
  try {
    return await startCluster(options);
  } catch (error) {
    if (!(await isTargetUnreached(`${folder}.log`))) throw error;
    await removeRecoveryTarget(folder);
    return await startCluster(options);
  }
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder)) {
    const entryPath = path.join(folder, entry);
    if ((await lstat(entryPath)).isDirectory()) await chownAll(entryPath, uid, gid);
    else await chown(entryPath, uid, gid);
  }
}
