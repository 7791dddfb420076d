import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { newId } from "../db/new-id.ts";
import { startWorker } from "../job-worker.ts";
import { countMailsToday, recordSentMail, searchSentMails } from "../mail/sent-mails.ts";
import { purgeExpiredRows } from "../sign-in/purge-expired-rows.ts";
import { searchChangeLog } from "../staff/search-change-log.ts";
import { listChanges, logChange, type Actor } from "../change-log/change-log.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { requestAudit, listAuditRuns } from "./audit-runs.ts";
import { readTodaysCounts } from "./daily-counts.ts";
import { getHealth } from "./health.ts";
import { countJobs, giveUpJob, listJobs, retryFailedJobs, retryJob } from "./jobs.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const MARTA: Actor = { memberId: null, name: "Marta", ip: null };

async function createFailingJob(task = "mail_refund"): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM graphile_worker.add_job(${task}, '{"key": "secreta"}'::json, run_at := now() + interval '1 hour')`.execute(
    server.app.db,
  );
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 3, last_error = 'SMTP 550' WHERE id = ${rows[0]!.id}`.execute(
    server.app.db,
  );
  return rows[0]!.id;
}

test("a failed job is listed with its last error but without its payload, and can be retried or given up", async () => {
  const [firstJobId, secondJobId] = [await createFailingJob(), await createFailingJob()];
  const failingJobs = await listJobs(server.app, "failing");
  expect(failingJobs.map(({ lastError, attempts }) => [lastError, attempts])).toEqual([
    ["SMTP 550", 3],
    ["SMTP 550", 3],
  ]);
  expect(JSON.stringify(failingJobs)).not.toContain("secreta");
  expect(await countJobs(server.app)).toMatchObject({ failing: 2, failingMails: 2, givenUp: 0 });

  expect(await giveUpJob(server.app, firstJobId, MARTA)).toBe("given_up");
  expect(await countJobs(server.app)).toMatchObject({ givenUp: 1 });
  expect(await retryJob(server.app, firstJobId, MARTA)).toBe("requested");
  expect(await retryFailedJobs(server.app, MARTA)).toBe(2);
  expect((await listJobs(server.app, "failing")).every(({ isGivenUp, attempts }) => !isGivenUp && attempts === 0)).toBe(
    true,
  );
  expect(await retryJob(server.app, 999_999_999, MARTA)).toEqual({ refused: "job_not_found" });
  await sql`SELECT graphile_worker.complete_jobs(ARRAY[${firstJobId}, ${secondJobId}]::bigint[])`.execute(
    server.app.db,
  );
  const actions = (await listChanges(server.app.genericPlanDb, "job")).map(({ action }) => action);
  expect(actions).toEqual(["jobs-retry", "job-retry", "job-give-up"]);
});

test("one audit runs at a time, as a job that stores its progress and result", async () => {
  const answers = await Promise.all([requestAudit(server.app, MARTA), requestAudit(server.app, MARTA)]);
  expect(answers.filter(isRefusal)).toEqual([{ refused: "audit_running" }]);
  const worker = startWorker(server.app);
  await expect.poll(async () => (await listAuditRuns(server.app))[0]!.ended_at, { timeout: 30_000 }).not.toBeNull();
  await worker.stop();
  const [run] = await listAuditRuns(server.app);
  expect(run).toMatchObject({ requested_by: "Marta", failure: null, checks_done: run!.checks_total });
  expect(run!.results).toHaveLength(run!.checks_total);
  expect(run!.results!.find(({ name }) => name === "stock-conserved")).toMatchObject({ violations: 0 });
});

test("unsigned webhooks are refused and counted", async () => {
  for (const path of ["?data.id=1&type=payment", "?data.id=2&type=payment"]) {
    const { status } = await server.call("POST", `/api/v1/payments/mercadopago/notifications${path}`, {
      body: {},
      headers: { "x-request-id": "a" },
    });
    expect(status).toBe(401);
  }
  await expect
    .poll(async () => (await readTodaysCounts(server.app.genericPlanDb)).webhook_unsigned, { timeout: 10_000 })
    .toBe(2);
});

