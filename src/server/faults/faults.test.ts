import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runInProcess } from "../../cli/testing/run-in-process.ts";
import { PLAIN_CARRIER } from "../testing/shopper.ts";
import { ShopProcess } from "./shop-process.ts";

const shop = new ShopProcess();
beforeAll(() => shop.start(), 120_000);
afterAll(() => shop.remove(), 60_000);

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the wire says
  json: any;
  headers: Headers;
}

async function call(method: string, at: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(shop.origin + at, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json(), headers: answer.headers };
}

/** Each shopper takes another product, in turn. */
let nextDoc = 0;

/** A cart with two pieces and a guest who is about to check it out. */
async function readyToCheckOut(
  method: "MP" | "TB" = "TB",
): Promise<{ cartId: string; auth: Record<string, string>; go: () => Promise<Answer> }> {
  const { docs } = (await call("GET", "/api/v1/search2?size=50")).json;
  const doc = docs[nextDoc++ % docs.length];
  const size = doc.stocks.find((one: { stock: number }) => one.stock > 0);
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
  const saved = await call("POST", `/api/v1/customers/${customer._id}/address`, address, auth);
  const body = {
    customerId: customer._id,
    addressId: saved.json.addresses[0]._id,
    shippingId: PLAIN_CARRIER,
    payment_method: method,
  };
  const key = { ...auth, "Idempotency-Key": crypto.randomUUID() };
  return { cartId: cart._id, auth, go: () => call("POST", `/api/v1/carts/${cart._id}/checkout`, body, key) };
}

/** Every promise about stock, money and orders holds in the data. */
async function expectAuditPasses(): Promise<void> {
  const { status, stdout } = await runInProcess(["audit"], { DATA_DIR: shop.dataDir, DATABASE_URL: "" });
  expect(stdout).not.toContain("MAL");
  expect(status).toBe(0);
}

const postmaster = () =>
  Number(readFileSync(path.join(shop.dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

describe("kill -9 of the shop in mid-checkout", () => {
  test(
    "leaves each order whole or absent, and the same key finds it after the restart",
    { timeout: 120_000 },
    async () => {
      for (const afterMs of [0, 3, 8, 15]) {
        const ready = await Promise.all(Array.from({ length: 6 }, () => readyToCheckOut()));
        const answers = ready.map(({ go }) => go().catch(() => null));
        await sleep(afterMs);
        await shop.kill("SIGKILL");
        const before = await Promise.all(answers);
        await shop.start();
        await expectAuditPasses();
        const after = await Promise.all(ready.map(({ go }) => go()));
        expect(after.map((answer) => answer.json.status)).toEqual(after.map(() => "OK"));
        before.forEach((answer, i) => {
          if (answer?.status === 200) expect(after[i]!.json.order._id).toBe(answer.json.order._id);
        });
      }
      await expectAuditPasses();
    },
  );
});

describe("kill -9 between payment and crediting", () => {
  test("every paid order is accepted after the restart, counted once", { timeout: 180_000 }, async () => {
    for (const afterMs of [0, 15, 40, 120]) {
      const orders = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const { auth, go } = await readyToCheckOut("MP");
          const { json } = await go();
          return { auth, id: json.order._id as string, preferenceId: json.preferenceId as string };
        }),
      );
      const paying = orders.map(({ preferenceId }) =>
        call("POST", "/sandbox/mp/checkout/v1/pay", { pref_id: preferenceId, outcome: "APRO" }).catch(() => null),
      );
      await sleep(afterMs);
      await shop.kill("SIGKILL");
      const paid = await Promise.all(paying);
      await shop.start();
      for (const [i, { id, auth }] of orders.entries()) {
        if (paid[i] === null) continue;
        const read = async () => (await call("GET", `/api/v1/orders/${id}`, undefined, auth)).json;
        // Tickets alone go on to be shipped.
        const isPaid = /^(PAYMENT_ACCEPTED|SHIPPED)$/;
        await expect.poll(async () => (await read()).status, { timeout: 40_000 }).toMatch(isPaid);
        expect((await read()).payments).toHaveLength(1);
      }
      await expectAuditPasses();
    }
  });
});

describe("with the database gone", () => {
  test(
    "calls and pages answer 503 with Retry-After, and all heals without a restart",
    { timeout: 120_000 },
    async () => {
      const { go } = await readyToCheckOut();
      const pid = postmaster();
      // Stopped, not ended: nothing restarts it, connections hang instead of failing — the worse of the two.
      process.kill(pid, "SIGSTOP");
      execFileSync("pkill", ["-STOP", "-P", String(pid)]);
      try {
        const started = performance.now();
        const answers = await Promise.all([
          call("GET", "/api/v1/search2?page=3&size=7"),
          call("POST", "/api/v1/carts", {
            products: [{ productId: PLAIN_CARRIER, attributeId: PLAIN_CARRIER, quantity: 1 }],
          }),
          go(),
          call("GET", "/readyz"),
          fetch(`${shop.origin}/?category=vestidos&n=1`).then((page) => ({
            status: page.status,
            headers: page.headers,
          })),
        ]);
        expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503, 503, 503]);
        expect(answers.every((answer) => Number(answer.headers.get("retry-after")) > 0)).toBe(true);
        expect(performance.now() - started).toBeLessThan(12_000);
        expect((await call("GET", "/healthz")).status).toBe(200);
      } finally {
        execFileSync("pkill", ["-CONT", "-P", String(pid)]);
        process.kill(pid, "SIGCONT");
      }
      await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 20_000 }).toBe(200);
      await expect.poll(async () => (await go()).json.status, { timeout: 20_000 }).toBe("OK");
      await expectAuditPasses();
    },
  );

  test("a connection cut in the middle of the work does not end the process", { timeout: 60_000 }, async () => {
    const busy = Array.from({ length: 12 }, async () => (await readyToCheckOut()).go().catch(() => null));
    await sleep(40);
    execFileSync("pkill", ["-KILL", "-P", String(postmaster()), "-f", "postgres: postgres escaparate"]);
    await Promise.allSettled(busy);
    await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 30_000 }).toBe(200);
    await expectAuditPasses();
  });

  test("a killed server comes back by itself and the shop goes on", { timeout: 60_000 }, async () => {
    const killed = postmaster();
    process.kill(killed, "SIGKILL");
    // Another one runs: until the shop has seen the death it still calls itself ready.
    await expect.poll(postmaster, { timeout: 30_000 }).not.toBe(killed);
    await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 30_000 }).toBe(200);
    const { go } = await readyToCheckOut();
    expect((await go()).json.status).toBe("OK");
  });
});

describe("SIGTERM", () => {
  test("lets what is in flight finish, then ends with 0; the log names nobody", { timeout: 60_000 }, async () => {
    const ready = await Promise.all(Array.from({ length: 8 }, readyToCheckOut));
    const answers = ready.map(({ go }) => go());
    await sleep(15);
    const ended = shop.kill("SIGTERM");
    const statuses = (await Promise.allSettled(answers)).map((answer) =>
      answer.status === "fulfilled" ? answer.value.status : 0,
    );
    expect(statuses.filter((status) => status === 200 || status === 0)).toEqual(statuses);
    expect(await ended).toBe(0);
    expect(shop.output).not.toMatch(/CANARIO|canario@|5598765432|Bearer /);
    await shop.start();
    await expectAuditPasses();
  });
});
