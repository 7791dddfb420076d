import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../db/new-id.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { shippedOrder } from "../testing/invoiced-order.ts";
import { startSecondApp, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { sendEmail } from "./send-email.ts";
import { countMailsToday, searchSentMails } from "./sent-mails.ts";

let shop: TestServer;
let second: TestApp;
const env = { RATE_LIMIT_SCALE: "1" };
beforeAll(async () => {
  shop = await startTestServer(env);
  second = await startSecondApp(shop.address, env);
});
beforeEach(() => sql`TRUNCATE email_quota_uses`.execute(shop.app.db));
afterAll(async () => {
  await second.stop();
  await shop.stop();
});

const CAP = 10;
const somebody = () => `${crypto.randomUUID()}@ejemplo.mx`;

async function post(to: string, job = "mail_order_created", more: object = {}, app = shop.app): Promise<void> {
  const here = await shop.shop();
  const letter = { subject: "Recibimos tu pedido", shop: here, heading: "Hola", paragraphs: ["Gracias."] };
  await sendEmail(app, here, letter, { to, id: newId(), job, ...more });
}
const times = async (count: number, send: () => Promise<void>) => {
  for (let n = 0; n < count; n++) await send();
};
const arrivedAt = async (to: string) => (await mailsTo(shop.app, to)).length;

test("a mailbox that nobody confirmed gets ten a day, whatever process sends them", async () => {
  const to = somebody();
  await Promise.all(Array.from({ length: 25 }, (_, n) => post(to, undefined, {}, (n % 2 ? shop : second).app)));
  expect(await arrivedAt(to)).toBe(CAP);
  await post(to.toUpperCase());
  expect(await arrivedAt(to.toUpperCase())).toBe(0);
  const other = somebody();
  await post(other);
  expect(await arrivedAt(other)).toBe(1);
});

test("the next day it gets mails again; a second try at one mail counts once", async () => {
  const to = somebody();
  const id = newId();
  await times(3, () => post(to, undefined, { id }));
  await times(CAP, () => post(to));
  expect(await arrivedAt(to)).toBe(CAP + 2);
  await sql`UPDATE email_quota_uses SET at = at - interval '25 hours'`.execute(shop.app.db);
  await post(to);
  expect(await arrivedAt(to)).toBe(CAP + 3);
});

test("what was not sent is in the list of mails, marked, and not among those sent today", async () => {
  const to = somebody();
  const before = await countMailsToday(shop.app.genericPlans);
  await times(CAP + 2, () => post(to));
  const listed = await searchSentMails(shop.app.genericPlans, { text: to, limit: 50 });
  expect(listed.filter(({ isSuppressed }) => isSuppressed)).toHaveLength(2);
  expect(listed).toHaveLength(CAP + 2);
  expect(await countMailsToday(shop.app.genericPlans)).toBe(before + CAP);
});

test("mails about orders to a customer's mailbox are never dropped; links anybody can ask for are", async () => {
  const to = "ana@ejemplo.mx";
  const before = await arrivedAt(to);
  await times(CAP + 5, () => post(to));
  expect(await arrivedAt(to)).toBe(before + CAP + 5);
  await times(CAP + 5, () => post(to, "mail_password_reset"));
  expect(await arrivedAt(to)).toBe(before + 2 * CAP + 5);
  // Whoever uses those up hides no change of the account.
  await post(to, "mail_account_changed");
  expect(await arrivedAt(to)).toBe(before + 2 * CAP + 6);
});

test("mails about a paid order are never dropped, to its own mailbox", async () => {
  const to = somebody();
  const { id } = await shippedOrder(shop);
  await runJobs(shop.app);
  await sql`UPDATE orders SET customer_email = ${to} WHERE id = ${id}`.execute(shop.app.db);
  const about = { orderId: id, told: {} };
  await times(CAP + 2, () => post(to, "mail_order_moved", { about }));
  expect(await arrivedAt(to)).toBe(CAP + 2);
  const stranger = somebody();
  await times(CAP + 2, () => post(stranger, "mail_invoice", { about }));
  expect(await arrivedAt(stranger)).toBe(CAP);
});

test("a mailbox that a guest confirmed by a code is known", async () => {
  const to = somebody();
  await sql`UPDATE customers SET confirmed_email = ${to}
    WHERE id = (SELECT id FROM customers WHERE kind = 'guest' LIMIT 1)`.execute(shop.app.db);
  await times(CAP + 2, () => post(to));
  expect(await arrivedAt(to)).toBe(CAP + 2);
});

test("nobody uses up the mails that lead back into an account", async () => {
  const to = somebody();
  await times(CAP + 1, () => post(to, "mail_waiting_asked"));
  await post(to, "mail_password_reset");
  expect(await arrivedAt(to)).toBe(CAP + 1);
});

test("what staff send themselves goes out", async () => {
  const to = somebody();
  await times(CAP, () => post(to));
  await post(to, "mail_order_created", { isByStaff: true });
  expect(await arrivedAt(to)).toBe(CAP + 1);
});

test("the owner sets how many", async () => {
  const where = sql`jsonb_set(settings, '{accounts,unverifiedMailsPerDay}', '2')`;
  await sql`UPDATE shops SET settings = ${where} WHERE key = 'matriz'`.execute(shop.app.db);
  await shop.app.shops.refresh();
  const to = somebody();
  await times(4, () => post(to));
  expect(await arrivedAt(to)).toBe(2);
});

test("a job whose mail is not sent is done", async () => {
  const to = somebody();
  const { app } = shop;
  const here = await shop.shop();
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{accounts,unverifiedMailsPerDay}', '3')`.execute(app.db);
  await app.shops.refresh();
  for (let n = 0; n < 5; n++) {
    await sql`SELECT graphile_worker.add_job('mail_sample', ${JSON.stringify({
      shopId: here.id,
      to,
      kind: "orderCreated",
      id: newId(),
    })}::json)`.execute(app.db);
  }
  await runJobs(app);
  expect(await arrivedAt(to)).toBe(3);
});
