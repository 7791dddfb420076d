import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { enqueue } from "./enqueue.ts";
import { JobRunner } from "./runner.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

/**
 * Runs one job, which ends while the runner stops. Returns whether all jobs had been released when the runner stopped.
 */
async function stopDuringJob(): Promise<boolean> {
  const [jobStarted, jobMayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = (): Promise<void> => {
    jobStarted.resolve();
    return jobMayEnd.promise;
  };
  const runner = await JobRunner.start(testApp.app, { taskList: { purge_receipts: run }, crontab: "" }, 1);
  await enqueue(testApp.app.db, "purge_receipts", {}, { key: "probe" });
  await jobStarted.promise;
  const stopResult = runner.stop(20_000);
  jobMayEnd.resolve();
  return stopResult;
}

test("a runner that stored the end of its last job has released all its jobs when it stops", async () => {
  expect(await stopDuringJob()).toBe(true);
});

test("a runner that could not store the end of its last job has not released all its jobs when it stops", async () => {
  await sql`CREATE FUNCTION refuse_job_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = 'disk_full'; END $$`.execute(testApp.app.db);
  await sql`CREATE TRIGGER refuse_job_end BEFORE DELETE OR UPDATE ON graphile_worker._private_jobs
    FOR EACH ROW WHEN (OLD.locked_by IS NOT NULL) EXECUTE FUNCTION refuse_job_end()`.execute(testApp.app.db);
  expect(await stopDuringJob()).toBe(false);
});
