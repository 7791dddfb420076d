import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { startCluster, type Cluster } from "../db/embedded-postgres.ts";
import { copyDataDir } from "../testing/vitest-global-setup.ts";
import { openTestBucket, type TestBucket } from "../testing/s3-bucket.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { archiveWal } from "./archive-wal.ts";
import { backUp } from "./back-up.ts";
import { findBackupPlace, replicationConfigOf, saveBackupPlace } from "./backup-place.ts";
import { hashOf, listLabels, type BackupLabel } from "./backup-label.ts";
import { openBackupStore, type BackupStore } from "./backup-store.ts";
import { getBackupStatus } from "./backup-status.ts";
import { keepArchiving } from "./keep-archiving.ts";
import { chooseBackup, RestoreNotPossible } from "./choose-backup.ts";
import { pruneBackups } from "./prune-backups.ts";
import { runBackup, scheduleBackup } from "./backup-jobs.ts";
import { checkBackup, checkAndRecordBackup } from "./check-backup.ts";
import { verifyBackup } from "./verify-backup.ts";
import { BrokenBackup, WalArchive, type WalReach } from "./wal-archive.ts";

/** The test has its own server, because a base backup contains all databases of a server. */
let dataDir: string;
let cluster: Cluster;
let bucket: TestBucket;
let testApp: TestApp;
const place = mkdtempSync(path.join(tmpdir(), "escaparate-backups-"));
const store = openBackupStore({ s3: null }, place);
beforeAll(async () => {
  dataDir = copyDataDir(inject("demoDataDir"), "escaparate-backed-up-");
  // PostgreSQL backs up every file in its folder. In UTF-8 this name has an invalid byte.
  writeFileSync(Buffer.from(`${dataDir}/postgres/ma\xf1ana`, "latin1"), "notas");
  const settings = { fsync: "off", full_page_writes: "off" };
  cluster = await startCluster({ dataDir, settings, warn: (message) => console.warn(message) });
  bucket = await openTestBucket();
  testApp = await startAppOnDatabase({ ...cluster.serverConfig, database: "escaparate" }, { DATA_DIR: dataDir });
  await testApp.app.files.put("a1.360.avif", Buffer.from("foto"), "image/avif");
  await testApp.app.privateFiles.put("r1.pdf", Buffer.from("comprobante"), "application/pdf");
}, 120_000);
afterAll(async () => {
  await testApp.stop();
  await cluster.stop();
  await bucket.close();
  for (const folder of [dataDir, place]) rmSync(folder, { recursive: true, force: true });
});

const backUpTo = (targetPlace: string) => backUp(testApp.app, { place: targetPlace, by, isContinuous: true });

/** Archives until everything that was committed before the call is stored. */
async function archiveOnce(targetStore: BackupStore, gaps: bigint[] = []): Promise<WalReach> {
  const stopController = new AbortController();
  const now = new Date();
  const { promise, resolve } = Promise.withResolvers<WalReach>();
  const archiving = archiveWal({
    databaseConfig: testApp.databaseConfig,
    replicationConfig: replicationConfigOf(testApp.app),
    store: targetStore,
    signal: stopController.signal,
    onGap: async (keptFrom) => void gaps.push(keptFrom),
    onReach: async (reach) => {
      if (reach.until > now) resolve(reach);
    },
  });
  const reach = await Promise.race([promise, archiving.then(() => Promise.reject(new Error("stopped")))]);
  stopController.abort();
  await archiving;
  return reach;
}

const insertDailyCount = (day: string) =>
  sql`INSERT INTO daily_event_counts (day, event, count) VALUES (${day}::date, 'mail_sent', 1)`.execute(testApp.app.db);

