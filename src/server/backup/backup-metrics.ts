import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Metrics } from "../http/metrics.ts";
import { findBackupPlace, isAtPlace } from "./backup-place.ts";

/** Adds the ages of the backup and of the archived changes to `/metrics`. */
export function addBackupMetrics(metrics: Metrics, app: App): void {
  metrics.addGauge(
    "backup_last_success_timestamp",
    "Start of the newest verified backup, in Unix time",
    [],
    async (gauge) => {
      gauge.set((await readBackupTimes(app)).verified);
    },
  );
  metrics.addGauge(
    "backup_archived_until_timestamp",
    "Time before which every commit is in the backup store, in Unix time",
    [],
    async (gauge) => {
      gauge.set((await readBackupTimes(app)).archived);
    },
  );
}

/** The times of the newest verified backup and of the archived changes, in Unix seconds. 0 if there are none. */
async function readBackupTimes(app: App): Promise<{ verified: number; archived: number }> {
  const { rows } = await sql<{ verified: number; archived: number }>`SELECT
    (SELECT coalesce(extract(epoch FROM max(started_at)), 0)::float FROM backups
      WHERE verified_at IS NOT NULL AND ${isAtPlace(app, await findBackupPlace(app))}) AS verified,
    coalesce(extract(epoch FROM archived_until), 0)::float AS archived FROM wal_archive`.execute(app.db);
  return rows[0]!;
}
