import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPayingShop, type PayingShop, type Payer } from "../testing/payer.ts";

let shop: PayingShop;
let payer: Payer;
beforeAll(async () => {
  shop = await openPayingShop();
  payer = shop.payer;
});
afterAll(() => shop.stop());
afterEach(() => payer.control({ fault: { api: null, webhook: [] } }));

describe("the provider is down", () => {
  test.each(["down", "500", "429", "hang", "stallbody", "html"])(
    "%s at checkout: the order stands, and its page opens later",
    async (api) => {
      await payer.control({ fault: { api } });
      const order = await payer.order();
      expect(order.preferenceId).toBeNull();
      expect((await payer.read(order)).status).toBe("WAITING_PAYMENT");
      await payer.control({ fault: { api: null } });
      const opened = await shop.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
      expect(opened).toMatchObject({ status: 200, json: { status: "OK" } });
      await payer.pay(opened.json.preferenceId, "APRO");
      await payer.reaches(order, "PAYMENT_ACCEPTED");
      await payer.agree(order);
    },
    60_000,
  );

  test("while a payment is looked up: tried again until it answers", async () => {
    const order = await payer.order();
    await payer.control({ fault: { api: "500" } });
    await payer.pay(order.preferenceId, "APRO");
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ attempts: number }>`
            SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'process_webhook' AND attempts > 0
          `.execute(shop.app.db);
          return rows.length;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    await payer.control({ fault: { api: null } });
    await payer.reaches(order, "PAYMENT_ACCEPTED", 40_000);
    await payer.agree(order);
  }, 80_000);

  test("asked how it goes: 503 with a sentence, nothing changed", async () => {
    const order = await payer.order();
    await payer.control({ fault: { api: "500" } });
    const answer = await shop.call("POST", `/api/v1/orders/${order.id}/payment/check`, {
      token: order.token,
      body: { paymentId: null },
    });
    expect(answer).toMatchObject({ status: 503, json: { code: "PAYMENT_UNAVAILABLE" } });
  }, 30_000);
});
