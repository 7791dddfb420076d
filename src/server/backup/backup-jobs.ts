import { sql } from "kysely";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { transact } from "../db/transact.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { backUp } from "./back-up.ts";
import { findBackupPlace, isAtPlace } from "./backup-place.ts";
import { openBackupStore } from "./backup-store.ts";
import { copyFiles } from "./copy-files.ts";
import { checkAndRecordBackup } from "./check-backup.ts";

const SCHEDULE_ACTOR: Actor = { memberId: null, name: "sistema", ip: null };

/**
 * Job, every five minutes: enqueues the daily backup, at three in the morning in Mexico City if the last one is older
 * than 12 hours, or as soon as it is older than 25 hours. Enqueues one immediately if there is none yet, or if the WAL
 * archive has a gap. A failed backup is retried after an hour. If no backup is due, enqueues the check of the newest
 * one if it was not checked.
 */
export async function scheduleBackup(app: App): Promise<void> {
  const place = await findBackupPlace(app);
  if (place === null) return;
  const { rows } = await sql<{ due: boolean }>`
    WITH facts AS (
      SELECT max(ended_at) FILTER (WHERE bytes IS NOT NULL) AS taken_at, max(started_at) AS tried_at FROM backups
      WHERE ${isAtPlace(app, place)})
    SELECT CASE
        WHEN tried_at > coalesce(taken_at, '-infinity') AND tried_at > now() - interval '1 hour' THEN false
        WHEN taken_at IS NULL OR needs_base_backup OR taken_at < now() - interval '25 hours' THEN true
        ELSE taken_at < now() - interval '12 hours'
          AND extract(hour FROM now() AT TIME ZONE 'America/Mexico_City') = 3
      END AS due
    FROM facts, wal_archive`.execute(app.db);
  if (rows[0]?.due) await enqueue(app.db, "back_up", { by: null }, { key: "back_up" });
  else await enqueueVerification(app, place);
}

/** Enqueues the check of the newest backup if it was not checked, such as one by `shop backup`, which checks none. */
async function enqueueVerification(app: App, place: string): Promise<void> {
  const newestBackup = await app.db
    .selectFrom("backups")
    .selectAll()
    .where("bytes", "is not", null)
    .where(isAtPlace(app, place))
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newestBackup || newestBackup.verified_at !== null || newestBackup.verification_failure !== null) return;
  await enqueue(app.db, "verify_backup", {}, { key: "verify_backup" });
}

/** Job: checks the newest backup. */
export async function runVerification(app: App): Promise<void> {
  const place = await findBackupPlace(app);
  if (place === null) return;
  await checkAndRecordBackup(app, openBackupStore(app.config, place)).catch((error: Error) =>
    app.log.error({ err: error }, "backup is not valid"),
  );
}

/**
 * Job: takes a backup and checks it. Before that, records unfinished backups as interrupted. Failures are stored in the
 * row of the backup. The schedule retries them, not the job.
 */
export async function runBackup(app: App, { by }: { by: string | null }): Promise<void> {
  const place = await findBackupPlace(app);
  if (place === null) return;
  await app.db
    .updateTable("backups")
    .set({ ended_at: sql<Date>`now()`, failure: "Se interrumpió." })
    .where("ended_at", "is", null)
    .execute();
  try {
    const { store } = await backUp(app, {
      place,
      by: by === null ? SCHEDULE_ACTOR : { ...SCHEDULE_ACTOR, name: by },
      isContinuous: true,
    });
    await checkAndRecordBackup(app, store);
  } catch (error) {
    app.log.error({ err: error }, "backup failed");
  }
}

/** Job, every five minutes: copies new pictures and private files, because rows in the archived WAL refer to them. */
export async function backUpFiles(app: App): Promise<void> {
  const place = await findBackupPlace(app);
  if (place === null) return;
  const store = openBackupStore(app.config, place);
  await copyFiles(app.files, store.pictures);
  await copyFiles(app.privateFiles, store.privateFiles);
}

/** Enqueues a backup now, for staff. */
export async function requestBackup(app: App, by: Actor): Promise<"requested" | Refusal<"no_backup_place">> {
  if ((await findBackupPlace(app)) === null) return refuse("no_backup_place");
  await transact(app.db, async (tx) => {
    await enqueue(tx, "back_up", { by: by.name }, { key: "back_up" });
    await logChange(tx, by, { action: "backup-request", object: { kind: "backup", id: "now" } });
  });
  return "requested";
}
