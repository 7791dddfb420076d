import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { periodBefore, daysOf } from "../../domain/global-period.ts";
import { setFault } from "../adapters/pac/sandbox/faults.ts";
import { createShippedOrder } from "../testing/invoiced-order.ts";
import { listMailsTo } from "../testing/mails.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { findOrderIncome } from "./order-income.ts";
import { listDueGlobals, sendGlobalsOrReminders } from "./send-globals-or-reminders.ts";

let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
});
afterAll(() => server.stop());
beforeEach(() => setGlobalInvoicing("off", false));

const setGlobalInvoicing = (periodLength: string, isSentAutomatically: boolean, zone = "America/Mexico_City") =>
  sql`UPDATE invoice_issuers SET global_invoice_frequency = ${periodLength}, is_global_invoice_automatic = ${isSentAutomatically}, time_zone = ${zone}
    WHERE shop_id = ${shopId}`.execute(server.app.db);
const LAST_MONTH = daysOf(periodBefore({ periodLength: "month", day: new Date().toISOString().slice(0, 10) }));
/** An order that was paid in the last hour of last month, in the issuer's time zone. */
async function createOrderPaidInLastHour() {
  const order = await createShippedOrder(server);
  await sql`UPDATE payments SET paid_at = ${`${LAST_MONTH.to}T23:30:00-06:00`} WHERE order_id = ${order.id}`.execute(
    server.app.db,
  );
  return order;
}
const isDeclared = async ({ id }: { id: string }) => (await findOrderIncome(server.app.db, id)).declaredCents > 0;
const countReminders = async () => {
  const { rows } = await sql`SELECT id FROM sent_mails WHERE message_id LIKE '<global-%'`.execute(server.app.db);
  return rows.length;
};
const midnightMs = Date.parse(`${LAST_MONTH.to}T00:00:00-06:00`) + 86_400_000;

test("the global invoice of a month is due from midnight after its last day, in the issuer's time zone", async () => {
  const order = await createOrderPaidInLastHour();
  await setGlobalInvoicing("month", false);
  const lastDaysOfDueGlobals = async (ms: number) =>
    (await listDueGlobals(server.app, new Date(ms))).map(({ period }) => period.to);
  expect(await lastDaysOfDueGlobals(midnightMs - 1)).not.toContain(LAST_MONTH.to);
  expect(await lastDaysOfDueGlobals(midnightMs)).toContain(LAST_MONTH.to);
  await setGlobalInvoicing("month", false, "America/Tijuana");
  expect(await lastDaysOfDueGlobals(midnightMs)).not.toContain(LAST_MONTH.to);
  expect(await isDeclared(order)).toBe(false);
});

test("the shop is reminded once, and no global invoice is sent without staff", async () => {
  const order = await createOrderPaidInLastHour();
  await setGlobalInvoicing("month", false);
  for (const hours of [1, 2, 3]) await sendGlobalsOrReminders(server.app, new Date(midnightMs + hours * 3_600_000));
  expect(await countReminders()).toBe(1);
  const [mail] = await listMailsTo(server.app, (await server.findShop()).settings.company.email);
  expect(mail!.text).toContain(`/panel/facturacion/global?tienda=${shopId}&cada=month&dia=${LAST_MONTH.from}`);
  expect(await isDeclared(order)).toBe(false);
});

test("a global invoice that is sent automatically is made once by two concurrent calls", async () => {
  const order = await createOrderPaidInLastHour();
  await setGlobalInvoicing("month", true);
  await Promise.all([1, 2].map(() => sendGlobalsOrReminders(server.app, new Date(midnightMs + 3_600_000))));
  expect(await isDeclared(order)).toBe(true);
  const { rows } = await sql`SELECT id FROM invoices WHERE kind = 'global' AND state = 'stamped'`.execute(
    server.app.db,
  );
  expect(rows).toHaveLength(1);
  expect(await listDueGlobals(server.app, new Date(midnightMs + 7_200_000))).toEqual([]);
});

test("the reminder of a global invoice that the PAC refused says so", async () => {
  await createOrderPaidInLastHour();
  await setGlobalInvoicing("fortnight", true);
  await setFault(server.app.db, "reject:CFDI40102");
  try {
    for (const hours of [1, 2]) await sendGlobalsOrReminders(server.app, new Date(midnightMs + hours * 3_600_000));
  } finally {
    await setFault(server.app.db, null);
  }
  const mails = await listMailsTo(server.app, (await server.findShop()).settings.company.email);
  const refusalMails = mails.filter(({ subject }) => subject.includes("El PAC rechazó tu factura global"));
  expect(refusalMails).toHaveLength(1);
  expect(refusalMails[0]!.text).toContain("En el panel ves por qué la rechazó");
});
