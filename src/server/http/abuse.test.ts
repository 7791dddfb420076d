import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { UNSTORABLE_TEXT_ERROR } from "../../domain/storable-text.ts";
import { openLog } from "../log.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { openSession } from "../sessions/sessions.ts";
import { createTestSize } from "../testing/test-size.ts";
import { PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { isUnreadableTextError } from "./problems.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

const log: string[] = [];
let server: TestServer;
let ana: { id: string; token: string };
beforeAll(async () => {
  server = await startTestServer({}, undefined, openLog("debug", { write: (line) => void log.push(line) }));
  const body = { username: "ana@ejemplo.mx", password: "demo1234" };
  const { json } = await server.call("POST", "/api/v1/auth/login", { body });
  ana = { id: json.customer._id, token: json.access_token };
});
afterAll(() => server.stop());

const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
const OPERATIONS_WITH_BODY = OPERATION_NAMES.filter((name) => (API[name] as Endpoint).body);

/**
 * An operation's path, with each of its parameters replaced by the given value, which is the caller's own id by
 * default.
 */
function pathOf(name: OperationName, parameter = ana.id): string {
  return splitOperation(name).path.replaceAll(/\{\w+\}/g, parameter);
}

describe.each(OPERATIONS_WITH_BODY)("%s rejects a body that is", (name) => {
  const { method } = splitOperation(name);
  const send = (raw: string | Uint8Array, contentType = "application/json") =>
    server.call(method, pathOf(name), { rawBody: raw, headers: { "Content-Type": contentType }, token: ana.token });

  test.each([
    ["invalid JSON", "{", 400],
    ["empty", "", 400],
    ["not UTF-8", Uint8Array.from([0x22, 0xff, 0x22]), 400],
    ["null", "null", 422],
    ["a list", "[]", 422],
    ["a text", '"x"', 422],
    ["a list nested too deeply", "[".repeat(20_000) + "]".repeat(20_000), 422],
    ["without its fields", "{}", 422],
    ["of nulls", '{"name":null,"username":null,"products":null,"title":null,"token":null,"key":null}', 422],
    ["more than 256 KiB", JSON.stringify({ name: "x".repeat(256 * 1024) }), 413],
  ])("%s", async (_, raw, expectedStatus) => {
    const { status, headers } = await send(raw as string);
    expect(status).toBe(expectedStatus);
    expect(headers.get("content-type")).toContain("application/problem+json");
  });

  test("not declared as JSON", async () => {
    for (const contentType of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/jsonx",
      "application/json-patch+json",
    ]) {
      expect((await send("{}", contentType)).status).toBe(415);
    }
  });
});

describe("hostile values in the path and the query", () => {
  const HOSTILE_VALUES = [
    "'",
    "%00",
    "%27%20OR%201%3D1--",
    "..%2F..%2F",
    "%F0%9F%92%A9",
    "x".repeat(2_000),
    "null",
    "-1",
    "%",
  ];

  test.each(OPERATION_NAMES)("%s never answers them with a 5xx", async (name) => {
    const { method, path } = splitOperation(name);
    const body = (API[name] as Endpoint).body ? {} : undefined;
    // A new session for each operation, because one of them logs out.
    const { token } = await openSession(server.app.genericPlanDb, ana.id);
    for (const hostileValue of HOSTILE_VALUES) {
      if (path.includes("{")) {
        const answer = await server.call(method, pathOf(name, hostileValue), { body, token });
        expect([hostileValue, answer.status < 500]).toEqual([hostileValue, true]);
      }
      const query = ["page", "size", "query", "kind", "key", "phone", "searchTerm"].map(
        (key) => `${key}=${hostileValue}`,
      );
      const response = await server.call(method, `${pathOf(name)}?${query.join("&")}`, { body, token });
      expect([hostileValue, response.status < 500]).toEqual([hostileValue, true]);
    }
  });
});

