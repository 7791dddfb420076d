import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../domain/refusal.ts";
import { formatLocalTime } from "../server/cfdi/local-time.ts";
import { invoiceForStaff } from "../server/invoicing/invoice-order.ts";
import { issueGlobalInvoice } from "../server/invoicing/issue-global-invoice.ts";
import { stampInvoice } from "../server/invoicing/stamp-invoice.ts";
import { LUCIA, createShippedOrder, TEST_ACTOR } from "../server/testing/invoiced-order.ts";
import { shortenPacPauses } from "../server/testing/shorten-pac-pauses.ts";
import { startTestServer, type TestServer } from "../server/testing/test-server.ts";
import { waitForStamp } from "./invoice-helpers.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  shortenPacPauses(server.app);
});
afterAll(() => server.stop());

const setFault = (fault: string | null) => server.call("POST", "/sandbox/pac/control", { body: { fault } });
const daysAgo = (days: number) =>
  formatLocalTime(new Date(Date.now() - days * 86_400_000), "America/Mexico_City").slice(0, 10);

test("a command waits for its own pending document, also while a newer one of the shop is pending", async () => {
  const [soldOrder, invoicedOrder] = [await createShippedOrder(server), await createShippedOrder(server)];
  await sql`UPDATE payments SET paid_at = ${`${daysAgo(31)}T18:00:00Z`} WHERE order_id = ${soldOrder.id}`.execute(
    server.app.db,
  );
  const shop = await server.findShop();
  await setFault("down");
  const period = { periodLength: "day" as const, day: daysAgo(31) };
  const globalResult = await issueGlobalInvoice(server.app, shop.id, period, { by: TEST_ACTOR, today: daysAgo(0) });
  const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
  const invoice = await invoiceForStaff(server.app, shop, invoicedOrder.id, request);
  await setFault(null);
  const stampedGlobalPromise = waitForStamp(server.app, globalResult);
  for (const pending of [invoice, globalResult]) {
    if (!isRefusal(pending) || pending.refused !== "invoice_pending") throw new Error("not pending");
    await stampInvoice(server.app, pending.invoiceId);
  }
  expect(await stampedGlobalPromise).toMatchObject({ kind: "global", state: "stamped" });
  expect(await waitForStamp(server.app, invoice)).toMatchObject({ kind: "invoice", orderId: invoicedOrder.id });
});
