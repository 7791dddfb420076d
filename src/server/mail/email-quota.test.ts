import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../db/new-id.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { createShippedOrder } from "../testing/invoiced-order.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { sendEmail } from "./send-email.ts";
import { countMailsToday, searchSentMails } from "./sent-mails.ts";

let server: TestServer;
let secondApp: TestApp;
const env = { RATE_LIMIT_SCALE: "1" };
beforeAll(async () => {
  server = await startTestServer(env);
  secondApp = await startAppOnDatabase(server.databaseConfig, env);
});
beforeEach(() => sql`TRUNCATE email_quota_uses`.execute(server.app.db));
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
});

const QUOTA = 10;
const newMailbox = () => `${crypto.randomUUID()}@ejemplo.mx`;

async function send(to: string, job = "mail_order_created", options: object = {}, app = server.app): Promise<void> {
  const shop = await server.findShop();
  const email = { subject: "Recibimos tu pedido", shop, heading: "Hola", paragraphs: ["Gracias."] };
  await sendEmail(app, shop, email, { to, id: newId(), job, ...options });
}
const repeat = async (count: number, action: () => Promise<void>) => {
  for (let n = 0; n < count; n++) await action();
};
const countMailsTo = async (to: string) => (await listMailsTo(server.app, to)).length;

test("an unconfirmed mailbox gets ten emails a day, from all processes together", async () => {
  const to = newMailbox();
  await Promise.all(Array.from({ length: 25 }, (_, n) => send(to, undefined, {}, (n % 2 ? server : secondApp).app)));
  expect(await countMailsTo(to)).toBe(QUOTA);
  await send(to.toUpperCase());
  expect(await countMailsTo(to.toUpperCase())).toBe(0);
  const otherMailbox = newMailbox();
  await send(otherMailbox);
  expect(await countMailsTo(otherMailbox)).toBe(1);
});

test("after a day a mailbox gets emails again, and an email is sent and counted once however often its job runs", async () => {
  const to = newMailbox();
  const id = newId();
  await repeat(3, () => send(to, undefined, { id }));
  await repeat(QUOTA, () => send(to));
  expect(await countMailsTo(to)).toBe(QUOTA);
  await sql`UPDATE email_quota_uses SET at = at - interval '25 hours'`.execute(server.app.db);
  await send(to);
  expect(await countMailsTo(to)).toBe(QUOTA + 1);
});

test("suppressed emails are marked in the list of emails, and do not count as sent today", async () => {
  const to = newMailbox();
  const countBefore = await countMailsToday(server.app.genericPlanDb);
  await repeat(QUOTA + 2, () => send(to));
  const listedMails = await searchSentMails(server.app.genericPlanDb, { text: to, limit: 50 });
  expect(listedMails.filter(({ isSuppressed }) => isSuppressed)).toHaveLength(2);
  expect(listedMails).toHaveLength(QUOTA + 2);
  expect(await countMailsToday(server.app.genericPlanDb)).toBe(countBefore + QUOTA);
});

test("emails about orders to a customer's mailbox are always sent, emails that anybody can request only up to the quota", async () => {
  const to = "ana@ejemplo.mx";
  const countBefore = await countMailsTo(to);
  await repeat(QUOTA + 5, () => send(to));
  expect(await countMailsTo(to)).toBe(countBefore + QUOTA + 5);
  await repeat(QUOTA + 5, () => send(to, "mail_password_reset"));
  expect(await countMailsTo(to)).toBe(countBefore + 2 * QUOTA + 5);
  // The emails that anybody can request do not use up the quota of the email about a change of the account.
  await send(to, "mail_account_changed");
  expect(await countMailsTo(to)).toBe(countBefore + 2 * QUOTA + 6);
});

test("emails about a paid order to its own mailbox are always sent", async () => {
  const to = newMailbox();
  const { id } = await createShippedOrder(server);
  await runEmailJobs(server.app);
  await sql`UPDATE orders SET customer_email = ${to} WHERE id = ${id}`.execute(server.app.db);
  const about = { orderId: id, payload: {} };
  await repeat(QUOTA + 2, () => send(to, "mail_order_moved", { about }));
  expect(await countMailsTo(to)).toBe(QUOTA + 2);
  const otherMailbox = newMailbox();
  await repeat(QUOTA + 2, () => send(otherMailbox, "mail_invoice", { about }));
  expect(await countMailsTo(otherMailbox)).toBe(QUOTA);
});

test("a mailbox that a guest confirmed by a code gets all emails about orders", async () => {
  const to = newMailbox();
  await sql`UPDATE customers SET confirmed_email = ${to}
    WHERE id = (SELECT id FROM customers WHERE kind = 'guest' LIMIT 1)`.execute(server.app.db);
  await repeat(QUOTA + 2, () => send(to));
  expect(await countMailsTo(to)).toBe(QUOTA + 2);
});

test("other emails do not exhaust the quota of emails that restore access", async () => {
  const to = newMailbox();
  await repeat(QUOTA + 1, () => send(to, "mail_waiting_asked"));
  await send(to, "mail_password_reset");
  expect(await countMailsTo(to)).toBe(QUOTA + 1);
});

test("emails that staff send are always sent", async () => {
  const to = newMailbox();
  await repeat(QUOTA, () => send(to));
  await send(to, "mail_order_created", { isByStaff: true });
  expect(await countMailsTo(to)).toBe(QUOTA + 1);
});

test("a shop's setting changes the quota", async () => {
  const settings = sql`jsonb_set(settings, '{accounts,unverifiedMailsPerDay}', '2')`;
  await sql`UPDATE shops SET settings = ${settings} WHERE key = 'matriz'`.execute(server.app.db);
  await server.app.shops.refresh();
  const to = newMailbox();
  await repeat(4, () => send(to));
  expect(await countMailsTo(to)).toBe(2);
});

test("a job whose email is suppressed succeeds", async () => {
  const to = newMailbox();
  const { app } = server;
  const shop = await server.findShop();
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{accounts,unverifiedMailsPerDay}', '3')`.execute(app.db);
  await app.shops.refresh();
  for (let n = 0; n < 5; n++) {
    await sql`SELECT graphile_worker.add_job('mail_sample', ${JSON.stringify({
      shopId: shop.id,
      to,
      kind: "orderCreated",
      id: newId(),
    })}::json)`.execute(app.db);
  }
  await runEmailJobs(app);
  expect(await countMailsTo(to)).toBe(3);
});