test("the health check reports each dependency, and a mail server that does not answer as failing", async () => {
  const dependencies = await getHealth(server.app);
  expect(dependencies.map(({ name, state }) => [name, state])).toEqual([
    ["database", "ok"],
    ["files", "ok"],
    ["mail", "sandbox"],
    ["payments", "sandbox"],
    ["pac", "sandbox"],
  ]);
  const appWithoutMail = {
    ...server.app,
    mail: { ...server.app.mail, checkConnection: () => Promise.reject(new Error("SMTP ECONNREFUSED")) },
  };
  expect((await getHealth(appWithoutMail)).find(({ name }) => name === "mail")).toMatchObject({
    state: "failing",
    details: { failure: "SMTP ECONNREFUSED" },
  });
});

test("sent emails are listed newest first and found by mailbox and subject", async () => {
  const { app } = server;
  const [headOffice] = await app.shops.all();
  const recordSample = (recipient: string, messageId: string) =>
    recordSentMail(app.genericPlanDb, {
      shopId: headOffice!.id,
      job: "mail_sample",
      recipient,
      subject: "Cambió tu sesión",
      messageId,
    });
  const countBefore = await countMailsToday(app.genericPlanDb);
  for (const n of [1, 2, 3]) {
    await recordSample(`lista${n}@ejemplo.mx`, `<lista-${n}@escaparate>`);
    // Ids are in the order of time, but only to the millisecond.
    await sleep(2);
  }
  // The process ended before the job was done, so the retry records the same email again.
  await recordSample("lista3@ejemplo.mx", "<lista-3@escaparate>");
  expect(await countMailsToday(app.genericPlanDb)).toBe(countBefore + 3);
  const firstPage = await searchSentMails(app.genericPlanDb, { text: "lista cambio", limit: 2 });
  expect(firstPage.map(({ recipient, reference }) => [recipient, reference])).toEqual([
    ["lista3@ejemplo.mx", null],
    ["lista2@ejemplo.mx", null],
  ]);
  const nextPageQuery = { text: "lista", before: firstPage.at(-1)!.id, shopId: headOffice!.id, limit: 2 };
  expect(await searchSentMails(app.genericPlanDb, nextPageQuery)).toHaveLength(1);
  expect(await searchSentMails(app.genericPlanDb, { ...nextPageQuery, shopId: newId() })).toEqual([]);
  expect(await searchSentMails(app.genericPlanDb, { text: "%", limit: 2 })).toEqual([]);
});

test("the record of a sent email that belongs to no order is kept for 90 days", async () => {
  const { app } = server;
  const [headOffice] = await app.shops.all();
  const mail = { shopId: headOffice!.id, job: "mail_sample", recipient: "vieja@ejemplo.mx", subject: "Prueba" };
  for (const n of [1, 2]) await recordSentMail(app.genericPlanDb, { ...mail, messageId: `<vieja-${n}@escaparate>` });
  await sql`UPDATE sent_mails SET sent_at = now() - interval '91 days' WHERE message_id = '<vieja-1@escaparate>'`.execute(
    app.db,
  );
  await purgeExpiredRows(app);
  expect(await searchSentMails(app.genericPlanDb, { text: "vieja", limit: 9 })).toHaveLength(1);
});

test("the change log is searched by text, member, action and object kind, page by page", async () => {
  const object = { kind: "prueba", id: "x-1" };
  for (let n = 1; n <= 5; n++) {
    await logChange(server.app.genericPlanDb, MARTA, { action: "settings", object, after: { nombre: `Camión ${n}` } });
  }
  const query = { term: "", actions: [], objectKind: "prueba", limit: 3 };
  const firstPage = await searchChangeLog(server.app, query);
  const secondPage = await searchChangeLog(server.app, { ...query, beforeId: firstPage.at(-1)!.id });
  expect([firstPage.length, secondPage.length]).toEqual([3, 2]);
  expect(await searchChangeLog(server.app, { ...query, term: "camion 4" })).toHaveLength(1);
  expect(await searchChangeLog(server.app, { ...query, term: "%" })).toEqual([]);
  expect(await searchChangeLog(server.app, { ...query, term: "ajustes", actions: ["settings"] })).toHaveLength(3);
  expect(await searchChangeLog(server.app, { ...query, memberId: null })).toHaveLength(3);
});
