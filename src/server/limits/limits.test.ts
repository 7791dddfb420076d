import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startAppOnDatabase, type TestApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { ipKey } from "./ip-key.ts";

const ANA = "ana@ejemplo.mx";
const PASSWORD = "demo1234";

let server: TestServer;
let secondApp: TestApp;
const env = { RATE_LIMIT_SCALE: "1", TRUST_PROXY: "127.0.0.1" };
beforeAll(async () => {
  server = await startTestServer(env);
  secondApp = await startAppOnDatabase(server.databaseConfig, env);
});
afterEach(() => sql`TRUNCATE failed_attempts, rate_limits`.execute(server.app.db));
afterAll(async () => {
  await secondApp.stop();
  await server.stop();
});

const forwardedFor = (ip: string) => ({ "X-Forwarded-For": ip });
const login = (ip: string, password: string, username = ANA) =>
  server.call("POST", "/api/v1/auth/login", { body: { username, password }, headers: forwardedFor(ip) });
/** Simulates that this many seconds pass. */
const elapse = (seconds: number) =>
  sql`UPDATE failed_attempts SET next_attempt_at = next_attempt_at - interval '1 second' * ${seconds}::int,
    expires_at = expires_at - interval '1 second' * ${seconds}::int`.execute(server.app.db);