describe("texts that cannot be stored", () => {
  test.each(["%00", "%07", "a%1Fb", "%7F"])("%s in a URL of the API or of a page is refused", async (text) => {
    for (const name of OPERATION_NAMES) {
      const { method, path: pattern } = splitOperation(name);
      const body = (API[name] as Endpoint).body ? {} : undefined;
      const paths = [`${pathOf(name)}?key=${text}`, ...(pattern.includes("{") ? [pathOf(name, text)] : [])];
      for (const path of paths) {
        expect((await server.call(method, path, { body, token: ana.token })).status, path).toBe(400);
      }
    }
    for (const path of [`/?searchTerm=${text}`, `/products/${text}/details`, `/panel/pedidos?q=${text}`, `/${text}`]) {
      expect((await server.call("GET", path)).status, path).toBe(400);
    }
  });

  test("that the URL check allows are refused at their parameter", async () => {
    expect((await server.call("GET", "/api/v1/products/%C2%9B")).status).toBe(400);
    const { status, json } = await server.call("GET", "/api/v1/search2?searchTerm=%C2%9B");
    expect([status, json.errors[0]]).toEqual([422, { path: "searchTerm", message: UNSTORABLE_TEXT_ERROR }]);
  });

  test.each(["\u0000", "\u0007", "\ud800"])("%j in a body is refused at its field", async (text) => {
    const body = { title: "Bien", category: text, review: "Bien.", rate: 5 };
    const { status, json } = await server.call("POST", "/api/v1/reviews", { body, token: ana.token });
    expect([status, json.errors]).toEqual([422, [{ path: "category", message: UNSTORABLE_TEXT_ERROR }]]);
  });

  test("that reach PostgreSQL are still reported as the caller's error", async () => {
    const error = await sql`SELECT ${"\u0000"}::text`.execute(server.app.db).catch((queryError: Error) => queryError);
    expect(isUnreadableTextError(error)).toBe(true);
    const jsonError = await sql`SELECT ${JSON.stringify("\u0000")}::jsonb`
      .execute(server.app.db)
      .catch((queryError: Error) => queryError);
    expect(isUnreadableTextError(jsonError)).toBe(true);
  });
});

describe("fields that the caller may not set are ignored", () => {
  const FORBIDDEN_FIELDS = {
    _id: "01990000-0000-7000-8000-000000000000",
    id: "01990000-0000-7000-8000-000000000000",
    type: "registered",
    kind: "registered",
    access: "admin",
    role: "admin",
    price: 0.01,
    wholesalePrice: 0.01,
    shopPrice: 0.01,
    shopWholesalePrice: 0.01,
    unitPrice: 0.01,
    price_cents: 1,
    total: 0.01,
    grandTotal: 0.01,
    fee: 0,
    subtotal: 0.01,
    packaging: 0,
    status: "PAYMENT_ACCEPTED",
    state: "shown",
    isLocal: true,
    createdOn: "2001-01-01T00:00:00.000Z",
    created_at: "2001-01-01T00:00:00.000Z",
    author: { name: "Otra" },
    addresses: [{ street: "Otra" }],
    has_payment_attempts: true,
    customer_id: "01990000-0000-7000-8000-000000000000",
    shop_id: "01990000-0000-7000-8000-000000000000",
    password_hash: "x",
    assistedBy: "Marta",
    verified: true,
    trackingCode: "X",
    payBy: null,
  };
  const person = { name: "Eva", lastName: "Ruiz", phone: "5533334444" };
  const address = { street: "Calle 1", neigh: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };

  test("of a new guest", async () => {
    const { json } = await server.call("POST", "/api/v1/customers", { body: { ...FORBIDDEN_FIELDS, ...person } });
    expect(json.customer).toMatchObject({ type: "guest", username: null, addresses: [] });
    expect(json.customer._id).not.toBe(FORBIDDEN_FIELDS._id);
    expect(json.assistedBy).toBeUndefined();
    const row = await server.app.db
      .selectFrom("customers")
      .selectAll()
      .where("id", "=", json.customer._id)
      .executeTakeFirst();
    expect(row).toMatchObject({ kind: "guest", password_hash: null, rfc_file: null });
    expect(row!.created_at.getFullYear()).toBeGreaterThan(2001);
  });

  test("of an address, a cart, an order and its total", async () => {
    const { json } = await server.call("POST", "/api/v1/customers", { body: person });
    const token = json.access_token;
    const id = json.customer._id;
    const addressResponse = await server.call("POST", `/api/v1/customers/${id}/address`, {
      body: { ...FORBIDDEN_FIELDS, ...address },
      token,
    });
    const [storedAddress] = addressResponse.json.addresses;
    expect(storedAddress._id).not.toBe(FORBIDDEN_FIELDS._id);
    const size = await createTestSize(server.app, { pieces: 5, priceCents: 350_00 });
    const line = {
      ...FORBIDDEN_FIELDS,
      productId: size.productId,
      attributeId: size.sizeId,
      quantity: 2,
      name: "Gratis",
    };
    const { json: added } = await server.call("POST", "/api/v1/carts", {
      body: { ...FORBIDDEN_FIELDS, products: [line] },
      token,
    });
    expect(added.cart).toMatchObject({ state: "active", summary: { subtotal: 700 } });
    expect(added.cart.products[0]).toMatchObject({ price: 350, unitPrice: 350 });
    const body = {
      ...FORBIDDEN_FIELDS,
      customerId: id,
      addressId: storedAddress._id,
      shippingId: PLAIN_CARRIER,
      payment_method: "TB",
    };
    const placed = await server.call("POST", `/api/v1/carts/${added.cart._id}/checkout`, { body, token });
    const { order } = placed.json;
    expect(order).toMatchObject({ status: "WAITING_PAYMENT", total: 700 + 99 + 10, trackingCode: null, packaging: 10 });
    expect(order.has_payment_attempts).toBe(false);
    expect(Date.parse(order.createdOn)).toBeGreaterThan(Date.now() - 60_000);
    expect(order.payBy).not.toBeNull();
  });

  test("of a review", async () => {
    const body = { ...FORBIDDEN_FIELDS, title: "Bien", category: "Tienda", review: "Bien.", rate: 5 };
    const { json } = await server.call("POST", "/api/v1/reviews", { body, token: ana.token });
    expect(json.review).toMatchObject({ author: { name: "Ana" }, verified: true });
    expect(json.review._id).not.toBe(FORBIDDEN_FIELDS._id);
    expect(Date.parse(json.review.createdOn)).toBeGreaterThan(Date.now() - 60_000);
  });
});

