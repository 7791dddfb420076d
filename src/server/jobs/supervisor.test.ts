import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startWorker } from "../job-worker.ts";
import { openLog } from "../log.ts";
import { startDatabaseProxy, type DatabaseProxy } from "../testing/database-proxy.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { enqueue } from "./enqueue.ts";
import { renewLease } from "./leases.ts";
import { superviseJobs } from "./supervisor.ts";

/** A tenth of the real times, except for `stopTimeoutMs`. The timeouts of connections are the real ones. */
const FAST_TIMING = {
  heartbeatMs: 400,
  leaseMs: 1_500,
  releaseOthersAfterMs: 1_000,
  replaceTimeoutMs: 500,
  stopTimeoutMs: 20_000,
};

let testApp: TestApp;
let proxy: DatabaseProxy;
/** The App of the worker, whose connections go through the proxy. */
let appBehindProxy: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  proxy = await startDatabaseProxy(testApp.databaseConfig);
  appBehindProxy = await startAppOnDatabase(proxy.databaseConfig);
});
afterAll(async () => {
  await appBehindProxy.stop();
  await proxy.close();
  await testApp.stop();
});

let worker: ReturnType<typeof startWorker>;
afterEach(() => worker.stop());

const addJobs = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await enqueue(testApp.app.db, "purge_receipts", {}, { key: `probe ${n}` });
};
const countRemainingJobs = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE key LIKE 'probe %'`.execute(testApp.app.db);
  return rows[0]!.count;
};

test.each([
  ["froze for longer than every timeout", () => proxy.freeze(), 9_000],
  ["closed all connections again and again", () => proxy.disconnect(), 100],
])("jobs run again after the database %s", async (_, causeFault, faultMs) => {
  worker = startWorker(appBehindProxy.app, { timing: FAST_TIMING });
  await addJobs(1);
  await expect.poll(countRemainingJobs).toBe(0);
  await addJobs(60);
  for (let n = 0; n < (faultMs < 1_000 ? 15 : 1); n++) {
    causeFault();
    await sleep(faultMs);
  }
  proxy.thaw();
  await expect.poll(countRemainingJobs, { timeout: 30_000 }).toBe(0);
  const stoppingSince = performance.now();
  await worker.stop();
  expect(performance.now() - stoppingSince).toBeLessThan(10_000);
});

test("the jobs of a killed process run again once its lease has expired", async () => {
  await addJobs(1);
  await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'pool-killed', locked_at = now() WHERE key = 'probe 0'`.execute(
    testApp.app.db,
  );
  await renewLease(testApp.app.db, "pool-killed", FAST_TIMING.leaseMs);
  worker = startWorker(testApp.app, { timing: FAST_TIMING });
  await expect.poll(countRemainingJobs, { timeout: 30_000 }).toBe(0);
  await worker.stop();
  expect((await sql`SELECT FROM job_runners WHERE expires_at > now()`.execute(testApp.app.db)).rows).toEqual([]);
});

test("replacing a runner because the tasks changed is not logged as a failure", async () => {
  const logLines: string[] = [];
  const log = openLog("debug", { write: (line) => void logLines.push(line) });
  const calledHandlers: string[] = [];
  const tasksOf = (name: string) => ({
    taskList: { purge_receipts: () => void calledHandlers.push(name) },
    crontab: "",
  });
  let tasks = tasksOf("old");
  worker = superviseJobs({ ...testApp.app, log }, async () => tasks, { timing: FAST_TIMING });
  await addJobs(1);
  await expect.poll(() => calledHandlers).toEqual(["old"]);
  tasks = tasksOf("new");
  await sleep(2 * FAST_TIMING.heartbeatMs);
  await addJobs(1);
  await expect.poll(() => calledHandlers, { timeout: 10_000 }).toEqual(["old", "new"]);
  expect(logLines).toEqual([]);
});