test("a backup has the database, the pictures and the private files, and passes its check with a restore", async () => {
  expect(await getBackupStatus(testApp.app)).toMatchObject({ place: null, needsAttention: true });
  const { label } = await backUpTo(place);
  await insertDailyCount("2020-01-01");
  const { until } = await archiveOnce(store);
  const verification = await checkAndRecordBackup(testApp.app, store);
  expect(verification).toMatchObject({
    wasRestoreTested: true,
    installationFileCount: 2,
    chosen: { label: { id: label.id }, until },
  });
  const status = await getBackupStatus(testApp.app);
  expect(status.runs[0]).toMatchObject({ id: label.id, failure: null, wasRestoreTested: true });
  expect(status.verifiedBackupAt).toBeInstanceOf(Date);
  expect(status).toMatchObject({ place });
});

test("the archive continues without a gap after a pause, and small chunks are merged into whole segments", async () => {
  await insertDailyCount("2020-01-02");
  await sql`SELECT pg_switch_wal()`.execute(testApp.app.db);
  await insertDailyCount("2020-01-03");
  await archiveOnce(store);
  const { chosen } = await verifyBackup(store);
  expect(chosen.end - BigInt(chosen.label.segmentBytes)).toBeGreaterThan(0n);
  const [label] = await listLabels(store.base);
  const chunks = await new WalArchive(store.wal(label!.systemId)).listChunks();
  expect(chunks.some(({ start, end }) => Number(end - start) === label!.segmentBytes)).toBe(true);
});

test("only an instant that the backup reaches can be restored, and the message names the limit", async () => {
  const [label] = await listLabels(store.base);
  await expect(chooseBackup(store, new Date(Date.now() + 60_000))).rejects.toThrow(/llega hasta el .* hora de México/);
  await expect(chooseBackup(store, new Date(label!.finishedAt.getTime() - 1))).rejects.toThrow(/El primer respaldo/);
  const emptyStore = openBackupStore({ s3: null }, path.join(place, "vacia"));
  await expect(chooseBackup(emptyStore, null)).rejects.toThrow(RestoreNotPossible);
});

/** The file below the folder whose path matches. The last one in the order of the paths, if several match. */
function findFile(folder: string, pattern: RegExp): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return path.join(
    folder,
    files.findLast((file) => pattern.test(file))!,
  );
}

test.each([
  ["the tar file of the database", /base-.*tar\.gz$/],
  ["the manifest", /base-.*manifest\.gz$/],
  ["the label", /base-.*json$/],
  ["the list of files", /base-.*files\.gz$/],
  ["the WAL", /\.wal\.gz$/],
  ["a picture", /avif$/],
  ["a private file", /pdf$/],
])("one changed byte in %s is detected, and so is its absence (except the label's)", async (_what, pattern) => {
  const file = findFile(place, pattern);
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes);
  const middle = Math.floor(damaged.byteLength / 2);
  damaged[middle] = damaged[middle]! ^ 0xff;
  writeFileSync(file, damaged);
  await expect(verifyBackup(store)).rejects.toThrow(BrokenBackup);
  writeFileSync(file, bytes);
  rmSync(file);
  if (!file.endsWith(".json")) await expect(verifyBackup(store)).rejects.toThrow(BrokenBackup);
  writeFileSync(file, bytes);
});

test("a file of the database whose name is not UTF-8 is verified, too", async () => {
  const [manifestFile, labelFile] = [findFile(place, /base-.*manifest\.gz$/), findFile(place, /base-.*json$/)];
  const [manifest, label] = [readFileSync(manifestFile), readFileSync(labelFile)];
  const [files] = gunzipSync(manifest).toString().split('"Manifest-Checksum"') as [string];
  const changedFiles = files.replace(/("Encoded-Path"[^}]*"Checksum": ")[^"]+/, `$1${"0".repeat(64)}`);
  expect(changedFiles).not.toBe(files);
  const bytes = gzipSync(`${changedFiles}"Manifest-Checksum": "${hashOf(Buffer.from(changedFiles))}"}\n`);
  const changedLabel = JSON.parse(label.toString()) as BackupLabel;
  Object.assign(changedLabel.manifest, { bytes: bytes.byteLength, sha256: hashOf(bytes) });
  writeFileSync(manifestFile, bytes);
  writeFileSync(labelFile, JSON.stringify(changedLabel));
  await expect(verifyBackup(store)).rejects.toThrow("En el respaldo está dañado ma");
  writeFileSync(manifestFile, manifest);
  writeFileSync(labelFile, label);
});

