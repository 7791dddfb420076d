import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { availableOf, createTestSize } from "../testing/test-size.ts";
import { PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { createSuToken } from "./su-tokens.ts";

const ANA = "ana@ejemplo.mx";
const STAFF_NAME = "Marta, de atención a clientes";
const STAFF_ACTOR = { memberId: null, name: STAFF_NAME, ip: null };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const suLogin = (suToken: string, username = ANA) =>
  server.call("POST", "/api/v1/auth/login", { body: { username, password: "acceso-asistido", suToken } });

async function makeSuToken(username = ANA): Promise<string> {
  const createResult = await createSuToken(server.app, username, STAFF_ACTOR);
  if (isRefusal(createResult)) throw new Error(createResult.refused);
  return createResult.token;
}

async function startAssistedSession(): Promise<{ id: string; token: string }> {
  const { json } = await suLogin(await makeSuToken());
  return { id: json.customer._id, token: json.access_token };
}

async function listLoggedActions(customerId: string) {
  return server.app.db
    .selectFrom("assisted_actions")
    .select(["staff", "action", "phase", "target", "status", "request_id"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
}

test("a one-time token opens an assisted session of one hour, marked as assisted", async () => {
  const token = await makeSuToken();
  const { status, json } = await suLogin(token);
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: "OK", assistedBy: STAFF_NAME, customer: { username: ANA } });
  const minutes = (Date.parse(json.expiresOn) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(59);
  expect(minutes).toBeLessThanOrEqual(60);
  expect(await suLogin(token)).toMatchObject({ status: 401, json: { code: "LOGIN_FAILED" } });
});

test("of several concurrent uses of a token exactly one opens a session", async () => {
  const token = await makeSuToken();
  const responses = await Promise.all([1, 2, 3, 4].map(() => suLogin(token)));
  expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
});

test("a missing, forged or expired token, or another customer's, is refused", async () => {
  const body = { name: "Leo", lastName: "Paz", phone: "5500001111", username: "leo@ejemplo.mx", password: "secreta-1" };
  await server.call("POST", "/api/v1/customers", { body });
  const placeholder = { username: ANA, password: "acceso-asistido" };
  expect((await server.call("POST", "/api/v1/auth/login", { body: placeholder })).status).toBe(401);
  const forgedTokenResponse = await suLogin("A".repeat(43));
  expect([forgedTokenResponse.status, forgedTokenResponse.json.code]).toEqual([401, "LOGIN_FAILED"]);
  expect(forgedTokenResponse.json.detail).toContain("token");
  expect(forgedTokenResponse.json.detail).not.toContain("contraseña");
  // An unknown customer gets the same response.
  expect((await suLogin("A".repeat(43), "nadie@ejemplo.mx")).json.detail).toBe(forgedTokenResponse.json.detail);
  // The correct password does not make up for a wrong token.
  const passwordAndToken = { username: ANA, password: "demo1234", suToken: "A".repeat(43) };
  expect((await server.call("POST", "/api/v1/auth/login", { body: passwordAndToken })).status).toBe(401);
  const leosToken = await makeSuToken("leo@ejemplo.mx");
  expect((await suLogin(leosToken, ANA)).status).toBe(401);
  expect((await suLogin(leosToken, "leo@ejemplo.mx")).status).toBe(200);
  const expiredToken = await makeSuToken();
  await sql`UPDATE su_tokens SET expires_at = now() - interval '1 second'`.execute(server.app.db);
  expect((await suLogin(expiredToken)).status).toBe(401);
  expect(isRefusal(await createSuToken(server.app, "nadie@ejemplo.mx", STAFF_ACTOR))).toBe(true);
});

test("exchanging an assisted session's token keeps the staff member's name and the session's end", async () => {
  const { json: loginJson } = await suLogin(await makeSuToken());
  const { json } = await server.call("POST", "/api/v1/auth/refresh", { body: { token: loginJson.access_token } });
  expect(json.assistedBy).toBe(STAFF_NAME);
  expect(Date.parse(json.expiresOn)).toBeLessThanOrEqual(Date.parse(loginJson.expiresOn));
});

test("an assisted session cannot change the user name or the password, but it can change other data", async () => {
  const { id, token } = await startAssistedSession();
  const person = { name: "Ana", lastName: "Torres Rivera", phone: "5512345678" };
  const put = (body: object) => server.call("PUT", `/api/v1/customers/${id}`, { body: { ...person, ...body }, token });
  expect(await put({ username: "robada@ejemplo.mx" })).toMatchObject({
    status: 403,
    json: { code: "ASSISTED_NOT_ALLOWED" },
  });
  expect((await put({ username: ANA })).status).toBe(200);
  const body = { current: "demo1234", value: "robada-1" };
  expect((await server.call("PUT", `/api/v1/customers/${id}/password-update`, { body, token })).status).toBe(403);
});

test("every action is logged with staff and customer, before it and again with its outcome, without personal data", async () => {
  const { id, token } = await startAssistedSession();
  const countBefore = (await listLoggedActions(id)).length;
  const address = { street: "CANARIO-calle", neigh: "CANARIO", postalCode: "06000", city: "CANARIO", state: "CANARIO" };
  await server.call("POST", `/api/v1/customers/${id}/address`, { body: address, token });
  await server.call("GET", `/api/v1/customers/${id}/orders?query=CANARIO`, { token });
  await server.call("GET", "/api/v1/orders/01990000-0000-7000-8000-000000000000", { token });
  const actions = (await listLoggedActions(id)).slice(countBefore);
  expect(actions.map(({ staff, action, phase, status }) => [staff, action, phase, status])).toEqual([
    [STAFF_NAME, "addAddress", "asked", null],
    [STAFF_NAME, "addAddress", "answered", 200],
    [STAFF_NAME, "listOrders", "asked", null],
    [STAFF_NAME, "listOrders", "answered", 200],
    [STAFF_NAME, "getOrder", "asked", null],
    [STAFF_NAME, "getOrder", "answered", 404],
  ]);
  expect(actions[0]!.target).toEqual({ id, fields: ["street", "neigh", "postalCode", "city", "state"] });
  expect(actions[0]!.request_id).toBe(actions[1]!.request_id);
  expect(JSON.stringify(actions)).not.toContain("CANARIO");
  expect((await listLoggedActions(id)).filter(({ action }) => action === "login").length).toBeGreaterThan(0);
});

test("actions in the customer's own session are not logged", async () => {
  const { id } = await startAssistedSession();
  const countBefore = (await listLoggedActions(id)).length;
  const { json } = await server.call("POST", "/api/v1/auth/login", { body: { username: ANA, password: "demo1234" } });
  expect(json.assistedBy).toBeUndefined();
  await server.call("GET", `/api/v1/customers/${id}/orders`, { token: json.access_token });
  expect(await listLoggedActions(id)).toHaveLength(countBefore);
});

test("an order placed in an assisted session names the staff member, and the cart actions are logged", async () => {
  const { id, token } = await startAssistedSession();
  const size = await createTestSize(server.app, { pieces: 2 });
  const products = [{ productId: size.productId, attributeId: size.sizeId, quantity: 1 }];
  const { json: cartJson } = await server.call("POST", "/api/v1/carts", { body: { products }, token });
  expect(await availableOf(server.app, size.sizeId)).toBe(1);
  const { rows: addresses } = await sql<{ id: string }>`
    SELECT id FROM addresses WHERE customer_id = ${id} AND NOT is_deleted LIMIT 1`.execute(server.app.db);
  const body = { customerId: id, addressId: addresses[0]!.id, shippingId: PLAIN_CARRIER, payment_method: "TB" };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const placeOrder = () => server.call("POST", `/api/v1/carts/${cartJson.cart._id}/checkout`, { body, token, headers });
  const { json } = await placeOrder();
  expect((await placeOrder()).json).toEqual(json);
  const event = await server.app.db
    .selectFrom("order_events")
    .select("actor")
    .where("order_id", "=", json.order._id)
    .executeTakeFirstOrThrow();
  expect(event.actor).toBe(`${STAFF_NAME}, por el cliente ${id}`);
  expect((await listLoggedActions(id)).filter(({ phase }) => phase === "asked").slice(-2)).toMatchObject([
    { action: "createCart" },
    { action: "checkout" },
  ]);
  // The repetition did nothing, so it is not logged.
  expect((await listLoggedActions(id)).filter(({ action }) => action === "checkout").slice(-2)).toMatchObject([
    { phase: "asked" },
    { phase: "answered", status: 200 },
  ]);
});

test("the log is append-only", async () => {
  const { id } = await startAssistedSession();
  const { db } = server.app;
  await expect(db.updateTable("assisted_actions").set({ staff: "nadie" }).execute()).rejects.toThrow(/append-only/);
  await expect(db.deleteFrom("assisted_actions").where("customer_id", "=", id).execute()).rejects.toThrow(
    /append-only/,
  );
  await expect(sql`TRUNCATE assisted_actions`.execute(db)).rejects.toThrow(/append-only/);
});

test("an action that cannot be logged is not done", async () => {
  const { id, token } = await startAssistedSession();
  await sql`ALTER TABLE assisted_actions ADD CONSTRAINT broken CHECK (action <> 'addAddress') NOT VALID`.execute(
    server.app.db,
  );
  const body = { street: "x", neigh: "x", postalCode: "06000", city: "x", state: "x" };
  const { status } = await server.call("POST", `/api/v1/customers/${id}/address`, { body, token });
  expect(status).toBe(500);
  const { rows } = await sql`SELECT FROM addresses WHERE customer_id = ${id} AND street = 'x'`.execute(server.app.db);
  expect(rows).toEqual([]);
  await sql`ALTER TABLE assisted_actions DROP CONSTRAINT broken`.execute(server.app.db);
});
