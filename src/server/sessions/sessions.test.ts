import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { purgeExpiredRows } from "../sign-in/purge-expired-rows.ts";
import { authenticateToken } from "./sessions.ts";
import { hashToken } from "./token.ts";

let server: TestServer;
let secondApp: TestApp;
beforeAll(async () => {
  server = await startTestServer();
  secondApp = await startAppOnDatabase(server.databaseConfig);
});
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
});

const post = (path: string, body: object, token?: string) => server.call("POST", path, { body, token });
const logIn = async (username = "ana@ejemplo.mx", password = "demo1234") =>
  post("/api/v1/auth/login", { username, password });
const newLogin = async (): Promise<{ token: string; id: string }> => {
  const { json } = await logIn();
  return { token: json.access_token, id: json.customer._id };
};
const ordersOf = (id: string, token: string) => server.call("GET", `/api/v1/customers/${id}/orders`, { token });
const refresh = (token: string) => post("/api/v1/auth/refresh", { token });

const EVA = { name: "Eva", lastName: "Ruiz", phone: "5533334444" };

async function signUp(): Promise<{ id: string; token: string; username: string }> {
  const username = `${crypto.randomUUID()}@ejemplo.mx`;
  const { json } = await post("/api/v1/customers", { ...EVA, username, password: "secreta-1" });
  return { id: json.customer._id, token: json.access_token, username };
}

