import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listChanges } from "../change-log/change-log.ts";
import { startWorker } from "../job-worker.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { newId } from "../db/new-id.ts";
import { createStampedInvoice } from "../testing/invoiced-order.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { createTestGuest } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { createTestSize } from "../testing/test-size.ts";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { makeScannerKey } from "../check-in/scanner-keys.ts";
import { inviteMember } from "../staff/invitations.ts";
import { TEST_ACTOR } from "../testing/invoiced-order.ts";
import { closeIfRestored } from "./restored-database.ts";
import { compareRestoredPayments } from "./compare-after-restore.ts";

/** The provider's sandbox keeps its payments while the test deletes the shop's own rows, as after a restore. */
let office: TestOffice;
let payer: Payer;
let keptOrder: PlacedOrder;
let lostOrder: PlacedOrder;
let stampedXml: string;
beforeAll(async () => {
  office = await openTestOffice();
  payer = new Payer(office);
  [keptOrder, lostOrder] = [await payer.placeOrder(), await payer.placeOrder()];
  for (const { preferenceId } of [keptOrder, lostOrder]) await payer.pay(preferenceId, "APRO");
  const invoice = await createStampedInvoice(office);
  stampedXml = invoice.xml!;
  await runWithoutTriggers(sql`DELETE FROM orders WHERE id = ${lostOrder.id}`);
  await runWithoutTriggers(sql`DELETE FROM invoices WHERE id = ${invoice.id}`);
}, 120_000);
afterAll(() => office.stop());

const runWithoutTriggers = (statement: ReturnType<typeof sql>) =>
  office.app.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

/** Starts a second app on a database whose settings name a backup, as after a restore. Returns the restore's id. */
async function closeByRestore(lastReference: number): Promise<string> {
  const mark = { id: newId(), until: new Date(Date.now() - 3_600_000), backupId: "20261123t034500000z", lastReference };
  const value = Buffer.from(JSON.stringify(mark)).toString("base64url");
  await sql`ALTER DATABASE ${sql.id(String(office.databaseConfig.database))} SET escaparate.restored = ${sql.lit(value)}`.execute(
    office.app.db,
  );
  const secondApp = await startAppOnDatabase(office.databaseConfig);
  await closeIfRestored(secondApp.app);
  expect(await closeIfRestored(secondApp.app)).toBeUndefined();
  await secondApp.stop();
  await office.app.shops.refresh();
  return mark.id;
}

const command = (...args: string[]) => runShopCommand(office.databaseConfig, office.app.config.dataDir, args);

test("the first start after a restore ends all sessions, closes the shop and skips the lost order numbers", async () => {
  const headOffice = await office.findShop();
  const guest = await createTestGuest(office.app, headOffice);
  const size = await createTestSize(office.app, { pieces: 5 });
  const products = [{ productId: size.productId, attributeId: size.sizeId, quantity: 1 }];
  const addToCart = (token?: string) =>
    office.call("POST", "/api/v1/carts", { body: { products }, ...(token && { token }) });
  expect((await addToCart()).status).toBe(200);
  const input = { email: "nadie@ejemplo.mx", grants: [{ role: "owner" as const, shopId: null }], shouldMail: false };
  expect(await inviteMember(office.app, input, TEST_ACTOR)).toHaveProperty("token");
  expect(await makeScannerKey(office.app, { name: null, productId: null, hours: 1 }, TEST_ACTOR)).toHaveProperty("key");

  await closeByRestore(123_456);
  const { rows: validAccess } = await sql<{ invitations: number; scanners: number }>`
    SELECT (SELECT count(*) FROM staff_invitations) AS invitations,
      (SELECT count(*) FROM scanner_devices WHERE revoked_at IS NULL) AS scanners`.execute(office.app.db);
  expect(validAccess).toEqual([{ invitations: 0, scanners: 0 }]);
  expect(
    (await office.call("GET", `/api/v1/customers/${guest.customerId}/orders`, { token: guest.token })).status,
  ).toBe(401);
  expect(await addToCart()).toMatchObject({ status: 409, json: { code: "SELLING_DISABLED" } });
  expect((await office.call("GET", "/api/v1/app")).json).toMatchObject({
    settings: { management: { canSell: false, allowInvoicing: false }, payments: { enabled: false } },
  });
  const { rows } = await sql<{ next: number }>`SELECT next_order_reference() AS next`.execute(office.app.db);
  expect(rows[0]!.next).toBeGreaterThan(124_456);
});

