import { sql } from "kysely";
import type { App } from "../app.ts";
import { findBackupPlace, isAtPlace } from "./backup-place.ts";

/** Staff are warned if the newest verified backup is older. A backup is taken each day and may take two hours. */
export const WARN_AFTER_HOURS = 26;

export interface BackupRun {
  id: string;
  startedAt: Date;
  endedAt: Date | null;
  requestedBy: string;
  bytes: number | null;
  files: number | null;
  failure: string | null;
  verifiedAt: Date | null;
  verificationFailure: string | null;
  /** Whether the verification restored it, and not only read its files. Null if it is not verified. */
  wasRestoreTested: boolean | null;
}

export interface BackupStatus {
  /** Null if the installation has no backups. */
  place: string | null;
  /** When the newest verified backup at `place` was taken. Without a place, anywhere. */
  verifiedBackupAt: Date | null;
  /** Whether staff must act: no place, no verified backup or only an old one, or no archiving for 15 minutes. */
  needsAttention: boolean;
  /** The instant up to which the WAL is archived. */
  archivedUntil: Date | null;
  archiveFailure: string | null;
  runs: BackupRun[];
}

/** The state of the installation's backups, with the last runs, newest first. */
export async function getBackupStatus(app: App): Promise<BackupStatus> {
  const place = await findBackupPlace(app);
  const [facts, runs] = await Promise.all([readFacts(app, place), listRuns(app)]);
  return { place, ...facts, needsAttention: facts.needsAttention || place === null, runs };
}

async function readFacts(app: App, place: string | null): Promise<Omit<BackupStatus, "place" | "runs">> {
  const { rows } = await sql<Omit<BackupStatus, "place" | "runs">>`
    WITH newest AS (SELECT max(started_at) AS at FROM backups
      WHERE verified_at IS NOT NULL AND ${isAtPlace(app, place)})
    SELECT newest.at AS "verifiedBackupAt", archived_until AS "archivedUntil", failure AS "archiveFailure",
      coalesce(newest.at < now() - make_interval(hours => ${WARN_AFTER_HOURS}), true)
        OR coalesce(failing_since < now() - interval '15 minutes', false) AS "needsAttention"
    FROM newest, wal_archive`.execute(app.db);
  return rows[0]!;
}

async function listRuns(app: App): Promise<BackupRun[]> {
  const { rows } = await sql<BackupRun>`
    SELECT id, started_at AS "startedAt", ended_at AS "endedAt", requested_by AS "requestedBy", bytes, files, failure,
      verified_at AS "verifiedAt", verification_failure AS "verificationFailure", was_restore_tested AS "wasRestoreTested"
    FROM backups ORDER BY started_at DESC LIMIT 7`.execute(app.db);
  return rows;
}
