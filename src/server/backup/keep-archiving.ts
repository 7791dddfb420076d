import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { archiveWal } from "./archive-wal.ts";
import { findBackupPlace, replicationConfigOf } from "./backup-place.ts";
import { listLabels } from "./backup-label.ts";
import { openBackupStore, type BackupStore } from "./backup-store.ts";
import { formatLsn, parseLsn, type Lsn } from "./lsn.ts";
import { dropSlot } from "./replication-slot.ts";
import { withClient, readServerFacts } from "./server-facts.ts";

/** How soon archiving is tried again after a failure. */
const RETRY_MS = 5_000;
/** How often the place of backups is checked for a change. */
const PLACE_CHECK_MS = 1_000;
/**
 * The reach is recorded in `wal_archive` at most this often, because each write creates WAL. Failures and gaps are
 * recorded at once, and so is the first reach after a failure.
 */
const MIN_RECORD_INTERVAL_MS = 60_000;
/** PostgreSQL's `object_in_use`: another process archives. */
const SLOT_IN_USE = "55006";
/** `undefined_file`: the server has removed WAL that was not archived. */
const WAL_REMOVED = "58P01";

/**
 * Archives the WAL of the database server to the current place of backups, until stopped. While there is no place, the
 * replication slot is dropped, so that the server keeps no WAL for it. Any number of processes may call this: the slot
 * serves one at a time.
 */
export function keepArchiving(app: App): { stop(): Promise<void> } {
  const stopController = new AbortController();
  const { signal } = stopController;
  const archiveLoop = (async () => {
    let recordedAt = 0;
    let isSlotDropped = false;
    let pauseMs = RETRY_MS;
    while (!signal.aborted) {
      try {
        const place = await findBackupPlace(app);
        pauseMs = place === null ? PLACE_CHECK_MS : RETRY_MS;
        if (place !== null) {
          isSlotDropped = false;
          await archiveTo(app, place, signal, () => {
            const isDue = performance.now() - recordedAt > MIN_RECORD_INTERVAL_MS || recordedAt === 0;
            if (isDue) recordedAt = performance.now();
            return isDue;
          });
        } else if (!isSlotDropped) {
          await withClient(app.databaseConfig, (client) => dropSlot(client, replicationConfigOf(app)));
          isSlotDropped = true;
        }
      } catch (error) {
        if (!signal.aborted) await handleFailure(app, error as Error & { code?: string });
        recordedAt = 0;
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopController.abort();
      await archiveLoop;
    },
  };
}

/**
 * Archives to one place. Returns once the place has changed or the signal is aborted. `restartIntervalIfDue` returns
 * whether the reach must be recorded now, and begins the next interval if so.
 */
async function archiveTo(
  app: App,
  place: string,
  signal: AbortSignal,
  restartIntervalIfDue: () => boolean,
): Promise<void> {
  const store = openBackupStore(app.config, place);
  const placeChangeController = new AbortController();
  const placeCheck = setInterval(() => {
    void findBackupPlace(app).then(
      (currentPlace) => currentPlace !== place && placeChangeController.abort(),
      () => {},
    );
  }, PLACE_CHECK_MS);
  try {
    await archiveWal({
      databaseConfig: app.databaseConfig,
      replicationConfig: replicationConfigOf(app),
      store,
      signal: AbortSignal.any([signal, placeChangeController.signal]),
      onGap: (keptFrom) => handleGap(app, store, keptFrom),
      onReach: async ({ until }) => {
        if (restartIntervalIfDue()) await recordReach(app, until);
      },
    });
  } finally {
    clearInterval(placeCheck);
  }
}

async function recordReach(app: App, until: Date): Promise<void> {
  await app.db.updateTable("wal_archive").set({ archived_until: until, failure: null, failing_since: null }).execute();
}

/**
 * Does nothing if a stored backup ends after the gap. Otherwise records the gap, and requests a new base backup unless
 * one is being taken already.
 */
async function handleGap(app: App, store: BackupStore, keptFrom: Lsn): Promise<void> {
  const { systemId, timeline } = await withClient(app.databaseConfig, readServerFacts);
  const isCovered = (await listLabels(store.base, { skipsBroken: true })).some(
    (label) => label.systemId === systemId && label.timeline === timeline && parseLsn(label.endLsn) >= keptFrom,
  );
  if (isCovered) return;
  await app.db.updateTable("wal_archive").set({ needs_base_backup: true }).execute();
  // A backup that is being taken ends after `keptFrom`. If it fails, the schedule takes another (backup-jobs.ts).
  const runningBackup = await app.db
    .selectFrom("backups")
    .select("id")
    .where("place", "=", store.place)
    .where("ended_at", "is", null)
    .where("started_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  if (runningBackup) return;
  app.log.warn({ keptFrom: formatLsn(keptFrom) }, "the WAL archive has a gap: a new backup is taken");
  await enqueue(app.db, "back_up", { by: null }, { key: "back_up" });
}

async function handleFailure(app: App, error: Error & { code?: string }): Promise<void> {
  if (error.code === SLOT_IN_USE) return;
  app.log.warn({ err: error }, "WAL is not archived");
  try {
    await app.db
      .updateTable("wal_archive")
      .set({ failure: error.message.slice(0, 300), failing_since: sql<Date>`coalesce(failing_since, now())` })
      .execute();
    if (error.code === WAL_REMOVED) {
      await withClient(app.databaseConfig, (client) => dropSlot(client, replicationConfigOf(app)));
    }
  } catch {
    // The database cannot be reached, or the slot could not be dropped. The next attempt tries both again.
  }
}
