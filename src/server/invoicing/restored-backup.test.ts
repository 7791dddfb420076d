import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { createStampedInvoice, LUCIA, createShippedOrder, TEST_ACTOR as by } from "../testing/invoiced-order.ts";
import { runShopCommand } from "../testing/run-shop-command.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import { invoiceForStaff, invoiceOrder } from "./invoice-order.ts";
import { issueGlobalInvoice } from "./issue-global-invoice.ts";
import { findInvoice, listInvoices, type Invoice } from "./queries.ts";
import { stampInvoice } from "./stamp-invoice.ts";

/** The sandbox keeps its stamps while the shop loses its own rows, as after a restore. */
let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.stop());

/** Changes rows as a restore would, without the triggers that forbid it. */
const changeAsRestore = (statement: ReturnType<typeof sql>) =>
  server.app.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });
const loseStamp = ({ id }: Invoice) =>
  changeAsRestore(sql`
    UPDATE invoices SET state = 'stamping', uuid = NULL, xml = NULL, stamped_at = NULL, tries = 1, pac_call_expires_at = NULL
    WHERE id = ${id}`);
async function loseDocument({ id }: Invoice): Promise<void> {
  await changeAsRestore(sql`DELETE FROM global_invoice_orders WHERE invoice_id = ${id}`);
  await changeAsRestore(sql`DELETE FROM invoices WHERE id = ${id}`);
  await changeAsRestore(sql`UPDATE invoice_issuers SET next_folio = next_folio - 1 WHERE shop_id = ${shopId}`);
  // Otherwise the same document could be made again in the same second, and the PAC would recognise it by its seal.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
}
const countStamps = async () => (await sql`SELECT FROM sandbox_pac_stamps`.execute(server.app.db)).rows.length;
const requestAsBuyer = async (orderId: string) =>
  invoiceOrder(server.app, await server.findShop(), orderId, { receiver: LUCIA, email: null, actor: "cliente" });

test("after the restore of a backup from before the stamp, the document gets the stamp that the PAC has", async () => {
  const invoice = await createStampedInvoice(server);
  const stampCount = await countStamps();
  await loseStamp(invoice);
  expect(await stampInvoice(server.app, invoice.id)).toMatchObject({ state: "stamped", uuid: invoice.uuid });
  expect(await countStamps()).toBe(stampCount);
});

test("after the restore of a backup from before the seal, the PAC refuses the buyer a second document", async () => {
  const lostInvoice = await createStampedInvoice(server);
  const orderId = lostInvoice.orderId!;
  const stampCount = await countStamps();
  await loseDocument(lostInvoice);
  expect(await requestAsBuyer(orderId)).toMatchObject({ refused: "invoice_refused", code: "CFDI3307" });
  expect(await requestAsBuyer(orderId)).toEqual({ refused: "invoice_elsewhere" });
  expect(await countStamps()).toBe(stampCount);
  const [refusedInvoice] = await listInvoices(server.app.db, { shopId, orderId, limit: 1 });
  const { refusalMessage } = (await findInvoice(server.app.db, refusedInvoice!.id))!;
  expect(refusalMessage?.toUpperCase()).toContain(lostInvoice.uuid);
  // Staff may invoice it: they are expected to read the message and to cancel the lost document at the PAC.
  const request = { receiver: LUCIA, email: null, by };
  expect(await invoiceForStaff(server.app, await server.findShop(), orderId, request)).toMatchObject({
    state: "stamped",
  });
  expect(isRefusal(await requestAsBuyer(orderId))).toBe(false);
});

test("after such a restore the PAC refuses a second global invoice of the period, too", async () => {
  const { global, period } = await issueGlobalInvoiceOf(server, [await createShippedOrder(server)], 30);
  await loseDocument(global);
  const result = await issueGlobalInvoice(server.app, shopId, period, { by, today: "2099-01-01" });
  expect(result).toMatchObject({ refused: "invoice_refused", code: "CFDI3307" });
});

test("`shop invoice compare` lists the lost stamped documents, and not the pending ones", async () => {
  const [storedInvoice, pendingInvoice, lostInvoice] = [
    await createStampedInvoice(server),
    await createStampedInvoice(server),
    await createStampedInvoice(server),
  ];
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-stamps-"));
  for (const { uuid, xml } of [storedInvoice, pendingInvoice, lostInvoice])
    writeFileSync(path.join(folder, `${uuid}.xml`), xml!);
  await loseStamp(pendingInvoice);
  const runCompare = () =>
    runShopCommand(server.databaseConfig, server.app.config.dataDir, ["invoice", "compare", folder]);
  expect((await runCompare()).stdout).toContain("Los 3 están aquí.");
  await loseDocument(lostInvoice);
  const compareRun = await runCompare();
  rmSync(folder, { recursive: true });
  expect(compareRun).toMatchObject({ status: 1, stderr: expect.stringContaining("1 de 3 no están aquí.") });
  expect(compareRun.stdout.trim()).toMatch(new RegExp(`^${lostInvoice.uuid} I A${lostInvoice.folio} `));
  await stampInvoice(server.app, pendingInvoice.id);
});

test("the invoice after a cancelled one has another attempt id, so the PAC stamps it", async () => {
  const firstInvoice = await createStampedInvoice(server);
  await cancelInvoice(server.app, firstInvoice.id, { motive: "03", by });
  expect(await requestAsBuyer(firstInvoice.orderId!)).toMatchObject({ state: "stamped" });
});
