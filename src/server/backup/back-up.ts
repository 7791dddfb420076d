import { sql } from "kysely";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { backupSourceOf, replicationConfigOf, saveBackupPlace } from "./backup-place.ts";
import type { BackupLabel } from "./backup-label.ts";
import { openBackupStore, type BackupStore } from "./backup-store.ts";
import { pruneBackups } from "./prune-backups.ts";
import { ensureSlot } from "./replication-slot.ts";
import { withClient } from "./server-facts.ts";
import { takeBaseBackup } from "./take-base-backup.ts";

export interface TakenBackup {
  label: BackupLabel;
  bytes: number;
  store: BackupStore;
}

interface BackUpOptions {
  place: string;
  by: Actor;
  /** Whether the running installation archives its WAL to this place, so that any later instant can be restored. */
  isContinuous: boolean;
}

/**
 * Takes a base backup and removes expired ones. With `isContinuous`, the installation archives its WAL to the place
 * from then on, unless `BACKUP_TO` names one. If the backup fails, records the failure and throws. A failure to remove
 * expired backups is only logged.
 */
export async function backUp(app: App, { place, by, isContinuous }: BackUpOptions): Promise<TakenBackup> {
  const runId = newId();
  const store = await openOrRecordFailure(app, { id: runId, place, requested_by: by.name });
  await transact(app.db, async (tx) => {
    await tx.insertInto("backups").values({ id: runId, place: store.place, requested_by: by.name }).execute();
    // One transaction, so that a process that begins to archive to the place sees this backup.
    if (isContinuous && app.config.backupTo === null) await saveBackupPlace(tx, place);
  });
  try {
    // The slot must exist before the backup, so that the server keeps the WAL from then on.
    if (isContinuous) {
      await withClient(app.databaseConfig, (client) => ensureSlot(client, replicationConfigOf(app)));
    }
    const label = await takeBaseBackup(backupSourceOf(app), store);
    const bytes = label.parts.reduce((sum, part) => sum + part.bytes, 0);
    await recordBackup(app, runId, label, bytes);
    if (isContinuous) await app.db.updateTable("wal_archive").set({ needs_base_backup: false }).execute();
    await logChange(app.db, by, {
      action: "backup",
      object: { kind: "backup", id: label.id },
      after: { place: store.place },
    });
    await pruneBackups(app, store).catch((error: Error) =>
      app.log.warn({ err: error }, "old backups were not removed"),
    );
    return { label, bytes, store };
  } catch (error) {
    await recordFailure(app, runId, error as Error);
    throw error;
  }
}

/** Opens the place of a backup. If its configuration does not allow that, stores the run as a failed one and throws. */
async function openOrRecordFailure(
  app: App,
  run: { id: string; place: string; requested_by: string },
): Promise<BackupStore> {
  try {
    return openBackupStore(app.config, run.place);
  } catch (error) {
    await app.db.insertInto("backups").values(run).execute();
    await recordFailure(app, run.id, error as Error);
    throw error;
  }
}

async function recordBackup(app: App, runId: string, label: BackupLabel, bytes: number): Promise<void> {
  await app.db
    .updateTable("backups")
    .set({ id: label.id, ended_at: sql<Date>`clock_timestamp()`, failure: null, bytes, files: label.fileCount })
    .where("id", "=", runId)
    .execute();
}

async function recordFailure(app: App, runId: string, error: Error): Promise<void> {
  await app.db
    .updateTable("backups")
    .set({ ended_at: sql<Date>`clock_timestamp()`, failure: error.message.slice(0, 500) })
    .where("id", "=", runId)
    .where("ended_at", "is", null)
    .execute();
}
