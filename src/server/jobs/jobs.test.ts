import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker } from "../job-worker.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { enqueue, jobSql } from "./enqueue.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  // Removes the jobs of the demo's orders.
  await completeAllJobs();
});
afterAll(() => testApp.stop());

const completeAllJobs = () =>
  sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(testApp.app.db);
const listJobs = async () => {
  const { rows } = await sql<{ name: string; payload: object; key: string | null; max: number; error: string | null }>`
    SELECT j.task_identifier AS name, p.payload, j.key, j.max_attempts AS max, j.last_error AS error
    FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p ON p.id = j.id ORDER BY j.id`.execute(
    testApp.app.db,
  );
  return rows;
};

test("a job has its payload, key and maximum of attempts, and replaces a pending job with the same key", async () => {
  const { db } = testApp.app;
  await enqueue(db, "expire_order", { orderId: "a" }, { key: "expire:a", maxAttempts: 5 });
  await enqueue(db, "expire_order", { orderId: "a" }, { key: "expire:a", maxAttempts: 5 });
  await sql`SELECT ${jobSql("offer_returned", { sizeId: sql`n::text` }, { key: sql`'size ' || n` })}
    FROM generate_series(1, 2) n`.execute(db);
  await sql`SELECT ${jobSql("mail_refund", { orderId: "o", key: null, paymentId: "p", cents: 150, allCents: 300 })}`.execute(
    db,
  );
  expect(await listJobs()).toEqual([
    {
      name: "expire_order",
      payload: { orderId: "a" },
      key: "expire:a",
      max: 5,
      error: null,
    },
    { name: "offer_returned", payload: { sizeId: "1" }, key: "size 1", max: 25, error: null },
    { name: "offer_returned", payload: { sizeId: "2" }, key: "size 2", max: 25, error: null },
    {
      name: "mail_refund",
      payload: { orderId: "o", key: null, paymentId: "p", cents: 150, allCents: 300 },
      key: null,
      max: 25,
      error: null,
    },
  ]);
  await completeAllJobs();
});

test("a job whose payload does not match its schema fails before its handler runs", async () => {
  await sql`SELECT graphile_worker.add_job('reconcile_payment', '{"order": 7}'::json, max_attempts => 1)`.execute(
    testApp.app.db,
  );
  const worker = startWorker(testApp.app);
  await expect.poll(async () => (await listJobs()).find(({ error }) => error !== null)?.error).toContain("orderId");
  await worker.stop();
});

test("a misspelt name and a missing field do not compile", () => {
  // @ts-expect-error There is no such job.
  void (() => enqueue(testApp.app.db, "reconcile_paymnet", { orderId: "o" }));
  // @ts-expect-error The payload needs its order.
  void (() => enqueue(testApp.app.db, "reconcile_payment", {}));
});
