import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runInProcess } from "../../cli/testing/run-in-process.ts";
import { PLAIN_CARRIER } from "../testing/checkout-fixtures.ts";
import { ShopProcess } from "./shop-process.ts";

const shopProcess = new ShopProcess();
beforeAll(() => shopProcess.start(), 120_000);
afterAll(() => shopProcess.remove(), 60_000);

interface CallResult {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any response
  json: any;
  headers: Headers;
}

/** A well-formed id that no row needs to have. */
const ANY_ID = "0192f0c1-0000-7000-8000-000000000001";

async function call(
  method: string,
  pathname: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<CallResult> {
  const response = await fetch(shopProcess.origin + pathname, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json(), headers: response.headers };
}

/** Each customer buys the next product of the list. */
let nextProductIndex = 0;

/** Creates a cart with one piece and a guest who can check it out. */
async function prepareCheckout(
  method: "MP" | "TB" = "TB",
): Promise<{ cartId: string; auth: Record<string, string>; checkOut: () => Promise<CallResult> }> {
  const { docs } = (await call("GET", "/api/v1/search2?size=50")).json;
  const doc = docs[nextProductIndex++ % docs.length];
  const size = doc.stocks.find((candidate: { stock: number }) => candidate.stock > 0);
  const products = [{ productId: doc._id, attributeId: size._id, quantity: 1 }];
  const { cart } = (await call("POST", "/api/v1/carts", { products })).json;
  const { customer, access_token } = (
    await call("POST", "/api/v1/customers", {
      name: "CANARIO",
      lastName: "CANARIO",
      phone: "5598765432",
      email: "canario@ejemplo.mx",
    })
  ).json;
  const auth = { Authorization: `Bearer ${access_token}` };
  const address = { street: "CANARIO 1", neigh: "x", postalCode: "06700", city: "x", state: "x" };
  const addressResponse = await call("POST", `/api/v1/customers/${customer._id}/address`, address, auth);
  const body = {
    customerId: customer._id,
    addressId: addressResponse.json.addresses[0]._id,
    shippingId: PLAIN_CARRIER,
    payment_method: method,
  };
  const headersWithKey = { ...auth, "Idempotency-Key": crypto.randomUUID() };
  return {
    cartId: cart._id,
    auth,
    checkOut: () => call("POST", `/api/v1/carts/${cart._id}/checkout`, body, headersWithKey),
  };
}

/** Expects that every invariant of stock, money and orders holds in the data. */
async function expectAuditPasses(): Promise<void> {
  const { status, stdout } = await runInProcess(["audit"], { DATA_DIR: shopProcess.dataDir, DATABASE_URL: "" });
  expect(stdout).not.toContain("MAL");
  expect(status).toBe(0);
}

/**
 * How long before the kill the first and the second half of the calls start, in milliseconds. At the kill some calls
 * are nearly finished and others have just begun.
 */
const CHECKOUT_MS_BEFORE_KILL = [
  [15, 3],
  [8, 0],
] as const;
const PAYMENT_MS_BEFORE_KILL = [
  [120, 15],
  [40, 0],
] as const;

/**
 * Starts each half of the calls that long before the kill, kills the shop, and returns the responses. The response of a
 * call that the kill interrupted is null.
 */
async function killDuringCalls<Answer>(
  msBeforeKill: readonly [number, number],
  calls: readonly (() => Promise<Answer>)[],
): Promise<(Answer | null)[]> {
  const [firstMs, lastMs] = msBeforeKill;
  const half = calls.length / 2;
  const start = (callsToStart: typeof calls) => callsToStart.map((send) => send().catch(() => null));
  const firstResponses = start(calls.slice(0, half));
  await sleep(firstMs - lastMs);
  const lastResponses = start(calls.slice(half));
  await sleep(lastMs);
  await shopProcess.kill("SIGKILL");
  return Promise.all([...firstResponses, ...lastResponses]);
}

const readPostmasterPid = () =>
  Number(readFileSync(path.join(shopProcess.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

describe("kill -9 of the shop during checkouts", () => {
  test(
    "each order is complete or absent, and the same key returns it after the restart",
    { timeout: 120_000 },
    async () => {
      for (const msBeforeKill of CHECKOUT_MS_BEFORE_KILL) {
        const preparedCheckouts = await Promise.all(Array.from({ length: 12 }, () => prepareCheckout()));
        const checkouts = preparedCheckouts.map(({ checkOut }) => checkOut);
        const interruptedResponses = await killDuringCalls(msBeforeKill, checkouts);
        await shopProcess.start();
        await expectAuditPasses();
        const responsesAfterRestart = await Promise.all(checkouts.map((checkOut) => checkOut()));
        expect(responsesAfterRestart.map((response) => response.json.status)).toEqual(
          responsesAfterRestart.map(() => "OK"),
        );
        interruptedResponses.forEach((response, i) => {
          if (response?.status === 200) expect(responsesAfterRestart[i]!.json.order._id).toBe(response.json.order._id);
        });
      }
      await expectAuditPasses();
    },
  );
});

describe("kill -9 between a payment and its processing", () => {
  test("an order whose payment got a response is accepted once after the restart", { timeout: 180_000 }, async () => {
    for (const msBeforeKill of PAYMENT_MS_BEFORE_KILL) {
      const orders = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { auth, checkOut } = await prepareCheckout("MP");
          const { json } = await checkOut();
          return { auth, id: json.order._id as string, preferenceId: json.preferenceId as string };
        }),
      );
      const payments = orders.map(
        ({ preferenceId }) =>
          () =>
            call("POST", "/sandbox/mp/checkout/v1/pay", { pref_id: preferenceId, outcome: "APRO" }),
      );
      const payResponses = await killDuringCalls(msBeforeKill, payments);
      await shopProcess.start();
      for (const [i, { id, auth }] of orders.entries()) {
        if (payResponses[i] === null) continue;
        const readOrder = async () => (await call("GET", `/api/v1/orders/${id}`, undefined, auth)).json;
        // An order that has only tickets goes on to SHIPPED.
        const PAID_STATUS = /^(PAYMENT_ACCEPTED|SHIPPED)$/;
        await expect.poll(async () => (await readOrder()).status, { timeout: 40_000 }).toMatch(PAID_STATUS);
        expect((await readOrder()).payments).toHaveLength(1);
      }
      await expectAuditPasses();
    }
  });
});

describe("without a database", () => {
  test(
    "calls and pages answer 503 with Retry-After, and the shop recovers without a restart",
    { timeout: 120_000 },
    async () => {
      const { checkOut } = await prepareCheckout();
      const pid = readPostmasterPid();
      // SIGSTOP suspends the server: nothing restarts it, and its connections stay open without an answer.
      process.kill(pid, "SIGSTOP");
      execFileSync("pkill", ["-STOP", "-P", String(pid)]);
      try {
        const startedAt = performance.now();
        const answers = await Promise.all([
          call("GET", "/api/v1/search2?page=3&size=7"),
          call("POST", "/api/v1/carts", {
            products: [{ productId: ANY_ID, attributeId: ANY_ID, quantity: 1 }],
          }),
          checkOut(),
          call("GET", "/readyz"),
          fetch(`${shopProcess.origin}/?category=vestidos&n=1`).then((page) => ({
            status: page.status,
            headers: page.headers,
          })),
        ]);
        expect(answers.map((response) => response.status)).toEqual([503, 503, 503, 503, 503]);
        expect(answers.every((response) => Number(response.headers.get("retry-after")) > 0)).toBe(true);
        expect(performance.now() - startedAt).toBeLessThan(12_000);
        expect((await call("GET", "/healthz")).status).toBe(200);
      } finally {
        execFileSync("pkill", ["-CONT", "-P", String(pid)]);
        process.kill(pid, "SIGCONT");
      }
      await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 20_000 }).toBe(200);
      await expect.poll(async () => (await checkOut()).json.status, { timeout: 20_000 }).toBe("OK");
      await expectAuditPasses();
    },
  );

  test(
    "connections that the database closes during a statement do not end the process",
    { timeout: 60_000 },
    async () => {
      const checkouts = Array.from({ length: 12 }, async () => (await prepareCheckout()).checkOut().catch(() => null));
      await sleep(40);
      execFileSync("pkill", ["-KILL", "-P", String(readPostmasterPid()), "-f", "postgres: postgres escaparate"]);
      await Promise.allSettled(checkouts);
      await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 30_000 }).toBe(200);
      await expectAuditPasses();
    },
  );

  test("a killed database server is restarted automatically, and the shop continues", { timeout: 60_000 }, async () => {
    const killedPid = readPostmasterPid();
    process.kill(killedPid, "SIGKILL");
    // Waits for the new server first, because /readyz answers 200 until the shop's next check of the database fails.
    await expect.poll(readPostmasterPid, { timeout: 30_000 }).not.toBe(killedPid);
    await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 30_000 }).toBe(200);
    const { checkOut } = await prepareCheckout();
    expect((await checkOut()).json.status).toBe("OK");
  });
});

