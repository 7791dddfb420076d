import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceForStaff } from "./invoice-order.ts";
import { issueGlobalInvoiceOf } from "../testing/global-invoice.ts";
import { LUCIA, refundTransfer, createShippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { creditGlobal } from "./credit-global.ts";
import { reportMonth } from "./month-report.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("the report has the month's sales, what documents declare of them, and the orders that differ", async () => {
  const [invoicedOrder, globalOrder, undeclaredOrder] = [
    await createShippedOrder(server),
    await createShippedOrder(server),
    await createShippedOrder(server),
  ];
  const { global, period } = await issueGlobalInvoiceOf(server, [globalOrder], 70);
  await sql`UPDATE payments SET paid_at = ${`${period.day}T18:00:00Z`}
    WHERE order_id IN (${invoicedOrder.id}, ${undeclaredOrder.id})`.execute(server.app.db);
  await invoiceForStaff(server.app, await server.findShop(), invoicedOrder.id, {
    receiver: LUCIA,
    email: null,
    by: TEST_ACTOR,
  });
  const { id: shopId } = await server.findShop();
  const readReport = () =>
    reportMonth(server.app.db, { shopId, timeZone: "America/Mexico_City" }, period.day.slice(0, 7));
  const orderCents = Math.round(undeclaredOrder.totalPesos * 100);
  expect(await readReport()).toMatchObject({
    salesCount: 3,
    paidCents: 3 * orderCents,
    keptCents: 3 * orderCents,
    invoicedCents: orderCents,
    globalCents: orderCents,
    undeclaredCents: orderCents,
    differenceCents: 0,
    ordersToCheck: [{ id: undeclaredOrder.id, isDeclared: false }],
  });
  await refundTransfer(server.app, globalOrder.id, 10_00);
  expect(await readReport()).toMatchObject({
    refundedCents: 10_00,
    keptCents: 3 * orderCents - 10_00,
    differenceCents: -10_00,
    ordersToCheck: [{ id: globalOrder.id }, { id: undeclaredOrder.id }],
  });
  await creditGlobal(server.app, global.id, TEST_ACTOR);
  expect(await readReport()).toMatchObject({ creditedCents: 10_00, differenceCents: 0 });
});

test("an order whose buyer's own invoice is being made is marked as such", async () => {
  const order = await createShippedOrder(server);
  const { period } = await issueGlobalInvoiceOf(server, [order], 130);
  await server.call("POST", "/sandbox/pac/control", { body: { fault: "down" } });
  await invoiceForStaff(server.app, await server.findShop(), order.id, {
    receiver: LUCIA,
    email: null,
    by: TEST_ACTOR,
  });
  await server.call("POST", "/sandbox/pac/control", { body: { fault: null } });
  const { id: shopId } = await server.findShop();
  const report = await reportMonth(server.app.db, { shopId, timeZone: "America/Mexico_City" }, period.day.slice(0, 7));
  expect(report.ordersToCheck).toMatchObject([{ id: order.id, isDeclared: true, hasOpenOwnInvoiceRequest: true }]);
});
