import type { App } from "../app.ts";
import type { Files } from "../adapters/files/files.ts";
import { backupIdOf, listLabels, readFileList, type BackupLabel } from "./backup-label.ts";
import type { BackupStore } from "./backup-store.ts";
import { parseLsn } from "./lsn.ts";
import { WalArchive } from "./wal-archive.ts";

const DAY_MS = 86_400_000;

/**
 * Removes backups older than `BACKUP_KEEP_DAYS`, parts of interrupted ones, WAL before the oldest kept backup, and copies
 * of files that no kept backup lists. One backup more is kept, so that each instant of these days can be restored.
 */
export async function pruneBackups(app: Pick<App, "config">, store: BackupStore): Promise<void> {
  const oldest = Date.now() - app.config.backupKeepDays * DAY_MS;
  const labels = await listLabels(store.base, { skipsBroken: true });
  const firstKept = Math.max(
    0,
    labels.findLastIndex(({ finishedAt }) => finishedAt.getTime() < oldest),
  );
  const kept = labels.slice(firstKept);
  if (kept.length === 0) return;
  await pruneParts(store.base, new Set(kept.map(({ id }) => id)));
  await pruneWal(store, kept);
  await pruneFiles(store, kept, oldest);
}

/** Parts without a label may be of a backup that is being taken: only those of the day before are removed. */
async function pruneParts(base: Files, kept: ReadonlySet<string>): Promise<void> {
  for await (const { name, storedAt } of base.list()) {
    const id = backupIdOf(name);
    if (id !== undefined && !kept.has(id) && storedAt.getTime() < Date.now() - DAY_MS) await base.remove(name);
  }
}

async function pruneWal(store: BackupStore, kept: readonly BackupLabel[]): Promise<void> {
  for (const systemId of new Set(kept.map((label) => label.systemId))) {
    const archive = new WalArchive(store.wal(systemId));
    const oldest = kept.find((label) => label.systemId === systemId);
    const start = parseLsn(oldest!.startLsn);
    for (const chunk of await archive.listChunks()) {
      const isBefore = chunk.timeline === oldest!.timeline ? chunk.end <= start : chunk.timeline < oldest!.timeline;
      if (isBefore) await archive.remove(chunk);
    }
  }
}

/** A file that was removed from the shop stays until the last backup with it is removed. */
async function pruneFiles(store: BackupStore, kept: readonly BackupLabel[], oldest: number): Promise<void> {
  const lists = await Promise.all(kept.map((label) => readFileList(store.base, label)));
  for (const folder of ["pictures", "receipts"] as const) {
    const needed = new Set(lists.flatMap((list) => list[folder].map(([name]) => name)));
    for await (const { name, storedAt } of store[folder].list()) {
      if (!needed.has(name) && storedAt.getTime() < oldest) await store[folder].remove(name);
    }
  }
}