test("a damaged backup is recorded as damaged, and does not count as verified", async () => {
  const file = findFile(place, /base-.*tar\.gz$/);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(1));
  await expect(checkAndRecordBackup(testApp.app, store)).rejects.toThrow(BrokenBackup);
  expect((await getBackupStatus(testApp.app)).runs[0]).toMatchObject({
    verifiedAt: null,
    verificationFailure: expect.stringMatching(/dañado/),
  });
  writeFileSync(file, bytes);
});

test("a backup in a bucket passes its check with a restore", async () => {
  const bucketApp = await startAppOnDatabase(testApp.databaseConfig, { DATA_DIR: dataDir, ...bucket.env });
  const { store: bucketStore } = await backUp(bucketApp.app, { place: "s3", by, isContinuous: true });
  await archiveOnce({ ...bucketStore, intervalMs: 50 });
  expect(bucketStore.place).toBe("s3:fotos");
  expect([...bucket.objects.keys()].every((key) => key.startsWith("backups/"))).toBe(true);
  expect(await checkBackup(bucketStore, { dataDir, warn: (message) => console.warn(message) })).toMatchObject({
    wasRestoreTested: true,
  });
  await bucketApp.stop();
});

test("a backup to a place that cannot be used is recorded as failed, with the reason", async () => {
  const file = path.join(place, "archivo");
  writeFileSync(file, "");
  await expect(backUpTo(file)).rejects.toThrow(/No se puede usar la carpeta/);
  expect((await getBackupStatus(testApp.app)).runs[0]).toMatchObject({ failure: expect.stringMatching(/ENOTDIR/) });
  rmSync(file);
});

test("a scheduled backup to a bucket that is no longer configured is recorded as failed", async () => {
  await sql`UPDATE wal_archive SET place = 's3'`.execute(testApp.app.db);
  await runBackup(testApp.app, { by: null });
  expect((await getBackupStatus(testApp.app)).runs[0]).toMatchObject({
    requestedBy: "sistema",
    endedAt: expect.any(Date),
    failure: expect.stringMatching(/define las variables S3_/),
  });
});

test("the archive catches up once its place is available again, and a gap is reported if the server removed WAL", async () => {
  // The changes since the last backup here were archived to the bucket only.
  await backUpTo(place);
  await insertDailyCount("2020-01-04");
  await archiveOnce(store);
  const unusableStore = openBackupStore(
    { s3: null },
    path.join(place, "base", (await listLabels(store.base))[0]!.parts[0]!.name),
  );
  await expect(archiveOnce(unusableStore)).rejects.toThrow(/No se puede usar la carpeta/);
  await insertDailyCount("2020-01-05");
  const { until } = await archiveOnce(store);
  // Changes by background jobs may have been archived since.
  expect((await verifyBackup(store)).chosen.until!.getTime()).toBeGreaterThanOrEqual(until.getTime());

  await sql`SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots`.execute(testApp.app.db);
  await sql`SELECT pg_switch_wal()`.execute(testApp.app.db);
  await insertDailyCount("2020-01-06");
  await sql`CHECKPOINT`.execute(testApp.app.db);
  await sql`SELECT pg_switch_wal()`.execute(testApp.app.db);
  await insertDailyCount("2020-01-07");
  await sql`CHECKPOINT`.execute(testApp.app.db);
  const gaps: bigint[] = [];
  await archiveOnce(store, gaps);
  expect(gaps).toHaveLength(1);
  await expect(verifyBackup(store)).rejects.toThrow("Faltan cambios después del respaldo");
  await backUpTo(place);
  await archiveOnce(store);
  await verifyBackup(store);
});

