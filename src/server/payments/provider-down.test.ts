import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openShopWithPayer, type ShopWithPayer, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

describe("the provider is down", () => {
  test.each(["down", "500", "429", "hang", "stallbody", "html"])(
    "%s at checkout: the order is placed, and its payment page opens later",
    async (api) => {
      await payer.controlSandbox({ fault: { api } });
      const order = await payer.placeOrder();
      expect(order.preferenceId).toBeNull();
      expect((await payer.readOrder(order)).status).toBe("WAITING_PAYMENT");
      await payer.controlSandbox({ fault: { api: null } });
      const response = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
      expect(response).toMatchObject({ status: 200, json: { status: "OK" } });
      await payer.pay(response.json.preferenceId, "APRO");
      await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
      await payer.expectConsistent(order);
    },
    60_000,
  );

  test("while a payment is looked up: the job retries until the provider answers", async () => {
    const order = await payer.placeOrder();
    await payer.controlSandbox({ fault: { api: "500" } });
    await payer.pay(order.preferenceId, "APRO");
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ attempts: number }>`
            SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'process_webhook' AND attempts > 0
          `.execute(server.app.db);
          return rows.length;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    await payer.controlSandbox({ fault: { api: null } });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED", 40_000);
    await payer.expectConsistent(order);
  }, 80_000);

  test("while a customer checks a payment: the response is 503 with a code", async () => {
    const order = await payer.placeOrder();
    await payer.controlSandbox({ fault: { api: "500" } });
    const response = await server.call("POST", `/api/v1/orders/${order.id}/payment/check`, {
      token: order.token,
      body: { paymentId: null },
    });
    expect(response).toMatchObject({ status: 503, json: { code: "PAYMENT_UNAVAILABLE" } });
  }, 30_000);
});