describe("failed attempts", () => {
  test("beyond five in a row must wait, and the owner can sign in from another IP address", async () => {
    const answers = [];
    for (let n = 0; n < 40; n++) answers.push(await login("203.0.113.7", `intento ${n}`));
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    for (const { status, json, headers } of answers.slice(5)) {
      expect(status).toBe(429);
      expect(json.code).toBe("TOO_MANY_REQUESTS");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await login("203.0.113.7", PASSWORD)).status).toBe(429);
    expect((await login("198.51.100.9", PASSWORD)).status).toBe(200);
    const forgotOptions = { body: { username: ANA }, headers: forwardedFor("203.0.113.7") };
    expect((await server.call("POST", "/api/v1/auth/forgot", forgotOptions)).status).toBe(202);
  });

  test("that run concurrently in two processes cannot bypass the limit", async () => {
    const waitsSeconds = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? server : secondApp).app.failedAttempts.recordAttempt({
          secretKind: "password",
          account: ANA,
          ip: "203.0.113.8",
        }),
      ),
    );
    expect(waitsSeconds.filter((wait) => wait === null)).toHaveLength(5);
  });

  test("that run concurrently with successes are checked or must wait, none throws", async () => {
    const attempt = { secretKind: "staff factor" as const, account: "marta", ip: "203.0.113.40" };
    for (let round = 0; round < 40; round++) {
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, async (_, n) => {
          const { failedAttempts } = (n % 2 ? server : secondApp).app;
          const waitSeconds = await failedAttempts.recordAttempt(attempt);
          if (waitSeconds === null) await failedAttempts.recordSuccess(attempt);
          return waitSeconds;
        }),
      );
      for (const answer of answers) {
        if (answer.status === "rejected") throw answer.reason;
        expect(answer.value ?? 1).toBeGreaterThan(0);
        expect(answer.value ?? 1).toBeLessThanOrEqual(900);
      }
    }
  });

  test("double the wait each time, up to fifteen minutes", async () => {
    for (let n = 0; n < 5; n++) await login("203.0.113.9", "no");
    const waitsSeconds = [];
    for (let n = 0; n < 8; n++) {
      const { headers } = await login("203.0.113.9", "no");
      const waitSeconds = Number(headers.get("retry-after"));
      waitsSeconds.push(waitSeconds);
      await elapse(waitSeconds);
      expect((await login("203.0.113.9", "no")).status).toBe(401);
    }
    expect(waitsSeconds).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
  });

  test("expire an hour after the first, or immediately after a success", async () => {
    for (let n = 0; n < 5; n++) await login("203.0.113.10", "no");
    await elapse(3_601);
    for (let n = 0; n < 4; n++) expect((await login("203.0.113.10", "no")).status).toBe(401);
    expect((await login("203.0.113.10", PASSWORD)).status).toBe(200);
    for (let n = 0; n < 4; n++) expect((await login("203.0.113.10", "no")).status).toBe(401);
    expect((await login("203.0.113.10", PASSWORD)).status).toBe(200);
  });

  test("on one account from many IP addresses leave each of them two attempts, and the owner can sign in", async () => {
    for (let n = 0; n < 51; n++) {
      await server.app.failedAttempts.recordAttempt({ secretKind: "password", account: ANA, ip: `203.0.114.${n}` });
    }
    const otherIpStatuses = [];
    for (let n = 0; n < 3; n++) otherIpStatuses.push((await login("203.0.115.1", "no")).status);
    expect(otherIpStatuses).toEqual([401, 401, 429]);
    expect((await login("198.51.100.10", PASSWORD)).status).toBe(200);
  });

  test("of one IP address on many accounts make it wait for all accounts", async () => {
    for (let n = 0; n < 60; n++) {
      await server.app.failedAttempts.recordAttempt({
        secretKind: "password",
        account: `nadie${n}@ejemplo.mx`,
        ip: "203.0.113.12",
      });
    }
    expect((await login("203.0.113.12", PASSWORD)).status).toBe(429);
    expect((await login("203.0.113.13", PASSWORD)).status).toBe(200);
  });

  test("with unknown user names are limited like those with known ones", async () => {
    const statusesOf = async (username: string, ip: string) => {
      const statuses = [];
      for (let n = 0; n < 7; n++) statuses.push((await login(ip, "no", username)).status);
      return statuses;
    };
    expect(await statusesOf("nadie@ejemplo.mx", "203.0.113.14")).toEqual(await statusesOf(ANA, "203.0.113.15"));
  });

  test("with suTokens are counted, too", async () => {
    const body = { username: ANA, password: "x", suToken: "A".repeat(43) };
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      statuses.push(
        (await server.call("POST", "/api/v1/auth/login", { body, headers: forwardedFor("203.0.113.16") })).status,
      );
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("are not counted if they were not checked because of overload", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => login(`203.0.116.${n}`, PASSWORD, `nadie${n}@ejemplo.mx`)),
    );
    const overloadedIndexes = answers.flatMap(({ status }, n) => (status === 503 ? [n] : []));
    expect(overloadedIndexes.length).toBeGreaterThan(0);
    for (const n of overloadedIndexes.slice(0, 3)) {
      const statuses = [];
      for (let attemptIndex = 0; attemptIndex < 6; attemptIndex++) {
        statuses.push((await login(`203.0.116.${n}`, "no", `nadie${n}@ejemplo.mx`)).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    }
  });

  test("at the current password, in a change of password, are limited, too", async () => {
    const { json } = await login("203.0.113.17", PASSWORD);
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      const body = { current: "no", value: "otra-1234" };
      const options = { body, token: json.access_token, headers: forwardedFor("203.0.113.17") };
      statuses.push(
        (await server.call("PUT", `/api/v1/customers/${json.customer._id}/password-update`, options)).status,
      );
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test("are stored under hashes that do not reveal the account", async () => {
    await login("203.0.113.18", "no");
    const { rows } = await sql<{ row: string }>`SELECT failed_attempts::text AS row FROM failed_attempts`.execute(
      server.app.db,
    );
    expect(rows).toHaveLength(3);
    for (const { row } of rows) expect(row).not.toMatch(/ana|203\.0\.113/);
  });
});

describe("limits by IP address", () => {
  test("a forged X-Forwarded-For is ignored: only the configured proxy's value counts", async () => {
    const logInThrough = (n: number) => login(`10.0.0.${n}, 203.0.113.20`, "no");
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await logInThrough(n)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test.each([
    ["POST", "/api/v1/customers", { username: ANA, password: "x", name: "a", lastName: "b", phone: "5511112222" }, 30],
    ["POST", "/api/v1/auth/forgot", { username: "nadie@ejemplo.mx" }, 10],
    ["GET", "/api/v1/customers/find?phone=5512345678", undefined, 30],
    ["POST", "/api/v1/auth/reset", { token: "A".repeat(43), password: "recordada" }, 20],
  ])("%s %s gets Retry-After beyond its limit, on every process", async (method, path, body, maxCalls) => {
    const send = () => server.call(method, path, { body, headers: forwardedFor("203.0.113.30") });
    for (let n = 0; n < maxCalls; n++) expect((await send()).status).not.toBe(429);
    const refusedResponse = await send();
    expect(refusedResponse.status).toBe(429);
    expect(Number(refusedResponse.headers.get("retry-after"))).toBeGreaterThan(0);
    const limitByPath = {
      customers: "signUp",
      find: "findCustomer",
      forgot: "forgotPassword",
      reset: "resetPassword",
    } as const;
    const limit = limitByPath[path.split("?")[0]!.split("/").at(-1) as keyof typeof limitByPath];
    expect(await secondApp.app.limits.recordCall(limit, "203.0.113.30")).toBeGreaterThan(0);
    expect(await secondApp.app.limits.recordCall(limit, "203.0.113.31")).toBeNull();
  });
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("the limits' key of the IP address %s is %s", (ip, key) => {
  expect(ipKey(ip)).toBe(key);
});