test("a name is a single line of escaped text in emails, headers and responses", async () => {
  const email = `${crypto.randomUUID()}@ejemplo.mx`;
  const name = "Eva\r\nBcc: victima@ejemplo.mx\r\n\r\n<script>alert(1)</script>";
  const body = { name, lastName: "Ruiz\u202e", phone: "5533334444", username: email, password: "secreta-1" };
  const { json, status } = await server.call("POST", "/api/v1/customers", { body });
  expect(status).toBe(200);
  expect(json.customer.name).not.toMatch(/[\r\n]/);
  expect(json.customer.lastName).toBe("Ruiz");
  await server.call("POST", "/api/v1/auth/forgot", { body: { username: email } });
  await runEmailJobs(server.app);
  expect(await listMailsTo(server.app, "victima@ejemplo.mx")).toEqual([]);
  const [mail] = await listMailsTo(server.app, email);
  expect(mail!.html).not.toContain("<script>");
});

describe("the existence of a customer is not revealed", () => {
  test("by the response time of a wrong password", async () => {
    const measureMs = async (username: string): Promise<number> => {
      const startedAt = performance.now();
      const { status } = await server.call("POST", "/api/v1/auth/login", {
        body: { username, password: "incorrecta" },
      });
      expect(status).toBe(401);
      return performance.now() - startedAt;
    };
    expect(await describeTimingGap(measureMs, "ana@ejemplo.mx", "nadie@ejemplo.mx")).toBe("none");
  });

  test("by the response time of a request to reset a password", async () => {
    const measureMs = async (username: string): Promise<number> => {
      const startedAt = performance.now();
      expect((await server.call("POST", "/api/v1/auth/forgot", { body: { username } })).status).toBe(202);
      return performance.now() - startedAt;
    };
    expect(await describeTimingGap(measureMs, "ana@ejemplo.mx", "nadie@ejemplo.mx")).toBe("none");
  });

  test("by the lookup of a phone number, or its response time", async () => {
    const measureMs = async (phone: string): Promise<number> => {
      const startedAt = performance.now();
      const { json } = await server.call("GET", `/api/v1/customers/find?phone=${phone}`);
      expect(json).toEqual({ status: "NOT_FOUND", customer: null });
      return performance.now() - startedAt;
    };
    expect(await describeTimingGap(measureMs, "5512345678", "5500000000")).toBe("none");
  });

  /**
   * Returns "none" unless calls with the two values differ measurably. The calls are made in pairs, and the gap is the
   * median of the differences within a pair, because a busy machine slows either call of a pair equally often. If the
   * password of an unknown user were not hashed, nearly the whole time would be missing.
   */
  async function describeTimingGap(
    measureMs: (value: string) => Promise<number>,
    knownValue: string,
    unknownValue: string,
  ): Promise<string> {
    const timesMs: number[] = [];
    const differencesMs: number[] = [];
    for (let n = 0; n < 40; n++) {
      const isKnownFirst = n % 2 === 0;
      const firstMs = await measureMs(isKnownFirst ? knownValue : unknownValue);
      const secondMs = await measureMs(isKnownFirst ? unknownValue : knownValue);
      timesMs.push(firstMs, secondMs);
      differencesMs.push(isKnownFirst ? firstMs - secondMs : secondMs - firstMs);
    }
    const medianOf = (values: number[]) => values.toSorted((x, y) => x - y)[values.length >> 1]!;
    const [medianMs, gapMs] = [medianOf(timesMs), medianOf(differencesMs)];
    return Math.abs(gapMs) < Math.max(5, medianMs / 4) ? "none" : `${gapMs} of ${medianMs} ms`;
  }
}, 60_000);

