import { sql } from "kysely";
import type { App } from "../app.ts";
import type { BackupStore } from "./backup-store.ts";
import { tryRestore, type TryRestoreOptions } from "./try-restore.ts";
import { verifyBackup as verifyBackupFiles, type VerifiedBackup as VerifiedBackupFiles } from "./verify-backup.ts";
import { BrokenBackup } from "./wal-archive.ts";

export interface CheckedBackup extends VerifiedBackupFiles {
  /** Whether the backup was restored into a temporary server and audited there. */
  wasRestoreTested: boolean;
}

/**
 * Reads the newest backup completely, restores it into a temporary server if this machine can, and audits it there.
 * Throws `BrokenBackup` or `RestoreNotPossible`.
 */
export async function checkBackup(store: BackupStore, options: TryRestoreOptions): Promise<CheckedBackup> {
  const verifiedBackup = await verifyBackupFiles(store);
  const auditResults = await tryRestore(store, verifiedBackup.chosen, options);
  const violatedChecks = (auditResults ?? [])
    .filter(({ violationCount }) => violationCount > 0)
    .map(({ check }) => check.name);
  if (violatedChecks.length > 0)
    throw new BrokenBackup(`Restaurado, la auditoría no pasa: ${violatedChecks.join(", ")}.`);
  return { ...verifiedBackup, wasRestoreTested: auditResults !== null };
}

/** Checks the newest backup and stores the outcome for the panel. Throws like `checkBackup`. */
export async function checkAndRecordBackup(app: App, store: BackupStore): Promise<CheckedBackup> {
  try {
    const checkedBackup = await checkBackup(store, {
      dataDir: app.config.dataDir,
      warn: (message) => app.log.warn(message),
    });
    await app.db
      .updateTable("backups")
      .set({
        verified_at: sql<Date>`clock_timestamp()`,
        verification_failure: null,
        was_restore_tested: checkedBackup.wasRestoreTested,
      })
      .where("id", "=", checkedBackup.chosen.label.id)
      .execute();
    return checkedBackup;
  } catch (error) {
    await app.db
      .updateTable("backups")
      .set({ verification_failure: (error as Error).message.slice(0, 500), verified_at: null })
      .where("id", "=", (query) =>
        query
          .selectFrom("backups")
          .select("id")
          .where("bytes", "is not", null)
          .where("place", "=", store.place)
          .orderBy("started_at", "desc")
          .limit(1),
      )
      .execute();
    throw error;
  }
}