describe("signing in", () => {
  test("opens a session by email or phone, in any spelling", async () => {
    const { json, status, headers } = await logIn(" ANA@Ejemplo.mx ", " demo1234 ");
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: "OK", customer: { type: "registered", username: "ana@ejemplo.mx" } });
    expect(json.assistedBy).toBeUndefined();
    expect(Date.parse(json.expiresOn)).toBeGreaterThan(Date.now());
    expect(json.access_token).toMatch(/^[\w-]{43}$/);
    expect(headers.get("cache-control")).toBe("no-store");
    await post("/api/v1/customers", {
      name: "Leo",
      lastName: "Paz",
      phone: "5500001111",
      username: "(55) 0000-1111",
      password: "por-telefono",
    });
    expect((await logIn("+52 55 0000 1111", "por-telefono")).json.customer.username).toBe("5500001111");
  });

  test("gives the same refusal for an unknown user, a wrong password, a guest's phone and invalid input", async () => {
    const responses = await Promise.all([
      logIn("ana@ejemplo.mx", "demo12345"),
      logIn("nadie@ejemplo.mx", "demo1234"),
      logIn("5500000010", "demo1234"),
      logIn("' OR 1=1 --", "x"),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(401);
      expect(response.json).toMatchObject({ code: "LOGIN_FAILED", detail: "Usuario y/o contraseña incorrectos" });
      expect(response.text).toBe(responses[0].text);
    }
  });

  test.each([
    ["by password", () => ({ path: "/api/v1/auth/login", body: { username: "ana@ejemplo.mx", password: "demo1234" } })],
    [
      "by registering",
      () => ({
        path: "/api/v1/customers",
        body: { ...EVA, username: `${crypto.randomUUID()}@ejemplo.mx`, password: "secreta-1" },
      }),
    ],
  ])("ends the session whose token came with the request: %s", async (_, makeRequest) => {
    const [oldSession, otherSession] = [await newLogin(), await newLogin()];
    const { path, body } = makeRequest();
    const { status, json } = await post(path, body, oldSession.token);
    expect(status).toBe(200);
    expect((await ordersOf(oldSession.id, oldSession.token)).status).toBe(401);
    expect((await ordersOf(json.customer._id, json.access_token)).status).toBe(200);
    expect((await ordersOf(otherSession.id, otherSession.token)).status).toBe(200);
  });

  test("that fails does not end the session whose token came with the request", async () => {
    const { token, id } = await newLogin();
    const wrongCredentials = { username: "ana@ejemplo.mx", password: "no" };
    expect((await post("/api/v1/auth/login", wrongCredentials, token)).status).toBe(401);
    expect((await ordersOf(id, token)).status).toBe(200);
  });

  test("works with an invalid token in the request", async () => {
    const body = { username: "ana@ejemplo.mx", password: "demo1234" };
    expect((await post("/api/v1/auth/login", body, "A".repeat(43))).status).toBe(200);
  });

  test("the database stores no usable token", async () => {
    const { token } = await newLogin();
    const { rows } = await sql<{ row: string }>`SELECT sessions::text AS row FROM sessions`.execute(server.app.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(token);
  });

  test("a password hashed with old parameters is hashed again", async () => {
    const { id, username } = await signUp();
    const weakHashPrefix = "$argon2id$v=19$m=8192,t=1,p=1$YWJjZGVmZ2hpamtsbW5vcA$";
    const { argon2Sync } = await import("node:crypto");
    const tag = argon2Sync("argon2id", {
      message: "secreta-1",
      nonce: Buffer.from("abcdefghijklmnop"),
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const hash = weakHashPrefix + tag.toString("base64").replace(/=+$/, "");
    await server.app.db.updateTable("customers").set({ password_hash: hash }).where("id", "=", id).execute();
    expect((await logIn(username, "secreta-1")).status).toBe(200);
    const row = await server.app.db
      .selectFrom("customers")
      .select("password_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toContain("m=19456,t=2,p=1");
    expect((await logIn(username, "secreta-1")).status).toBe(200);
  });
});

describe("exchanging a token", () => {
  test("two tabs that exchange it concurrently both continue, and the old one works a little longer", async () => {
    const { token, id } = await newLogin();
    const [firstResponse, secondResponse] = await Promise.all([refresh(token), refresh(token)]);
    expect(firstResponse.json.access_token).not.toBe(secondResponse.json.access_token);
    for (const validToken of [token, firstResponse.json.access_token, secondResponse.json.access_token]) {
      expect((await ordersOf(id, validToken)).status).toBe(200);
    }
  });

  /** Moves the time at which this customer's tokens were replaced back by this many seconds. */
  const backdateReplacement = (customerId: string, seconds: number) =>
    sql`UPDATE sessions SET replaced_at = replaced_at - interval '1 second' * ${seconds}::int
      WHERE customer_id = ${customerId}`.execute(server.app.db);

  test("without receiving the response leaves the old token valid until a new one is used", async () => {
    const { token, id } = await signUp();
    expect((await refresh(token)).status).toBe(200);
    await backdateReplacement(id, 300);
    expect((await ordersOf(id, token)).status).toBe(200);
    const secondResponse = await refresh(token);
    expect(secondResponse.status).toBe(200);
    await backdateReplacement(id, 300);
    expect((await ordersOf(id, secondResponse.json.access_token)).status).toBe(200);
    await backdateReplacement(id, 11);
    expect((await refresh(token)).status).toBe(401);
  });

  test.each([
    ["requesting with", (id: string, token: string) => ordersOf(id, token)],
    ["exchanging", (_: string, token: string) => refresh(token)],
  ])("a replaced token used after its successor ends the whole session: %s it", async (_, useToken) => {
    const { token, id } = await signUp();
    const otherSession = await newLogin();
    const { json } = await refresh(token);
    expect((await ordersOf(id, json.access_token)).status).toBe(200);
    await backdateReplacement(id, 11);
    expect((await ordersOf(id, json.access_token)).status).toBe(200);
    expect((await useToken(id, token)).status).toBe(401);
    expect((await ordersOf(id, json.access_token)).status).toBe(401);
    expect((await ordersOf(otherSession.id, otherSession.token)).status).toBe(200);
  });

  test("the later use of a second token from the same exchange ends the session", async () => {
    const { token, id } = await signUp();
    const unusedToken = (await refresh(token)).json.access_token;
    const { json } = await refresh(token);
    expect((await ordersOf(id, json.access_token)).status).toBe(200);
    await backdateReplacement(id, 11);
    expect((await ordersOf(id, unusedToken)).status).toBe(401);
    expect((await ordersOf(id, json.access_token)).status).toBe(401);
  });

  test("in two concurrent tabs leaves both tokens valid for the rest of the session", async () => {
    const { token, id } = await signUp();
    const tabTokens = (await Promise.all([refresh(token), refresh(token)])).map(({ json }) => json.access_token);
    const firstResponses = await Promise.all(tabTokens.map((tabToken) => ordersOf(id, tabToken)));
    expect(firstResponses.map(({ status }) => status)).toEqual([200, 200]);
    await backdateReplacement(id, 3_600);
    for (const tabToken of tabTokens) expect((await ordersOf(id, tabToken)).status).toBe(200);
  });

  test("does not extend the session beyond its maximum lifetime", async () => {
    const { token } = await newLogin();
    await sql`UPDATE sessions SET ends_at = now() + interval '2 hours', expires_at = now() + interval '1 hour'
      WHERE token_hash = ${hashToken(token)}`.execute(server.app.db);
    const { json } = await refresh(token);
    expect(Date.parse(json.expiresOn) - Date.now()).toBeLessThan(2 * 3_600_000 + 1_000);
  });

  test.each(["", "x", "A".repeat(43), "..", "a".repeat(201)])("with %j is refused", async (token) => {
    const { status } = await refresh(token);
    expect([401, 422]).toContain(status);
  });
});

describe("the end of a session", () => {
  test("comes after a time without use. Use postpones it, and is recorded at most once an hour", async () => {
    const { token, id } = await newLogin();
    const ownSession = sql`token_hash = ${hashToken(token)}`;
    const readExpiry = async () =>
      (await sql<{ at: Date }>`SELECT expires_at AS at FROM sessions WHERE ${ownSession}`.execute(server.app.db))
        .rows[0]!.at;
    const updateSession = (values: ReturnType<typeof sql>) =>
      sql`UPDATE sessions SET ${values} WHERE ${ownSession}`.execute(server.app.db);
    await updateSession(sql`used_at = now() - interval '59 minutes', expires_at = now() + interval '1 day'`);
    expect((await ordersOf(id, token)).status).toBe(200);
    expect((await readExpiry()).getTime()).toBeLessThan(Date.now() + 86_400_000);
    await updateSession(sql`used_at = now() - interval '61 minutes'`);
    expect((await ordersOf(id, token)).status).toBe(200);
    expect((await readExpiry()).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await updateSession(sql`expires_at = now() - interval '1 second'`);
    expect((await ordersOf(id, token)).status).toBe(401);
    expect((await refresh(token)).status).toBe(401);
  });

  test("by logging out is immediate in every process, for all its tokens", async () => {
    const { token, id } = await newLogin();
    const nextToken = (await refresh(token)).json.access_token;
    expect(await authenticateToken(secondApp.app.genericPlanDb, nextToken)).toMatchObject({ customerId: id });
    expect(await server.call("POST", "/api/v1/auth/logout", { token: nextToken })).toMatchObject({
      status: 204,
      text: "",
    });
    for (const endedToken of [token, nextToken]) {
      expect(await authenticateToken(secondApp.app.genericPlanDb, endedToken)).toBeUndefined();
      expect((await ordersOf(id, endedToken)).status).toBe(401);
      expect((await refresh(endedToken)).status).toBe(401);
    }
    expect((await server.call("POST", "/api/v1/auth/logout", { token: nextToken })).status).toBe(204);
    expect((await server.call("POST", "/api/v1/auth/logout")).status).toBe(204);
  });

  test("also ends a token that was created concurrently", async () => {
    for (let round = 0; round < 20; round++) {
      const { token } = await newLogin();
      const [, refreshResponse] = await Promise.all([
        server.call("POST", "/api/v1/auth/logout", { token }),
        refresh(token),
      ]);
      if (refreshResponse.status === 200) {
        expect(await authenticateToken(secondApp.app.genericPlanDb, refreshResponse.json.access_token)).toBeUndefined();
      }
    }
  });
});

describe("a new password", () => {
  const changePassword = (customer: { id: string; token: string }, body: object) =>
    server.call("PUT", `/api/v1/customers/${customer.id}/password-update`, {
      body: { _id: customer.id, ...body },
      token: customer.token,
    });

  test("ends all other sessions and keeps the current one", async () => {
    const eva = await signUp();
    const otherToken = (await logIn(eva.username, "secreta-1")).json.access_token;
    expect(await changePassword(eva, { current: "secreta-1", value: "otra-secreta" })).toMatchObject({
      status: 200,
      json: { status: "OK" },
    });
    expect((await ordersOf(eva.id, eva.token)).status).toBe(200);
    expect((await ordersOf(eva.id, otherToken)).status).toBe(401);
    expect((await logIn(eva.username, "secreta-1")).status).toBe(401);
    expect((await logIn(eva.username, "otra-secreta")).status).toBe(200);
  });

  test("sends a notification to the mailbox that is the user name", async () => {
    const eva = await signUp();
    await changePassword(eva, { current: "secreta-1", value: "otra-secreta" });
    await runEmailJobs(server.app);
    const mails = await listMailsTo(server.app, eva.username);
    expect(mails.map(({ subject }) => subject)).toEqual(["Cambió la contraseña de tu cuenta"]);
    expect(mails[0]!.text).not.toContain("otra-secreta");
  });

  test("requires the current password and a valid length", async () => {
    const eva = await signUp();
    expect(await changePassword(eva, { current: "no", value: "otra-secreta" })).toMatchObject({
      status: 422,
      json: { code: "PASSWORD_WRONG", detail: "La contraseña actual es incorrecta" },
    });
    expect(await changePassword(eva, { current: "secreta-1", value: "abc" })).toMatchObject({
      status: 422,
      json: { code: "PASSWORD_SHORT" },
    });
    expect((await changePassword(eva, { current: "secreta-1", value: "x".repeat(129) })).status).toBe(422);
    const longPassword = "ñ".repeat(64);
    expect((await changePassword(eva, { current: "secreta-1", value: longPassword })).status).toBe(200);
    expect((await logIn(eva.username, longPassword)).status).toBe(200);
  });

  test("cannot be set for another customer: path, body and token must name the same one", async () => {
    const [eva, leo] = [await signUp(), await signUp()];
    const body = { current: "secreta-1", value: "robada-1" };
    expect((await changePassword({ id: leo.id, token: eva.token }, body)).status).toBe(404);
    const response = await server.call("PUT", `/api/v1/customers/${eva.id}/password-update`, {
      body: { ...body, _id: leo.id },
      token: eva.token,
    });
    expect(response.status).toBe(404);
    expect((await logIn(leo.username, "secreta-1")).status).toBe(200);
  });
});

test("purging deletes expired rows, but not a reset link that counts for the hourly limit", async () => {
  const { token, id } = await newLogin();
  const expiredToken = (await newLogin()).token;
  const { db } = server.app;
  const anHourAgo = sql<Date>`now() - interval '1 hour'`;
  await db
    .updateTable("sessions")
    .set({ expires_at: anHourAgo })
    .where("token_hash", "=", hashToken(expiredToken))
    .execute();
  for (const [name, expires_at] of [
    ["old", sql<Date>`now() - interval '2 hours'`],
    ["recent", sql<Date>`now() - interval '1 minute'`],
  ] as const) {
    await db
      .insertInto("password_resets")
      .values({ token_hash: hashToken(name), customer_id: id, expires_at })
      .execute();
    await db
      .insertInto("su_tokens")
      .values({ token_hash: hashToken(name), customer_id: id, staff: "prueba", expires_at })
      .execute();
  }
  await purgeExpiredRows(server.app);
  expect((await ordersOf(id, token)).status).toBe(200);
  const { rows } = await sql<{ left: number }>`SELECT count(*) AS left FROM sessions WHERE expires_at < now()`.execute(
    db,
  );
  expect(rows[0]!.left).toBe(0);
  expect(await db.selectFrom("su_tokens").select("staff").execute()).toEqual([]);
  // The reset link that expired a minute ago still counts for the hourly limit of emails.
  const resets = await db.selectFrom("password_resets").select("token_hash").execute();
  expect(resets.map((row) => row.token_hash)).toEqual([hashToken("recent")]);
});