test("of a hundred concurrent sign-ins some are answered, and the others get 503 with Retry-After", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      server.call("POST", "/api/v1/auth/login", { body: { username: `nadie${n}@ejemplo.mx`, password: "x" } }),
    ),
  );
  const busyAnswers = answers.filter(({ status }) => status === 503);
  expect(busyAnswers.length).toBeGreaterThan(0);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  for (const { headers } of busyAnswers) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("the log never contains personal data, whatever fails", async () => {
  const canary = "CANARIO";
  const username = `${canary}-${crypto.randomUUID()}@ejemplo.mx`.toLowerCase();
  const person = { name: canary, lastName: canary, phone: "5598761234", rfc: canary };
  const address = { street: canary, neigh: canary, postalCode: "98765", city: canary, state: canary };
  const send = (method: string, path: string, body?: object, token?: string, headers?: Record<string, string>) =>
    server.call(method, path, { body, token, headers });
  const { json } = await send("POST", "/api/v1/customers", { ...person, username, password: `${canary}-clave` });
  const token = json.access_token;
  const id = json.customer._id;
  const sendAll = async (): Promise<void> => {
    await send("POST", "/api/v1/auth/login", { username, password: `${canary}-otra` });
    await send("POST", "/api/v1/auth/refresh", { token: `${canary}${"A".repeat(40)}` });
    await send("POST", "/api/v1/auth/forgot", { username });
    await send("POST", "/api/v1/auth/reset", { token: `${canary}${"A".repeat(40)}`, password: `${canary}-clave` });
    await send("POST", "/api/v1/customers", { ...person, email: username }, undefined, { "Idempotency-Key": canary });
    await send("POST", "/api/v1/customers", { ...person, username, password: `${canary}-clave` });
    await send("GET", `/api/v1/customers/find?phone=5598761234`, undefined, token);
    await send("PUT", `/api/v1/customers/${id}`, { ...person, username }, token);
    await send("PUT", `/api/v1/customers/${id}/password-update`, { current: canary, value: `${canary}-nueva` }, token);
    await send("POST", `/api/v1/customers/${id}/address`, address, token);
    await send("GET", `/api/v1/customers/${id}/orders?query=${canary}`, undefined, token);
    await send("POST", "/api/v1/reviews", { title: canary, category: canary, review: canary, rate: 5 }, token);
    await send("GET", `/api/v1/orders/${id}?key=${canary}`, undefined, token, { "X-CODE": canary });
    await send("GET", `/api/v1/${canary}?phone=5598761234`, undefined, token);
    await server.call("POST", "/api/v1/customers", {
      rawBody: `{"name":"${canary}`,
      headers: { "Content-Type": "application/json" },
    });
  };
  await sendAll();
  await runEmailJobs(server.app);
  // The same calls with a database that refuses writes: the logged errors must not quote their input.
  const tablesWithoutWrites = ["customers", "addresses", "sessions", "reviews", "failed_attempts"];
  for (const table of tablesWithoutWrites) {
    await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT broken CHECK (false) NOT VALID`.execute(server.app.db);
  }
  const lineCountBefore = log.length;
  await sendAll();
  expect(log.slice(lineCountBefore).join("")).toContain("violates check constraint");
  for (const table of tablesWithoutWrites)
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT broken`.execute(server.app.db);
  // Request ids are random: their digits may look like a secret.
  const loggedText = log.join("").replaceAll(/"requestId":"[^"]*"/g, "");
  for (const secret of [/canario/i, /98765/, token, "ana@ejemplo.mx", "demo1234", ana.token]) {
    expect(loggedText).not.toMatch(secret);
  }
});
