import { afterAll, beforeAll, expect, test } from "vitest";
import { ORDER_STATUSES } from "../../domain/order-status.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../web/build/build-if-needed.ts";
import { loadBuiltPages } from "../../web/serve.ts";
import { runAudit } from "../audit/run-audit.ts";
import { startWorker } from "../job-worker.ts";
import { requestRefund } from "../payments/request-refund.ts";
import { openStaffSession } from "../staff/staff-sessions.ts";
import { migrateAll } from "../start-app.ts";
import { createOldDatabase, type OldDatabase } from "../testing/old-database.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { serveTestApp, type TestServer } from "../testing/test-server.ts";
import { transact } from "./transact.ts";

const RENAMED_TABLES = [
  ["payment_news", "payment_webhooks"],
  ["mail_words", "email_overrides"],
  ["mail_claims", "email_quota_uses"],
  ["sandbox_mails", "sandbox_emails"],
  ["rooms", "waiting_rooms"],
  ["room_visitors", "waiting_room_visitors"],
  ["door_devices", "scanner_devices"],
  ["door_scans", "ticket_scans"],
  ["guesses", "failed_attempts"],
  ["audit_log", "assisted_actions"],
  ["staff_log", "change_log WHERE actor <> 'actualización'"],
  ["order_edges", "order_transitions"],
  ["stock_rules", "stock_settings"],
] as const;

const SELECT_ORDERS = `
  SELECT id, reference, status, total_cents, grand_total_cents, (
    SELECT json_agg(json_build_array(e.from_status, e.to_status, e.actor, e.reason, e.at) ORDER BY e.id)
    FROM order_events e WHERE e.order_id = o.id) AS history
  FROM orders o ORDER BY id`;
const SELECT_JOBS = `
  SELECT j.id, t.identifier AS name, j.payload
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`;

interface Job {
  id: string;
  name: string;
  payload: Record<string, string>;
}

const beforeMigration = { orders: [] as unknown[], jobs: [] as Job[] };
let oldDatabase: OldDatabase;
let server: TestServer;

beforeAll(async () => {
  oldDatabase = await createOldDatabase("0051_sandbox_token.sql");
  beforeMigration.orders = (await oldDatabase.client.query(SELECT_ORDERS)).rows;
  beforeMigration.jobs = (await oldDatabase.client.query<Job>(SELECT_JOBS)).rows;
  await migrateAll(oldDatabase.databaseConfig);
  buildIfNeeded();
  server = await serveTestApp(await startAppOnDatabase(oldDatabase.databaseConfig), (app) =>
    loadBuiltPages(app, BUILD_FOLDER),
  );
});

afterAll(async () => {
  await server?.stop();
  await oldDatabase?.drop();
});

/** The payload of the job that was queued under this name. */
const findQueuedPayload = (name: string) => beforeMigration.jobs.find((job) => job.name === name)!.payload;

test("every order keeps its number, status, total and history", async () => {
  const { rows } = await oldDatabase.client.query<{ status: string }>(SELECT_ORDERS);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
  expect(rows).toEqual(beforeMigration.orders);
});

test.each(RENAMED_TABLES)("the rows of %s are in %s", async (oldTable, table) => {
  const { rows } = await oldDatabase.client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  expect(oldDatabase.rowCounts.get(`public.${oldTable}`)).toBeGreaterThan(0);
  expect(Number(rows[0]!.count)).toBe(oldDatabase.rowCounts.get(`public.${oldTable}`));
});

test("a family of SAT's catalogue that was set as a key is removed, and the change log records it", async () => {
  const issuers = await oldDatabase.client.query("SELECT product_key FROM invoice_issuers");
  expect(issuers.rows.length).toBeGreaterThan(0);
  expect(new Set(issuers.rows.map((row) => row.product_key))).toEqual(new Set([null]));
  const log = await oldDatabase.client.query(
    "SELECT action, before->>'productKey' AS key FROM change_log WHERE actor = 'actualización'",
  );
  expect(log.rows).toEqual(issuers.rows.map(() => ({ action: "issuer", key: "53100000" })));
});

test("daily counts that have an old name get the new one", async () => {
  const { rows } = await oldDatabase.client.query("SELECT event, count FROM daily_event_counts ORDER BY event");
  expect(rows).toEqual([
    { event: "webhook_invalid_signature", count: 1 },
    { event: "webhook_unsigned", count: 1 },
  ]);
});

test("an unconfirmed place of a waiting list keeps the time of its request in the renamed columns", async () => {
  const { rows } = await oldDatabase.client.query("SELECT email, state, requested_at, confirmed_at FROM waiting_list");
  expect(rows).toEqual([
    {
      email: "espera@ejemplo.mx",
      state: "unconfirmed",
      requested_at: new Date("2026-11-22T19:25:41.443Z"),
      confirmed_at: null,
    },
  ]);
});

