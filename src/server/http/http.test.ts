import { request } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("every endpoint of the contract is bound, and its errors are problems", async () => {
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const { method, path } = splitOperation(name);
    const answer = await server.call(method, path.replaceAll(/\{\w+\}/g, "x"), method === "GET" ? {} : { body: {} });
    expect([name, answer.json?.detail]).not.toEqual([name, "Esta dirección no existe en la API."]);
    expect([name, answer.status < 500]).toEqual([name, true]);
    if (answer.status >= 400) expect(answer.headers.get("content-type")).toContain("application/problem+json");
  }
});

test("the contract is served as OpenAPI 3.1, with a page to try it", async () => {
  const { json } = await server.call("GET", "/api/openapi.json");
  expect(json.openapi).toBe("3.1.0");
  const describedOperations = Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(describedOperations.toSorted()).toEqual(Object.values<string>(OPERATIONS).toSorted());
  expect((await server.call("GET", "/api/docs")).text).toContain("swagger-ui");
});

test("an unknown call is answered with a problem, not a page", async () => {
  expect(await server.call("GET", "/api/v1/no-existe")).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  expect((await server.call("DELETE", "/api/v1/carts")).status).toBe(404);
});

test("responses have the security headers", async () => {
  const { headers } = await server.call("GET", "/api/v1/app");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test.each(["/api/v1/app", "/api/docs", "/no-existe", "/pictures/0123abcd.360.avif", "/%00"])(
  "%s has a policy against framing, plugins and a changed base",
  async (path) => {
    const policy = (await server.call("GET", path)).headers.get("content-security-policy");
    expect(policy).toMatch(/(?:object|default)-src 'none'/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  },
);

test("TRACE is refused", async () => {
  const status = await new Promise<number>((resolve, reject) => {
    request(`${server.origin}/api/v1/app`, { method: "TRACE" }, (response) => resolve(response.resume().statusCode!))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(404);
});

describe("the shop of a request", () => {
  test("is named by X-Shop in demo mode, and is the head office if no header names a shop", async () => {
    const readShopKey = async (options: object) => (await server.call("GET", "/api/v1/app", options)).json.key;
    expect(await readShopKey({ shop: "norte" })).toBe("norte");
    expect(await readShopKey({})).toBe("matriz");
    expect(await readShopKey({ shop: "no-existe" })).toBe("matriz");
  });
});

describe("maintenance", () => {
  const setMaintenance = (enabled: boolean) =>
    sql`UPDATE shops SET settings = jsonb_set(settings, '{management,maintenance,enabled}', ${String(enabled)}::jsonb)
      WHERE key = 'norte'`.execute(server.app.db);

  test("refuses calls with Retry-After, but not those that stay open, such as the app's settings", async () => {
    await setMaintenance(true);
    const readApp = async () => (await server.call("GET", "/api/v1/app", { shop: "norte" })).json;
    await expect
      .poll(async () => (await readApp()).settings.management.maintenance.enabled, { timeout: 2_000 })
      .toBe(true);
    const brandsResponse = await server.call("GET", "/api/v1/brands", { shop: "norte" });
    expect(brandsResponse).toMatchObject({ status: 503, json: { code: "MAINTENANCE" } });
    expect(Number(brandsResponse.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await server.call("GET", "/healthz")).status).toBe(200);
    expect((await server.call("GET", "/api/v1/brands")).status).toBe(200);
    await setMaintenance(false);
  });
});

test("/healthz reports the process, /readyz the database", async () => {
  expect(await server.call("GET", "/healthz")).toMatchObject({ status: 200, json: { status: "ok" } });
  expect(await server.call("GET", "/readyz")).toMatchObject({ status: 200, json: { status: "ready" } });
});

test("too many writes from one IP address get 429 with Retry-After", async () => {
  const strictServer = await startTestServer({ RATE_LIMIT_SCALE: "0.01" });
  const answers = [];
  for (let n = 0; n < 8; n++) answers.push(await strictServer.call("POST", "/api/v1/customers", { body: {} }));
  await strictServer.stop();
  const refusedAnswer = answers.find((answer) => answer.status === 429);
  expect(refusedAnswer?.json.code).toBe("TOO_MANY_REQUESTS");
  expect(Number(refusedAnswer?.headers.get("retry-after"))).toBeGreaterThan(0);
});

describe("hostile URLs", () => {
  test.each([
    "/api/v1/search2?category=%00",
    "/api/v1/search2?attribute=%00&brand=%00",
    "/api/v1/search2?searchTerm=%ED%A0%80",
    "//",
    "/%",
    `/pictures/${"a".repeat(400)}.360.avif`,
    "/pictures/..%2F..%2Fpackage.json",
    "/api/v1/products/%E0%A4%A",
  ])("%s never causes a 5xx", async (path) => {
    const { status } = await server.call("GET", path);
    expect(status).toBeLessThan(500);
  });
});

test("a replayed refusal is the same problem, byte for byte", async () => {
  const options = { body: { name: "x" }, headers: { "Idempotency-Key": crypto.randomUUID() } };
  const products = [{ productId: "x", attributeId: "x", quantity: 1 }];
  const cartId = "01990000-0000-7000-8000-000000000000";
  const send = () => server.call("PUT", `/api/v1/carts/${cartId}`, { ...options, body: { products } });
  const [first, second] = [await send(), await send()];
  expect(second.text).toBe(first.text);
  expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect(second.headers.get("idempotent-replayed")).toBe("true");
});

test("a hundred concurrent readiness probes are all answered", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.call("GET", "/readyz")));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
});
