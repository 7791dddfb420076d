import { sql } from "kysely";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { backupSource, replicationAddress, saveBackupPlace } from "./backup-place.ts";
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
  /** Whether the running shop archives its WAL to this place, so that any later instant can be restored. */
  isContinuous: boolean;
}

/**
 * Takes a base backup and removes the ones that are too old. Throws if the place cannot be used, or the server gives no
 * backup. The failure is recorded, too.
 */
export async function backUp(app: App, { place, by, isContinuous }: BackUpOptions): Promise<TakenBackup> {
  const store = openBackupStore(app.config, place);
  const run = newId();
  await transact(app.db, async (tx) => {
    await tx.insertInto("backups").values({ id: run, place: store.place, requested_by: by.name }).execute();
    // In the same transaction: the running shop must not begin its archive there without knowing of this backup.
    if (isContinuous && app.config.backupTo === null) await saveBackupPlace(tx, place);
  });
  try {
    // The server must keep its WAL from before the backup on.
    if (isContinuous) {
      await withClient(app.address, (client) => ensureSlot(client, replicationAddress(app)));
    }
    const label = await takeBaseBackup(backupSource(app), store);
    const bytes = label.parts.reduce((sum, part) => sum + part.bytes, 0);
    await recordBackup(app, run, label, bytes);
    if (isContinuous) await app.db.updateTable("wal_archive").set({ lacks_base: false }).execute();
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
    await recordFailure(app, run, error as Error);
    throw error;
  }
}

async function recordBackup(app: App, run: string, label: BackupLabel, bytes: number): Promise<void> {
  await app.db
    .updateTable("backups")
    .set({ id: label.id, ended_at: sql<Date>`clock_timestamp()`, failure: null, bytes, files: label.fileCount })
    .where("id", "=", run)
    .execute();
}

async function recordFailure(app: App, run: string, error: Error): Promise<void> {
  await app.db
    .updateTable("backups")
    .set({ ended_at: sql<Date>`clock_timestamp()`, failure: error.message.slice(0, 500) })
    .where("id", "=", run)
    .where("ended_at", "is", null)
    .execute();
}