test("queued jobs have the new names, and no scheduled job has an old one", async () => {
  const { rows } = await oldDatabase.client.query<Job>(SELECT_JOBS);
  expect(beforeMigration.jobs.map(({ name }) => name)).toEqual([
    "mail_order_created",
    "payment_news",
    "look_at_order",
    "forget_old_news",
    "plan_looks",
    "forget_places",
  ]);
  const names = [
    "mail_order_created",
    "process_webhook",
    "reconcile_payment",
    "purge_webhooks",
    "schedule_reconciliation",
    "purge_places",
  ];
  expect(rows).toEqual(beforeMigration.jobs.map((job, index) => ({ ...job, name: names[index] })));
  const { rows: oldCrontabs } = await oldDatabase.client.query<{ identifier: string }>(
    "SELECT identifier FROM graphile_worker._private_known_crontabs WHERE identifier ~ '^(plan|look|forget|tidy|unlock)_'",
  );
  expect(oldCrontabs).toEqual([]);
});

test("invoices have the taxes of their documents, and the rate of issuers is valid from the beginning", async () => {
  const { rows } = await oldDatabase.client.query("SELECT taxes, subtotal_cents, discount_cents FROM invoices");
  const taxes = [{ treatment: "general", rateBps: 1600, baseCents: 180_17, taxCents: 28_83 }];
  expect(rows).toEqual([{ taxes, subtotal_cents: "18017", discount_cents: "0" }]);
  const { rows: rates } = await oldDatabase.client.query(
    "SELECT valid_from::text, rate_bps FROM vat_treatments WHERE shop_id IN (SELECT shop_id FROM invoice_issuers)",
  );
  const rate = { valid_from: "2000-01-01", rate_bps: 1600 };
  expect(rates).toEqual([rate, rate]);
});

test("the customer reads an order by the link in its email", async () => {
  const { orderId, key } = findQueuedPayload("mail_order_created");
  const order = await server.call("GET", `/api/v1/orders/${orderId}?key=${key}`);
  expect(order).toMatchObject({ status: 200, json: { _id: orderId, status: "WAITING_PAYMENT" } });
});

test("staff can open the page of every order", async () => {
  const { rows: members } = await oldDatabase.client.query<{ id: string }>("SELECT id FROM staff_members");
  const device = { ip: "127.0.0.1", userAgent: "Firefox" };
  const token = await transact(server.app.db, (tx) => openStaffSession(tx, members[0]!.id, device, false));
  const { rows: orders } = await oldDatabase.client.query<{ id: string; reference: string }>(
    "SELECT id, reference FROM orders",
  );
  for (const { id, reference } of orders) {
    const page = await server.call("GET", `/panel/pedidos/${id}`, { headers: { Cookie: `panel=${token}` } });
    expect(page.status, `${reference}: ${page.text.slice(0, 200)}`).toBe(200);
    expect(page.text).toContain(reference);
  }
});

test("a webhook that was queued under the old name still pays its order", async () => {
  const { rows } = await oldDatabase.client.query<{ id: string }>(
    `SELECT o.id FROM sandbox.mp_payments p JOIN orders o ON p.external_reference = 'matriz:' || o.reference
    WHERE p.id = $1`,
    [findQueuedPayload("payment_news").paymentId],
  );
  const readStatus = async () =>
    (await oldDatabase.client.query("SELECT status FROM orders WHERE id = $1", [rows[0]!.id])).rows[0].status;
  const ids = new Set(beforeMigration.jobs.map(({ id }) => id));
  const listRemainingJobs = async () =>
    (await oldDatabase.client.query<Job>(SELECT_JOBS)).rows.filter(({ id }) => ids.has(id));
  expect(await readStatus()).toBe("WAITING_PAYMENT");
  await withWorker(async () => {
    await expect.poll(readStatus).toBe("PAYMENT_ACCEPTED");
    await expect.poll(listRemainingJobs).toEqual([]);
  });
});

test("a payment from before the migration is refunded through the payment sandbox", async () => {
  const readPartlyRefundedPayments = async () =>
    (
      await oldDatabase.client.query(
        "SELECT order_id, refunded_cents FROM payments WHERE refunded_cents = ANY('{5000,6000}')",
      )
    ).rows;
  const [payment] = await readPartlyRefundedPayments();
  expect(payment.refunded_cents).toBe("5000");
  const requested = await requestRefund(server.app, payment.order_id, 10_00, { actor: "prueba", reason: "Prueba" });
  expect(requested).toEqual({ cents: 10_00 });
  await withWorker(() => expect.poll(readPartlyRefundedPayments).toEqual([{ ...payment, refunded_cents: "6000" }]));
});

test("the audit finds nothing once the queued jobs have run", async () => {
  const violatedChecks = (await runAudit(oldDatabase.databaseConfig)).filter(
    ({ violationCount }) => violationCount > 0,
  );
  expect(violatedChecks).toEqual([]);
});

async function withWorker(work: () => Promise<void>): Promise<void> {
  const worker = startWorker(server.app);
  try {
    await work();
  } finally {
    await worker.stop();
  }
}
