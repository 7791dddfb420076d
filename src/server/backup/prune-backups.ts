import type { App } from "../app.ts";
import type { Files } from "../adapters/files/files.ts";
import { backupIdOf, listLabels, readFileList, type BackupLabel } from "./backup-label.ts";
import type { BackupStore } from "./backup-store.ts";
import { parseLsn } from "./lsn.ts";
import { WalArchive } from "./wal-archive.ts";

const DAY_MS = 86_400_000;

/**
 * Removes backups older than `BACKUP_KEEP_DAYS`, backups that are interrupted or whose label is damaged, WAL before the
 * oldest kept backup, and copies of files that no kept backup lists. The newest of the older backups is kept, too, so
 * that every instant of these days can be restored. Parts of base backups are kept for at least a day, and copies of
 * the installation's files for at least `BACKUP_KEEP_DAYS`.
 */
export async function pruneBackups(app: Pick<App, "config">, store: BackupStore): Promise<void> {
  const keptSince = Date.now() - app.config.backupKeepDays * DAY_MS;
  const labels = await listLabels(store.base, { skipsBroken: true });
  const firstKeptIndex = Math.max(
    0,
    labels.findLastIndex(({ finishedAt }) => finishedAt.getTime() < keptSince),
  );
  const keptLabels = labels.slice(firstKeptIndex);
  if (keptLabels.length === 0) return;
  await pruneParts(store.base, new Set(keptLabels.map(({ id }) => id)));
  await pruneWal(store, keptLabels);
  await pruneFiles(store, keptLabels, keptSince);
}

/** Parts without a label may be of a backup that is being taken, so only those older than a day are removed. */
async function pruneParts(base: Files, keptIds: ReadonlySet<string>): Promise<void> {
  for await (const { name, storedAt } of base.list()) {
    const id = backupIdOf(name);
    if (id !== undefined && !keptIds.has(id) && storedAt.getTime() < Date.now() - DAY_MS) await base.remove(name);
  }
}

async function pruneWal(store: BackupStore, keptLabels: readonly BackupLabel[]): Promise<void> {
  for (const systemId of new Set(keptLabels.map((label) => label.systemId))) {
    const archive = new WalArchive(store.wal(systemId));
    const oldestKeptLabel = keptLabels.find((label) => label.systemId === systemId)!;
    const start = parseLsn(oldestKeptLabel.startLsn);
    for (const chunk of await archive.listChunks()) {
      const isBeforeOldestBackup =
        chunk.timeline === oldestKeptLabel.timeline ? chunk.end <= start : chunk.timeline < oldestKeptLabel.timeline;
      if (isBeforeOldestBackup) await archive.remove(chunk);
    }
  }
}

/**
 * The copy of a file that was removed from the installation is kept until the last backup that lists it is removed. A
 * copy younger than `keptSince` is kept in any case, because the next backup may list it.
 */
async function pruneFiles(store: BackupStore, keptLabels: readonly BackupLabel[], keptSince: number): Promise<void> {
  const lists = await Promise.all(keptLabels.map((label) => readFileList(store.base, label)));
  for (const folder of ["pictures", "privateFiles"] as const) {
    const neededNames = new Set(lists.flatMap((list) => list[folder].map(([name]) => name)));
    for await (const { name, storedAt } of store[folder].list()) {
      if (!neededNames.has(name) && storedAt.getTime() < keptSince) await store[folder].remove(name);
    }
  }
}
