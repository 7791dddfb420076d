import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDay } from "../../domain/format-day.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import { LUCIA, createShippedOrder, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let shopId: string;
beforeAll(async () => {
  server = await startTestServer();
  shopId = (await server.findShop()).id;
});
beforeEach(async () => {
  await sql`UPDATE invoice_issuers SET deadline_kind = 'days', deadline_days = 10, min_deadline_days_after_shipping = 0,
    is_demo = true, time_zone = 'America/Mexico_City' WHERE shop_id = ${shopId}`.execute(server.app.db);
});
afterAll(() => server.stop());

const DAY_MS = 86_400_000;
const mexicoDayOf = (ms: number) =>
  new Date(ms).toLocaleDateString("en-CA", { timeZone: "America/Mexico_City" }).slice(0, 10);
const readDeadline = async (order: PlacedOrder) => (await new Payer(server).readOrder(order)).invoiceDeadline;

/** A shipped order whose payment was received this number of days ago. */
async function createOrderPaidDaysAgo(days: number): Promise<PlacedOrder> {
  const order = await createShippedOrder(server);
  const paidAt = new Date(Date.now() - days * DAY_MS);
  await sql`UPDATE payments SET paid_at = ${paidAt} WHERE order_id = ${order.id}`.execute(server.app.db);
  return order;
}

async function readShippedMail(order: PlacedOrder): Promise<string> {
  await runEmailJobs(server.app);
  const { customer_email: email } = await server.app.db
    .selectFrom("orders")
    .select("customer_email")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return (await listMailsTo(server.app, email!)).find(({ subject }) => subject.startsWith("Ya salió"))!.text;
}

test("an order shows its invoice deadline from shipping until it is invoiced", async () => {
  const placedOrder = await new Payer(server).placeOrder({ method: "TB" });
  expect(await readDeadline(placedOrder)).toBeNull();
  const order = await createOrderPaidDaysAgo(1);
  expect(await readDeadline(order)).toEqual({ lastDay: mexicoDayOf(Date.now() + 9 * DAY_MS), isOver: false });
  await invoiceForStaff(server.app, await server.findShop(), order.id, {
    receiver: LUCIA,
    email: null,
    by: TEST_ACTOR,
  });
  expect(await readDeadline(order)).toBeNull();
});

test("the deadline is over on the day after its last day", async () => {
  await sql`UPDATE invoice_issuers SET deadline_days = 0 WHERE shop_id = ${shopId}`.execute(server.app.db);
  expect(await readDeadline(await createOrderPaidDaysAgo(0))).toEqual({
    lastDay: mexicoDayOf(Date.now()),
    isOver: false,
  });
  await sql`ALTER TABLE order_events DISABLE TRIGGER USER`.execute(server.app.db);
  const order = await createOrderPaidDaysAgo(1);
  const yesterday = new Date(Date.now() - DAY_MS);
  await sql`UPDATE order_events SET at = ${yesterday} WHERE order_id = ${order.id}`.execute(server.app.db);
  await sql`ALTER TABLE order_events ENABLE TRIGGER USER`.execute(server.app.db);
  expect(await readDeadline(order)).toEqual({ lastDay: mexicoDayOf(yesterday.getTime()), isOver: true });
  // The invoicing page shows it before the customer fills in any data.
  const response = await server.call("GET", `/api/v1/orders/reference/${order.reference}/invoice?phone=5511112222`);
  expect(response.json.order).toMatchObject({ lastDay: mexicoDayOf(yesterday.getTime()), isOver: true });
});

test("the email about the shipped order states the last day to request its invoice", async () => {
  const order = await createShippedOrder(server);
  const { lastDay } = await readDeadline(order);
  expect(await readShippedMail(order)).toContain(`Puedes pedirla hasta el ${formatDay(lastDay)}`);
});

test("a shop that cannot seal invoices shows no deadline", async () => {
  await sql`UPDATE invoice_issuers SET is_demo = false, certificate = NULL, encrypted_csd_secret = NULL, certificate_number = NULL,
    certificate_ends_at = NULL WHERE shop_id = ${shopId}`.execute(server.app.db);
  const order = await createShippedOrder(server);
  expect(await readDeadline(order)).toBeNull();
  expect(await readShippedMail(order)).not.toContain("factura");
});