describe("SIGTERM", () => {
  test(
    "requests succeed or get no response, the process ends with exit code 0, and the log contains no personal data",
    { timeout: 60_000 },
    async () => {
      const preparedCheckouts = await Promise.all(Array.from({ length: 8 }, prepareCheckout));
      const answers = preparedCheckouts.map(({ checkOut }) => checkOut());
      await sleep(15);
      const exitCode = shopProcess.kill("SIGTERM");
      const statuses = (await Promise.allSettled(answers)).map((response) =>
        response.status === "fulfilled" ? response.value.status : 0,
      );
      expect(statuses.filter((status) => status === 200 || status === 0)).toEqual(statuses);
      expect(await exitCode).toBe(0);
      expect(shopProcess.output).not.toMatch(/CANARIO|canario@|5598765432|Bearer /);
      // The next test needs DRAIN_SECONDS.
      await shopProcess.start({ DRAIN_SECONDS: "2" });
      await expectAuditPasses();
    },
  );

  test("new requests are served for DRAIN_SECONDS, while /readyz says that the process stops", async () => {
    const startedAt = performance.now();
    const exitCode = shopProcess.kill("SIGTERM");
    await expect
      .poll(async () => (await call("GET", "/readyz")).json, { interval: 20, timeout: 1_500 })
      .toEqual({ status: "stopping" });
    expect((await call("GET", "/api/v1/brands", undefined, { Connection: "close" })).status).toBe(200);
    expect(await exitCode).toBe(0);
    expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  });
});
