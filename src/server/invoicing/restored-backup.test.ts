import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { globalInvoiceOf } from "../testing/global-invoice.ts";
import { invoicedOrder, LUCIA, shippedOrder, TEST_ACTOR as by } from "../testing/invoiced-order.ts";
import { runShop } from "../testing/run-shop.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import { invoiceForStaff, invoiceOrder } from "./invoice-order.ts";
import { invoicePeriod } from "./invoice-period.ts";
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
    UPDATE invoices SET state = 'stamping', uuid = NULL, xml = NULL, stamped_at = NULL, tries = 1, asking_until = NULL
    WHERE id = ${id}`);
async function loseDocument({ id }: Invoice): Promise<void> {
  await changeAsRestore(sql`DELETE FROM invoice_orders WHERE invoice_id = ${id}`);
  await changeAsRestore(sql`DELETE FROM invoices WHERE id = ${id}`);
  await changeAsRestore(sql`UPDATE invoice_issuers SET next_folio = next_folio - 1 WHERE shop_id = ${shopId}`);
  // Otherwise the same document could be made again in the same second, and the PAC would recognise it by its seal.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
}
const countStamps = async () => (await sql`SELECT FROM sandbox_pac_stamps`.execute(server.app.db)).rows.length;
const requestAsBuyer = async (orderId: string) =>
  invoiceOrder(server.app, await server.findShop(), orderId, { receiver: LUCIA, email: null, actor: "cliente" });

test("after a restore from before the stamp, the document gets the stamp that the PAC has", async () => {
  const invoice = await invoicedOrder(server);
  const stamps = await countStamps();
  await loseStamp(invoice);
  expect(await stampInvoice(server.app, invoice.id)).toMatchObject({ state: "stamped", uuid: invoice.uuid });
  expect(await countStamps()).toBe(stamps);
});

test("after a restore from before the signature, the PAC refuses a second document for the buyer", async () => {
  const lost = await invoicedOrder(server);
  const orderId = lost.orderId!;
  const stamps = await countStamps();
  await loseDocument(lost);
  expect(await requestAsBuyer(orderId)).toMatchObject({ refused: "invoice_refused", code: "CFDI3307" });
  expect(await requestAsBuyer(orderId)).toEqual({ refused: "invoice_elsewhere" });
  expect(await countStamps()).toBe(stamps);
  const [refused] = await listInvoices(server.app.db, { shopId, orderId, limit: 1 });
  const { refusalMessage } = (await findInvoice(server.app.db, refused!.id))!;
  expect(refusalMessage?.toUpperCase()).toContain(lost.uuid);
  // Now staff have read the message and have cancelled the lost document at the PAC.
  const request = { receiver: LUCIA, email: null, by };
  expect(await invoiceForStaff(server.app, await server.findShop(), orderId, request)).toMatchObject({
    state: "stamped",
  });
  expect(isRefusal(await requestAsBuyer(orderId))).toBe(false);
});

test("the PAC refuses a second global invoice of the period, too", async () => {
  const { global, period } = await globalInvoiceOf(server, [await shippedOrder(server)], 30);
  await loseDocument(global);
  const again = await invoicePeriod(server.app, shopId, period, { by, today: "2099-01-01" });
  expect(again).toMatchObject({ refused: "invoice_refused", code: "CFDI3307" });
});

test("`shop invoice compare` lists the lost stamped documents, and not those that wait for a stamp", async () => {
  const [kept, waiting, lost] = [await invoicedOrder(server), await invoicedOrder(server), await invoicedOrder(server)];
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-stamps-"));
  for (const { uuid, xml } of [kept, waiting, lost]) writeFileSync(path.join(folder, `${uuid}.xml`), xml!);
  await loseStamp(waiting);
  const compare = () => runShop(server.databaseConfig, server.app.config.dataDir, ["invoice", "compare", folder]);
  expect((await compare()).stdout).toContain("Los 3 están aquí.");
  await loseDocument(lost);
  const compared = await compare();
  rmSync(folder, { recursive: true });
  expect(compared).toMatchObject({ status: 1, stderr: expect.stringContaining("1 de 3 no están aquí.") });
  expect(compared.stdout.trim()).toMatch(new RegExp(`^${lost.uuid} I A${lost.folio} `));
  await stampInvoice(server.app, waiting.id);
});

test("the invoice after a cancelled one has another attempt id, so the PAC stamps it", async () => {
  const first = await invoicedOrder(server);
  await cancelInvoice(server.app, first.id, { motive: "03", by });
  expect(await requestAsBuyer(first.orderId!)).toMatchObject({ state: "stamped" });
});
