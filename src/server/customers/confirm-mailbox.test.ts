import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Shop } from "../shops/shop.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { createTestSize } from "../testing/test-size.ts";
import { createTestGuest, PLAIN_CARRIER, type Guest } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { confirmMailbox } from "./confirm-mailbox.ts";
import { eraseCustomer } from "./office/erase-customer.ts";

let server: TestServer;
let secondApp: TestApp;
let shop: Shop;
const env = { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "127.0.0.1" };

beforeAll(async () => {
  server = await startTestServer(env);
  secondApp = await startAppOnDatabase(server.databaseConfig, env);
  shop = await server.findShop();
});
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
});

let usedIps = 0;
const newIpHeader = () => ({ "X-Forwarded-For": `203.0.113.${++usedIps}` });
const newMailbox = () => `${crypto.randomUUID()}@ejemplo.mx`;

const requestCode = (guest: Guest, email: string) =>
  server.call("POST", `/api/v1/customers/${guest.customerId}/mailbox`, {
    body: { email },
    token: guest.token,
    headers: newIpHeader(),
  });
const confirmCode = (guest: Guest, code: string) =>
  server.call("POST", `/api/v1/customers/${guest.customerId}/mailbox/confirm`, { body: { code }, token: guest.token });

/** The code in the newest email. */
async function readNewestCode(email: string): Promise<string> {
  await runEmailJobs(server.app);
  const mail = (await listMailsTo(server.app, email)).find(({ text }) => text.includes("Tu código es"));
  // The subject contains no code, because staff see subjects in the list of emails.
  expect(mail!.subject).toBe("Tu código para confirmar tu correo");
  return /\b(\d{6})\b/.exec(mail!.text)![1]!;
}

const storedEmailsOf = async ({ customerId }: Guest) =>
  server.app.db
    .selectFrom("customers")
    .select(["email", "confirmed_email"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();

test("a guest with a confirmed mailbox gets the higher limit of unpaid orders", async () => {
  const size = await createTestSize(server.app, { pieces: 40 });
  const guest = await createTestGuest(server.app, shop, null, "5500000001");
  const placeOrder = async () => {
    const headers = { "X-Forwarded-For": "198.51.100.1" };
    const line = { productId: size.productId, attributeId: size.sizeId, quantity: 1 };
    const { json } = await server.call("POST", "/api/v1/carts", { body: { products: [line] }, headers });
    const body = {
      customerId: guest.customerId,
      addressId: guest.addressId,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
    };
    return server.call("POST", `/api/v1/carts/${json.cart._id}/checkout`, { body, headers, token: guest.token });
  };
  for (let n = 0; n < 3; n++) expect((await placeOrder()).status).toBe(200);
  expect((await placeOrder()).json.code).toBe("UNPAID_TRANSFERS_LIMIT");

  const email = newMailbox();
  expect((await requestCode(guest, email.toUpperCase())).status).toBe(202);
  const code = await readNewestCode(email);
  const wrongCodeResponse = await confirmCode(guest, code === "000000" ? "000001" : "000000");
  expect([wrongCodeResponse.status, wrongCodeResponse.json.code, wrongCodeResponse.json.errors[0].path]).toEqual([
    422,
    "MAILBOX_CODE_WRONG",
    "code",
  ]);
  expect((await confirmCode(guest, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect(await storedEmailsOf(guest)).toEqual({ email, confirmed_email: email });
  for (let n = 0; n < 7; n++) expect((await placeOrder()).status).toBe(200);
  const overLimit = await placeOrder();
  expect(overLimit.json.code).toBe("UNPAID_LIMIT");
  expect(overLimit.json.detail).toContain("hasta 10 pedidos");
  expect((await confirmCode(guest, code)).json.code).toBe("MAILBOX_CODE_OVER");
});

test("orders of others with the same mailbox or phone do not block the mailbox's confirmed owner", async () => {
  const size = await createTestSize(server.app, { pieces: 40 });
  const [email, phone] = [newMailbox(), "5500000002"];
  const orderAs = async (guest: Guest) => {
    const headers = newIpHeader();
    const line = { productId: size.productId, attributeId: size.sizeId, quantity: 1 };
    const { json } = await server.call("POST", "/api/v1/carts", { body: { products: [line] }, headers });
    const body = {
      customerId: guest.customerId,
      addressId: guest.addressId,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
    };
    return server.call("POST", `/api/v1/carts/${json.cart._id}/checkout`, { body, headers, token: guest.token });
  };
  for (let n = 0; n < 3; n++)
    expect((await orderAs(await createTestGuest(server.app, shop, email, phone))).status).toBe(200);
  const owner = await createTestGuest(server.app, shop, email, phone);
  expect((await orderAs(owner)).status).toBe(409);
  await requestCode(owner, email);
  expect((await confirmCode(owner, await readNewestCode(email))).status).toBe(200);
  expect((await orderAs(owner)).status).toBe(200);
});

test("a code allows five attempts across all processes, and works only for its customer", async () => {
  const guest = await createTestGuest(server.app, shop);
  const email = newMailbox();
  await requestCode(guest, email);
  const code = await readNewestCode(email);
  expect((await confirmCode(await createTestGuest(server.app, shop), code)).json.code).toBe("MAILBOX_CODE_OVER");
  const wrongCode = code === "111111" ? "222222" : "111111";
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      confirmMailbox(n % 2 ? server.app : secondApp.app, guest.customerId, wrongCode),
    ),
  );
  expect(results.filter((result) => result !== "confirmed" && result.refused === "mailbox_code_wrong")).toHaveLength(5);
  expect((await confirmCode(guest, code)).json.code).toBe("MAILBOX_CODE_OVER");
  expect((await storedEmailsOf(guest)).confirmed_email).toBeNull();
  await requestCode(guest, email);
  expect((await confirmCode(guest, await readNewestCode(email))).status).toBe(200);
});

test("an expired code is refused, and only the newest is valid", async () => {
  const guest = await createTestGuest(server.app, shop);
  const email = newMailbox();
  await requestCode(guest, email);
  const oldCode = await readNewestCode(email);
  await requestCode(guest, email);
  const newestCode = await readNewestCode(email);
  if (oldCode !== newestCode) expect((await confirmCode(guest, oldCode)).json.code).toBe("MAILBOX_CODE_WRONG");
  await sql`UPDATE mailbox_codes SET expires_at = clock_timestamp() WHERE customer_id = ${guest.customerId}`.execute(
    server.app.db,
  );
  expect((await confirmCode(guest, newestCode)).json.code).toBe("MAILBOX_CODE_OVER");
});

test("a mailbox gets five codes a day from all customers and IP addresses, and the limit stores only its hash", async () => {
  const email = newMailbox();
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await requestCode(await createTestGuest(server.app, shop), email)).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  const { rows } = await sql<{ row: string }>`SELECT r::text AS row FROM rate_limits r`.execute(server.app.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(email);
});

test("erasing a customer deletes their mailbox and codes", async () => {
  const guest = await createTestGuest(server.app, shop);
  const email = newMailbox();
  await requestCode(guest, email);
  await confirmCode(guest, await readNewestCode(email));
  await requestCode(guest, newMailbox());
  const by = { memberId: null, name: "prueba", ip: null };
  expect(await eraseCustomer(server.app, guest.customerId, by)).toBe("erased");
  expect((await storedEmailsOf(guest)).confirmed_email).toBeNull();
  const codes = await server.app.db
    .selectFrom("mailbox_codes")
    .selectAll()
    .where("customer_id", "=", guest.customerId)
    .execute();
  expect(codes).toEqual([]);
});
