import { mkdir, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { DatabaseConfig } from "../db/database-config.ts";
import { runAudit, type AuditResult } from "../audit/run-audit.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";
import { openDb, openPoolWithoutTimeouts } from "../db/connect.ts";
import { SchemaTooNew } from "../db/applied-migrations.ts";
import { migrate } from "../db/migrate.ts";
import { readEmbeddedVersion } from "../db/embedded-postgres.ts";
import { releaseAllJobs } from "../jobs/leases.ts";
import { compactIpHoldingChanges } from "../holding/compact-ip-holding-changes.ts";
import type { BackupStore } from "./backup-store.ts";
import type { ChosenBackup } from "./choose-backup.ts";
import { startRestoredCluster } from "./restore-cluster.ts";

export interface TryRestoreOptions {
  /** The server's folder is created here, not in the temporary folder, which may be in memory. */
  dataDir: string;
  warn: (message: string) => void;
}

/**
 * Restores a backup into a temporary server and audits it there. Null if the backup is not of an embedded server, if
 * the PostgreSQL from npm has another major version or is missing, if the disk has too little space, or if the backup
 * is of a newer version than this program. Throws if the
 * backup cannot be restored.
 */
export async function tryRestore(
  store: BackupStore,
  chosen: ChosenBackup,
  { dataDir, warn }: TryRestoreOptions,
): Promise<AuditResult[] | null> {
  const { label } = chosen;
  if (!label.isEmbedded || !(await canRunPostgresVersion(label.postgresVersion))) return null;
  await removeOldFolders(dataDir);
  const folder = await mkdtemp(path.join(path.resolve(dataDir), FOLDER_PREFIX));
  try {
    if (!(await hasSpaceFor(folder, chosen))) return null;
    const mark = { id: "verify", until: chosen.until, backupId: label.id, lastReference: chosen.lastReference };
    // The temporary server need not survive a crash of the machine.
    const settings = { fsync: "off", full_page_writes: "off", shared_buffers: "32MB" };
    const cluster = await startRestoredCluster(folder, { store, chosen, target: null, mark, warn }, settings);
    try {
      return await auditRestoredDatabase({ ...cluster.serverConfig, database: label.database });
    } catch (error) {
      if (error instanceof SchemaTooNew) return null;
      throw error;
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FOLDER_PREFIX = "verifying-";
const DAY_MS = 86_400_000;

/** Removes temporary folders older than a day, which killed processes left. A younger one may still be in use. */
async function removeOldFolders(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(dataDir)) {
    const folder = path.join(dataDir, name);
    if (!name.startsWith(FOLDER_PREFIX) || Date.now() - (await stat(folder)).mtimeMs < DAY_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Recovery needs some space beyond the data and the WAL, and the shop needs free space of its own. */
const SPARE_BYTES = 1024 ** 3;

async function hasSpaceFor(folder: string, { label, chunks }: ChosenBackup): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  const walBytes = chunks.reduce((sum, { start, end }) => sum + Number(end - start), 0);
  return bavail * bsize > label.archiveBytes + walBytes + SPARE_BYTES;
}

/** Whether the PostgreSQL from npm is installed and has the major version of `version`, e.g. "18.4". */
export async function canRunPostgresVersion(version: string): Promise<boolean> {
  const installedVersion = await readEmbeddedVersion();
  return installedVersion !== null && Number.parseInt(installedVersion, 10) === Number.parseInt(version, 10);
}

/**
 * Audits a restored database as a shop that starts on it would find it: a backup of an earlier version is migrated, and
 * what expired since the backup is released.
 */
export async function auditRestoredDatabase(databaseConfig: DatabaseConfig): Promise<AuditResult[]> {
  await migrate(databaseConfig);
  await releaseAfterRestore(databaseConfig);
  return runAudit(databaseConfig);
}

/**
 * Releases the carts that have expired since the backup, and the jobs that were running at that time. Compacts the
 * holdings of IP addresses.
 */
export async function releaseAfterRestore(databaseConfig: DatabaseConfig): Promise<void> {
  const db = openDb(openPoolWithoutTimeouts(databaseConfig));
  try {
    await releaseAllJobs(db);
    while ((await releaseExpiredCarts(db)).carts > 0);
    await compactIpHoldingChanges(db);
  } finally {
    await db.destroy();
  }
}