test("payments of known orders are credited, and payments of lost orders are listed", async () => {
  const { lost } = await compareRestoredPayments(office.app);
  expect(lost).toMatchObject([{ orderRef: lostOrder.id, cents: Math.round(lostOrder.totalPesos * 100) }]);
  const { status } = await office.app.db
    .selectFrom("orders")
    .select("status")
    .where("id", "=", keptOrder.id)
    .executeTakeFirstOrThrow();
  expect(status).toBe("PAYMENT_ACCEPTED");
  const report = await command("restore", "report");
  expect(report.stdout).toContain(`pedido ${lostOrder.id}`);
  expect(report.stdout).toContain("FALTA comparar las facturas");
});

test("the shop does not open before the invoices were compared, and the comparison lists an unknown one", async () => {
  expect(await command("restore", "open")).toMatchObject({ status: 1, stderr: expect.stringContaining("facturas") });
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-stamps-"));
  writeFileSync(path.join(folder, "uno.xml"), stampedXml);
  const report = await command("restore", "report", "--invoices", folder);
  rmSync(folder, { recursive: true });
  expect(report.stdout).toMatch(/Cancélala en el portal: [0-9A-F-]{36} I /);
});

test("the panel lists lost payments and unknown invoices, and opens only after the invoices are compared", async () => {
  const url = "/panel/sistema/respaldos";
  const page = await office.visit(url, { as: "owner" });
  expect(page.text).toContain("La tienda está cerrada");
  expect(page.text).toContain("Estos son de pedidos que se perdieron");
  expect(page.text).toContain("Cancélala en el portal");
  await sql`UPDATE restores SET invoices_compared_at = NULL, invoice_comparison = NULL`.execute(office.app.db);
  expect((await office.visit(url, { as: "owner", form: { intent: "open" } })).text).toContain(
    "Faltan por comparar las facturas",
  );
  expect((await office.visit(url, { as: "owner", form: { intent: "no-invoices" } })).status).toBe(302);
  const [change] = await listChanges(office.app.db, "restore");
  expect(change).toMatchObject({ action: "restore-invoices", actor: expect.any(String) });
  expect((await office.visit("/panel/sistema", { as: "owner" })).text).toContain("porque se restauró un respaldo");
});

test("queued e-mails are not sent until the shop opens", async () => {
  const { app } = office;
  const [headOffice] = await app.shops.all();
  await enqueue(app.db, "mail_sample", {
    id: newId(),
    shopId: headOffice!.id,
    kind: "orderCreated",
    to: "duena@ejemplo.mx",
  });
  const countSentEmails = async () =>
    (await sql`SELECT FROM sandbox_emails WHERE recipient = 'duena@ejemplo.mx'`.execute(app.db)).rows.length;
  const worker = startWorker(app, {
    timing: {
      heartbeatMs: 300,
      leaseMs: 15_000,
      releaseOthersAfterMs: 10_000,
      replaceTimeoutMs: 5_000,
      stopTimeoutMs: 5_000,
    },
  });
  await enqueue(app.db, "back_up_files", {});
  const queueCheck = (task: string) => async () =>
    (await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ${task}`.execute(app.db)).rows.length > 0;
  await expect.poll(queueCheck("back_up_files"), { timeout: 20_000 }).toBe(false);
  expect(await countSentEmails()).toBe(0);
  expect((await command("restore", "open")).stdout).toContain("La tienda vende");
  await expect.poll(countSentEmails, { timeout: 30_000 }).toBe(1);
  await worker.stop();
  await app.shops.refresh();
  expect((await office.call("GET", "/api/v1/app")).json.settings.management).toMatchObject({ canSell: true });
  expect(await command("restore", "open")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("no está cerrada"),
  });
});
