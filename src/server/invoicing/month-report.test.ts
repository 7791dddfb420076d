import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceForStaff } from "./invoice-order.ts";
import { globalInvoiceOf } from "../testing/global-invoice.ts";
import { LUCIA, refundTransfer, shippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { creditGlobal } from "./credit-global.ts";
import { reportMonth } from "./month-report.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("the report has the month's sales, what documents declare of them, and the orders that differ", async () => {
  const [invoiced, inGlobal, open] = [
    await shippedOrder(server),
    await shippedOrder(server),
    await shippedOrder(server),
  ];
  const { global, period } = await globalInvoiceOf(server, [inGlobal], 70);
  await sql`UPDATE payments SET paid_at = ${`${period.day}T18:00:00Z`}
    WHERE order_id IN (${invoiced.id}, ${open.id})`.execute(server.app.db);
  await invoiceForStaff(server.app, await server.findShop(), invoiced.id, {
    receiver: LUCIA,
    email: null,
    by: TEST_ACTOR,
  });
  const { id: shopId } = await server.findShop();
  const report = () => reportMonth(server.app.db, { shopId, timeZone: "America/Mexico_City" }, period.day.slice(0, 7));
  const cents = Math.round(open.total * 100);
  expect(await report()).toMatchObject({
    salesCount: 3,
    paidCents: 3 * cents,
    keptCents: 3 * cents,
    invoicedCents: cents,
    globalCents: cents,
    undeclaredCents: cents,
    differenceCents: 0,
    orders: [{ id: open.id, isDeclared: false }],
  });
  await refundTransfer(server.app, inGlobal.id, 10_00);
  expect(await report()).toMatchObject({
    refundedCents: 10_00,
    keptCents: 3 * cents - 10_00,
    differenceCents: -10_00,
    orders: [{ id: inGlobal.id }, { id: open.id }],
  });
  await creditGlobal(server.app, global.id, TEST_ACTOR);
  expect(await report()).toMatchObject({ creditedCents: 10_00, differenceCents: 0 });
});

test("an order whose buyer's own invoice is being made is marked as such", async () => {
  const order = await shippedOrder(server);
  const { period } = await globalInvoiceOf(server, [order], 130);
  await server.call("POST", "/sandbox/pac/control", { body: { fault: "down" } });
  await invoiceForStaff(server.app, await server.findShop(), order.id, {
    receiver: LUCIA,
    email: null,
    by: TEST_ACTOR,
  });
  await server.call("POST", "/sandbox/pac/control", { body: { fault: null } });
  const { id: shopId } = await server.findShop();
  const report = await reportMonth(server.app.db, { shopId, timeZone: "America/Mexico_City" }, period.day.slice(0, 7));
  expect(report.orders).toMatchObject([{ id: order.id, isDeclared: true, isOwnInvoiceOpen: true }]);
});
