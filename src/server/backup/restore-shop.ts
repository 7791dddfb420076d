import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { diskFiles } from "../adapters/files/disk-files.ts";
import type { Files } from "../adapters/files/files.ts";
import { s3Files } from "../adapters/files/s3-files.ts";
import type { Config } from "../config.ts";
import { newId } from "../db/new-id.ts";
import type { BackupStore } from "./backup-store.ts";
import { chooseBackup, RestoreNotPossible, type ChosenBackup } from "./choose-backup.ts";
import { copyFiles } from "./copy-files.ts";
import { writeRecoverySettings, type RestoreMark } from "./recovery-settings.ts";
import { restoreCluster } from "./restore-cluster.ts";
import { canRunPostgresVersion } from "./try-restore.ts";
import { unpackBackup } from "./unpack-backup.ts";

interface RestoreShopOptions {
  /** Null restores everything that the backup has. */
  target: Date | null;
  warn: (message: string) => void;
}

/**
 * Restores the embedded database and the installation's files. The files are copied first, because a database whose
 * files are missing would look complete. Throws `RestoreNotPossible` or `BrokenBackup`.
 */
export async function restoreShop(
  config: Config,
  store: BackupStore,
  options: RestoreShopOptions,
): Promise<RestoreMark> {
  const chosen = await chooseBackup(store, options.target);
  if (!(await canRunPostgresVersion(chosen.label.postgresVersion))) {
    throw new RestoreNotPossible(
      `El respaldo es de PostgreSQL ${chosen.label.postgresVersion}: restáuralo con --into y arráncalo con esa versión.`,
    );
  }
  await restoreInstallationFiles(config, store);
  const mark = newRestoreMark(chosen, options.target);
  await restoreCluster(config.dataDir, { ...options, store, chosen, mark });
  return mark;
}

/**
 * Restores the installation's files, and writes a data folder that the owner's own PostgreSQL server recovers when it
 * starts.
 */
export async function restoreIntoFolder(
  config: Config,
  store: BackupStore,
  { folder, target }: { folder: string; target: Date | null },
): Promise<RestoreMark> {
  if (existsSync(folder)) throw new RestoreNotPossible(`La carpeta ${folder} ya existe: escribe una que no exista.`);
  const chosen = await chooseBackup(store, target);
  const mark = newRestoreMark(chosen, target);
  await restoreInstallationFiles(config, store);
  const workFolder = `${folder}.restoring`;
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  await unpackBackup(store, chosen, workFolder);
  await writeRecoverySettings(workFolder, target, mark);
  await rename(workFolder, folder);
  return mark;
}

function newRestoreMark({ label, until, lastReference }: ChosenBackup, target: Date | null): RestoreMark {
  return { id: newId(), until: target ?? until, backupId: label.id, lastReference };
}

async function restoreInstallationFiles(config: Config, store: BackupStore): Promise<void> {
  await copyFiles(store.pictures, openFiles(config, "pictures"));
  await copyFiles(store.privateFiles, openFiles(config, "receipts"));
}

function openFiles(config: Config, folder: string): Files {
  return config.s3 ? s3Files(config.s3, folder) : diskFiles(path.join(config.dataDir, folder));
}
