import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { Problem } from "../../contract/problem.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { anyCall, type GeneratedCall, type KnownValues } from "../testing/any-call.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { listDocumentedErrors, OPERATION_NAMES } from "./documented-errors.ts";

/** The same calls in every run. Change the seed to generate others. */
const SEED = 20_261_122;
const CALL_COUNT = 2_000;

let server: TestServer;
let knownValues: KnownValues;
beforeAll(async () => {
  server = await startTestServer();
  knownValues = await prepareKnownValues();
});
afterAll(() => server.stop());

async function signIn() {
  const body = { username: "ana@ejemplo.mx", password: "demo1234" };
  return (await server.call("POST", "/api/v1/auth/login", { body })).json;
}

/** Creates carts, and returns values of the demo shop that a caller may know, such as ids of existing objects. */
async function prepareKnownValues(): Promise<KnownValues> {
  const session = await signIn();
  const readIds = async (query: string) =>
    (await sql<{ id: string }>`${sql.raw(query)}`.execute(server.app.db)).rows.map(({ id }) => id);
  const customerId: string = session.customer._id;
  const orders = await readIds(`SELECT id FROM orders WHERE customer_id = '${customerId}' LIMIT 5`);
  const sizes = await readIds("SELECT id FROM sizes WHERE available > 5 LIMIT 5");
  const products = await readIds(`SELECT product_id AS id FROM sizes WHERE id IN ('${sizes.join("','")}')`);
  const lines = sizes.map((attributeId, n) => ({ productId: products[n], attributeId, quantity: 1 }));
  const carts: string[] = [];
  for (const line of lines) {
    const { json } = await server.call("POST", "/api/v1/carts", { body: { products: [line] } });
    carts.push(json.cart._id);
  }
  const addresses = (session.customer.addresses as { _id: string }[]).map(({ _id }) => _id);
  const valuesByParameter = Object.fromEntries(
    OPERATION_NAMES.flatMap((name) => [
      [`${name}.id`, idsOf(name, { carts, orders, products, customers: [customerId] })],
      [`${name}.attributeId`, sizes],
      [`${name}.addressId`, addresses],
      [`${name}.reference`, ["100001", "100002"]],
    ]),
  ) as KnownValues;
  return {
    ...valuesByParameter,
    productId: products,
    attributeId: sizes,
    customerId: [customerId],
    addressId: addresses,
    shippingId: await readIds("SELECT id FROM carriers LIMIT 3"),
    payment_method: ["MP", "TB"],
    username: ["ana@ejemplo.mx", "nadie@ejemplo.mx"],
    phone: ["5512345678"],
    code: ["PRIMAVERA"],
  };
}
function idsOf(name: string, ids: Record<"carts" | "orders" | "products" | "customers", string[]>): string[] {
  if (/cart|quantity|quote|checkout/i.test(name)) return ids.carts;
  if (/order|receipt|payment/i.test(name) && name !== "listOrders") return ids.orders;
  if (/customer|password|address|listOrders/i.test(name)) return ids.customers;
  return ids.products;
}

async function send(call: GeneratedCall) {
  const query = new URLSearchParams(call.query).toString();
  return server.call(call.method, call.path + (query && `?${query}`), {
    headers: call.headers,
    ...(call.body === undefined ? {} : { body: call.body }),
  });
}

/** How the response to a call breaks the contract. Null if it does not. */
async function findContractError(call: GeneratedCall): Promise<string | null> {
  const endpoint: Endpoint = API[call.name];
  const { status, json, headers } = await send(call);
  if (status === (endpoint.status ?? 200)) {
    if (status === 204 || endpoint.contentType) return null;
    const parseResult = endpoint.response.safeParse(json);
    return parseResult.success ? null : `another response shape: ${parseResult.error.message.slice(0, 300)}`;
  }
  if (!headers.get("content-type")?.startsWith("application/problem+json")) return `${status} is not problem+json`;
  const parseResult = Problem.safeParse(json);
  if (!parseResult.success || json.status !== status) return `${status} is not a problem: ${JSON.stringify(json)}`;
  const codes = listDocumentedErrors(call.name).get(status);
  if (!codes?.includes(json.code)) return `${status} ${json.code} is not documented`;
  return null;
}

describe(`${CALL_COUNT} calls generated from the contract`, () => {
  const callsPerOperation = Math.ceil(CALL_COUNT / OPERATION_NAMES.length);
  test.each(OPERATION_NAMES)("%s answers as documented, and never with a 500", async (name) => {
    // A new session for each operation: a call of the previous test may have ended its session.
    const token = [(await signIn()).access_token as string];
    const calls = fc.sample(anyCall(name, { ...knownValues, token }), { seed: SEED, numRuns: callsPerOperation });
    const violations = new Map<string, GeneratedCall>();
    for (const call of calls) {
      const violation = await findContractError(call);
      if (violation) violations.set(violation, call);
    }
    expect(Object.fromEntries(violations)).toEqual({});
  });

  test("leave the data consistent", async () => {
    expect(await listViolatedInvariants(server.app)).toEqual([]);
  });
});
