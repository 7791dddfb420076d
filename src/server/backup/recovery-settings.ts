import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Identifies the restore from which a database comes, in its PostgreSQL setting `escaparate.restored`. */
export interface RestoreMark {
  /** Unique for each restore. */
  id: string;
  /** The restored database has everything that was committed until this instant. */
  until: Date;
  backupId: string;
  /** The newest order number in the base backup or the archive. Null if they have none. */
  lastReference: number | null;
}

const RESTORE_MARK_SETTING = "escaparate.restored";

/**
 * Makes PostgreSQL recover this data folder at its next start: to `target`, or to the end of the WAL. All WAL is in the
 * folder, so there is nothing for `restore_command` to fetch. The mark stays in the settings, so that the shop sees
 * that the database was restored, however its server is started.
 */
export async function writeRecoverySettings(folder: string, target: Date | null, mark: RestoreMark): Promise<void> {
  const encodedMark = Buffer.from(JSON.stringify(mark)).toString("base64url");
  const lines = [
    "",
    "# Written by the restore of a backup.",
    "restore_command = 'false'",
    `recovery_target_time = '${target === null ? "" : target.toISOString().replace("Z", "+00")}'`,
    "recovery_target_action = 'promote'",
    "recovery_target_timeline = 'current'",
    `${RESTORE_MARK_SETTING} = '${encodedMark}'`,
    "",
  ];
  await appendFile(path.join(folder, "postgresql.auto.conf"), lines.join("\n"), { mode: 0o600 });
  await writeFile(path.join(folder, "recovery.signal"), "", { mode: 0o600 });
}

/**
 * Makes recovery end at the end of the WAL. Needed if the WAL has no commit after the target: PostgreSQL then refuses
 * to start with the target.
 */
export async function removeRecoveryTarget(folder: string): Promise<void> {
  await appendFile(path.join(folder, "postgresql.auto.conf"), "recovery_target_time = ''\n");
}

/** Whether PostgreSQL's log says that the WAL ended before the target. */
export async function isTargetUnreached(logFile: string): Promise<boolean> {
  const log = await readFile(logFile, "utf8").catch(() => "");
  return log.includes("recovery ended before configured recovery target was reached");
}

/** The mark of a restored database, from the value of its setting. Undefined for any other value. */
export function readRestoreMark(value: string | null): RestoreMark | undefined {
  if (!value) return undefined;
  try {
    const { id, until, backupId, lastReference } = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as {
      [Field in keyof RestoreMark]: unknown;
    };
    if (typeof id !== "string" || typeof until !== "string" || typeof backupId !== "string") return undefined;
    return { id, until: new Date(until), backupId, lastReference: Number(lastReference) || null };
  } catch {
    return undefined;
  }
}
