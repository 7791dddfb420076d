import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { invoiceForStaff } from "../../../../server/invoicing/invoice-order.ts";
import { continueOwnInvoice } from "../../../../server/invoicing/own-invoice.ts";
import { countPendingWork } from "../../../../server/system/count-pending-work.ts";
import { issueGlobalInvoiceOf } from "../../../../server/testing/global-invoice.ts";
import { LUCIA, createShippedOrder, TEST_ACTOR } from "../../../../server/testing/invoiced-order.ts";
import type { PlacedOrder } from "../../../../server/testing/payer.ts";
import { openTestOffice, type TestOffice } from "../../../../server/testing/test-office.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const OWN_INVOICES_PATH = "/panel/facturacion/de-una-global";
const readPage = async (path = OWN_INVOICES_PATH) => (await office.visit(path, { as: "accounting" })).text;
const setFault = (fault: string | null) => office.call("POST", "/sandbox/pac/control", { body: { fault } });
const REFUSED_RECEIVER = { ...LUCIA, rfc: "EKU9003173C9", name: "OTRO NOMBRE", taxRegime: "601" };
const requestInvoice = async (order: { id: string }, receiver = LUCIA) =>
  invoiceForStaff(office.app, await office.findShop(), order.id, { receiver, email: null, by: TEST_ACTOR });
const countRequestsWithProblem = async () =>
  (await countPendingWork(office.app, [{ role: "accounting", shopId: null }])).failedOwnInvoiceRequests;
const findRequestIds = async ({ id }: { id: string }) => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM own_invoice_requests WHERE order_id = ${id} ORDER BY id`.execute(office.app.db);
  return rows.map((row) => row.id);
};

async function placeOrderInGlobal(daysAgo: number): Promise<{ order: PlacedOrder; globalId: string }> {
  const order = await createShippedOrder(office);
  const { global } = await issueGlobalInvoiceOf(office, [order], daysAgo);
  return { order, globalId: global.id };
}

test("without requests the page says that none is pending", async () => {
  expect(await readPage()).toContain("Ninguna pendiente");
  expect(await countRequestsWithProblem()).toBe(0);
});

test("an open request says what it waits for, and is no longer listed once the invoice is issued", async () => {
  const { order, globalId } = await placeOrderInGlobal(31);
  await setFault("down");
  expect(await requestInvoice(order)).toMatchObject({ refused: "invoice_pending" });
  const pageText = await readPage();
  expect(pageText).toContain(`Pedido #${order.reference}`);
  expect(pageText).toContain("Se está timbrando la nota de crédito");
  expect(pageText).not.toContain("Ya lo atendí");
  expect(await countRequestsWithProblem()).toBe(0);
  await setFault(null);
  const [id] = await findRequestIds(order);
  const invoice = await continueOwnInvoice(office.app, id!);
  if (isRefusal(invoice)) throw new Error(invoice.refused);
  expect(await readPage()).not.toContain(`Pedido #${order.reference}`);
  for (const documentId of [invoice.id, globalId]) {
    const changes = await listChanges(office.app.db, "invoice", { id: documentId });
    const change = changes.find(({ action }) => action === "invoice-own");
    expect(change).toMatchObject({ actor: TEST_ACTOR.name, after: { order: order.reference, rfc: LUCIA.rfc } });
    expect(await readPage(`/panel/facturacion/${documentId}`)).toContain("hizo la factura de quien la pidió");
  }
});

test("a request with a problem says what to do and is counted, until the invoice is issued", async () => {
  const { order } = await placeOrderInGlobal(34);
  expect(await requestInvoice(order, REFUSED_RECEIVER)).toMatchObject({ refused: "invoice_refused" });
  const pageText = await readPage();
  expect(pageText).toContain(`Pedido #${order.reference}`);
  expect(pageText).toContain("El SAT no aceptó los datos de quien la pidió");
  expect(pageText).toContain("Ver lo que rechazó el SAT");
  expect(await countRequestsWithProblem()).toBe(1);
  expect(await readPage("/panel/facturacion")).toContain("Una factura que pidió un comprador no se pudo hacer");
  expect(await readPage("/panel")).toContain("Facturas pedidas de una global con problema");
  expect(isRefusal(await requestInvoice(order))).toBe(false);
  expect(await readPage()).not.toContain(`Pedido #${order.reference}`);
  expect(await countRequestsWithProblem()).toBe(0);
});

test("staff can close a request without an invoice only once, and the order's change log shows it", async () => {
  const { order } = await placeOrderInGlobal(37);
  await requestInvoice(order, REFUSED_RECEIVER);
  const [id] = await findRequestIds(order);
  const close = () => office.visit(OWN_INVOICES_PATH, { as: "accounting", form: { request: String(id) } });
  expect((await office.visit(OWN_INVOICES_PATH, { as: "branchOwner", form: { request: String(id) } })).status).toBe(
    404,
  );
  expect((await close()).status).toBe(302);
  expect((await close()).status).toBe(404);
  expect(await readPage()).not.toContain(`Pedido #${order.reference}`);
  expect(await countRequestsWithProblem()).toBe(0);
  expect((await listChanges(office.app.db, "order", { id: order.id })).map(({ action }) => action)).toContain(
    "own-invoice-close",
  );
});

test("an open request whose credit note cannot be signed says that the shop's CSD has expired", async () => {
  const { order } = await placeOrderInGlobal(40);
  await setFault("down");
  await requestInvoice(order);
  await setFault(null);
  // The credit note was not sealed yet when the CSD expired.
  await sql`UPDATE own_invoice_requests SET credit_note_id = NULL WHERE order_id = ${order.id}`.execute(office.app.db);
  await sql`UPDATE invoice_issuers SET is_demo = false, certificate = '\\x00', encrypted_csd_secret = '\\x00',
    certificate_number = '30001000000500003416', certificate_ends_at = now() - interval '1 day'`.execute(office.app.db);
  expect(await readPage()).toContain("El sello (CSD) de la tienda venció");
});