test("expired backups whose files are older than a day are removed, except the newest backup", async () => {
  const previousLabel = (await listLabels(store.base)).at(-1)!;
  const { label } = await backUpTo(place);
  await archiveOnce(store);
  // With a negative number of days, all backups count as expired. The newest one is kept.
  const config = { ...testApp.app.config, backupKeepDays: -3_650 };
  await pruneBackups({ config }, store);
  expect((await listLabels(store.base)).map(({ id }) => id).slice(-2)).toEqual([previousLabel.id, label.id]);
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of readdirSync(path.join(place, "base"))) {
    if (!name.includes(label.id)) utimesSync(path.join(place, "base", name), twoDaysAgo, twoDaysAgo);
  }
  await pruneBackups({ config }, store);
  expect((await listLabels(store.base)).map(({ id }) => id)).toEqual([label.id]);
  await verifyBackup(store);
});

test("the schedule enqueues a backup if there is a place and no recent backup, or if WAL was lost", async () => {
  const { app } = testApp;
  const countQueuedBackups = async () =>
    (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'back_up'`.execute(app.db)).rows.length;
  await sql`DELETE FROM backups`.execute(app.db);
  await sql`UPDATE wal_archive SET place = NULL`.execute(app.db);
  await scheduleBackup(app);
  expect(await countQueuedBackups()).toBe(0);
  await sql`UPDATE wal_archive SET place = ${place}`.execute(app.db);
  expect(await findBackupPlace(app)).toBe(place);
  await scheduleBackup(app);
  await scheduleBackup(app);
  expect(await countQueuedBackups()).toBe(1);
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(app.db);
  await backUpTo(place);
  await sql`UPDATE backups SET started_at = started_at - interval '2 hours', ended_at = ended_at - interval '2 hours'`.execute(
    app.db,
  );
  await scheduleBackup(app);
  expect(await countQueuedBackups()).toBe(0);
  // A backup to another place is not one to this place.
  await sql`UPDATE backups SET place = '/mnt/usb', verified_at = now()`.execute(app.db);
  expect((await getBackupStatus(app)).verifiedBackupAt).toBeNull();
  await scheduleBackup(app);
  expect(await countQueuedBackups()).toBe(1);
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(app.db);
  await sql`UPDATE backups SET place = ${place}`.execute(app.db);
  expect((await getBackupStatus(app)).verifiedBackupAt).not.toBeNull();
  // WAL was lost: the archive needs a new base backup.
  await sql`UPDATE wal_archive SET needs_base_backup = true`.execute(app.db);
  await scheduleBackup(app);
  expect(await countQueuedBackups()).toBe(1);
  await backUpTo(place);
  expect(await app.db.selectFrom("wal_archive").select("needs_base_backup").executeTakeFirst()).toEqual({
    needs_base_backup: false,
  });
});

test.each([
  [true, 0, "the archive will continue the backup that is being taken"],
  [false, 1, "an archive without a backup needs one"],
])("backup being taken: %s, backups enqueued: %i: %s", async (isRunning, enqueuedCount) => {
  const { app } = testApp;
  const emptyPlace = mkdtempSync(path.join(tmpdir(), "escaparate-backups-"));
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(app.db);
  const id = newId();
  if (isRunning)
    await app.db.insertInto("backups").values({ id, place: emptyPlace, requested_by: "consola" }).execute();
  await saveBackupPlace(app.db, emptyPlace);
  const archiver = keepArchiving(app);
  try {
    const readArchive = () => app.db.selectFrom("wal_archive").selectAll().executeTakeFirstOrThrow();
    await expect.poll(async () => (await readArchive()).archived_until, { timeout: 30_000 }).not.toBeNull();
    expect(await readArchive()).toMatchObject({ needs_base_backup: true });
    const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'back_up'`.execute(app.db);
    expect(rows).toHaveLength(enqueuedCount);
  } finally {
    await archiver.stop();
    await app.db.deleteFrom("backups").where("id", "=", id).execute();
    rmSync(emptyPlace, { recursive: true, force: true });
  }
});
