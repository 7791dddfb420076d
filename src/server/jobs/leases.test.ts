import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { enqueue } from "./enqueue.ts";
import { endLease, releaseAllJobs, releaseAbandonedJobs, renewLease } from "./leases.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => releaseAllJobs(testApp.app.db));

/** Adds a job that a runner locked some seconds ago. */
async function addLockedJob(poolId: string, secondsAgo = 60): Promise<void> {
  await enqueue(testApp.app.db, "purge_receipts", {}, { key: poolId });
  await sql`UPDATE graphile_worker._private_jobs
    SET locked_by = ${poolId}, locked_at = now() - make_interval(secs => ${secondsAgo}) WHERE key = ${poolId}`.execute(
    testApp.app.db,
  );
}

async function isJobLocked(poolId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT locked_at IS NOT NULL AS locked FROM graphile_worker.jobs WHERE key = ${poolId}`.execute(testApp.app.db);
  return rows[0]!.locked;
}

const expireLease = (poolId: string) =>
  sql`UPDATE job_runners SET expires_at = clock_timestamp() - interval '1 s' WHERE pool_id = ${poolId}`.execute(
    testApp.app.db,
  );

test("the jobs of a runner whose lease expired are released, those of a live one are not", async () => {
  for (const poolId of ["pool-expired", "pool-live"]) {
    await renewLease(testApp.app.db, poolId, 15_000);
    await addLockedJob(poolId);
  }
  await expireLease("pool-expired");
  await releaseAbandonedJobs(testApp.app.db);
  expect([await isJobLocked("pool-expired"), await isJobLocked("pool-live")]).toEqual([false, true]);
});

test("a renewed lease is valid again", async () => {
  await renewLease(testApp.app.db, "pool-late", 15_000);
  await addLockedJob("pool-late");
  await expireLease("pool-late");
  await renewLease(testApp.app.db, "pool-late", 15_000);
  await releaseAbandonedJobs(testApp.app.db);
  expect(await isJobLocked("pool-late")).toBe(true);
});

test("the jobs of a runner of an older version, which has no lease, are released after ten minutes", async () => {
  await addLockedJob("pool-older", 599);
  await addLockedJob("pool-oldest", 601);
  await releaseAbandonedJobs(testApp.app.db);
  expect([await isJobLocked("pool-older"), await isJobLocked("pool-oldest")]).toEqual([true, false]);
});

test("a lease that ended, or expired more than a day ago, is deleted", async () => {
  await renewLease(testApp.app.db, "pool-stopped", 15_000);
  await endLease(testApp.app.db, "pool-stopped");
  await renewLease(testApp.app.db, "pool-killed", 15_000);
  await sql`UPDATE job_runners SET expires_at = now() - interval '25 hours'`.execute(testApp.app.db);
  await releaseAbandonedJobs(testApp.app.db);
  expect((await sql`SELECT FROM job_runners`.execute(testApp.app.db)).rows).toEqual([]);
});
