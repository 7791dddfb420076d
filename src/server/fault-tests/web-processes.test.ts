import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenReusePort } from "../http/listen-reuse-port.ts";
import { ShopProcess } from "./shop-process.ts";

const PIECES = 7;
const shopProcess = new ShopProcess();
const countReadyMessages = () => shopProcess.output.split("web process ready").length - 1;

beforeAll(() => shopProcess.start({ WEB_PROCESSES: "3" }), 120_000);
afterAll(() => shopProcess.remove(), 60_000);

/** Each call opens its own connection, which the operating system assigns to one of the processes. */
async function addToNewCart(products: object[], key: string) {
  const response = await fetch(`${shopProcess.origin}/api/v1/carts`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, Connection: "close" },
    body: JSON.stringify({ products }),
  });
  return { status: response.status, json: await response.json() };
}

test("three processes on one port sell each piece once, and answer a repeated call with the first response", async () => {
  await expect.poll(countReadyMessages, { timeout: 60_000 }).toBe(2);
  const [size] = await shopProcess.withDatabase((db) =>
    db
      .updateTable("sizes")
      .set({ available: PIECES })
      .where("id", "=", (eb) => eb.selectFrom("sizes").select("id").where("available", ">", 10).limit(1))
      .returning(["id", "product_id"])
      .execute(),
  );
  const products = [{ productId: size!.product_id, attributeId: size!.id, quantity: 1 }];
  const keys = Array.from({ length: 20 }, () => crypto.randomUUID());
  const answers = await Promise.all([...keys, ...keys].map((key) => addToNewCart(products, key)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.slice(0, keys.length).map(({ json }) => json)).toEqual(
    answers.slice(keys.length).map(({ json }) => json),
  );
  expect(answers.slice(0, keys.length).filter(({ json }) => json.cart !== null)).toHaveLength(PIECES);
}, 90_000);

test("the other processes end when the first is killed, and a new start can use the port", async () => {
  await shopProcess.kill("SIGKILL");
  await expect
    .poll(
      async () =>
        fetch(`${shopProcess.origin}/readyz`).then(
          () => "answers",
          () => "silent",
        ),
      { timeout: 10_000 },
    )
    .toBe("silent");
  await shopProcess.start({ WEB_PROCESSES: "2" });
  await expect.poll(countReadyMessages, { timeout: 60_000 }).toBe(3);
}, 120_000);

test("SIGTERM ends all processes, the first with exit code 0, and the port is free", async () => {
  expect(await shopProcess.kill("SIGTERM")).toBe(0);
  const { hostname: host, port } = new URL(shopProcess.origin);
  const listeners = await listenReusePort(createServer(), { host, port: Number(port) });
  await listeners.close();
}, 60_000);
