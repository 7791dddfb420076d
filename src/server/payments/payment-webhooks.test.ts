import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { signatureHeaders } from "../adapters/payments/sandbox/signature.ts";
import { startSecondApp } from "../testing/test-app.ts";
import { reconcilePayment, scheduleReconciliation } from "./reconcile-payment.ts";
import { openShopWithPayer, type ShopWithPayer, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.control({ fault: { api: null, webhook: [] } }));

describe("a payment webhook", () => {
  test("that is lost does no harm: the next reconciliation applies its payment", async () => {
    await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await sql`UPDATE orders SET created_at = now() - interval '3 minutes' WHERE id = ${order.id}`.execute(
      server.app.db,
    );
    await scheduleReconciliation(server.app);
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("that arrives twice counts once", async () => {
    await payer.control({ fault: { webhook: ["dup", "dup", "dup"] } });
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.paymentsOf(order)).toHaveLength(1);
    await payer.expectConsistent(order);
  });

  test("that arrives out of order gives the order the provider's last state", async () => {
    await payer.control({ fault: { webhook: ["hold", "hold", "hold", "hold"] } });
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.control({ act: "approve", payment_id: paymentId });
    await payer.control({ fault: { webhook: [] } });
    await payer.control({ release: true });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("that is forged is refused, and the order gets the correct status", async () => {
    await payer.control({ fault: { webhook: ["forge", "forge", "forge", "forge"] } });
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    const forged = await server.call(
      "POST",
      `/api/v1/payments/mercadopago/notifications?data.id=${paymentId}&type=payment`,
      { raw: "{}", headers: { "x-signature": `ts=1700000000,v1=${"0".repeat(64)}`, "x-request-id": "yo" } },
    );
    expect(forged.status).toBe(401);
    await reconcilePayment(server.app, order.id, "job");
    expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test.each([
    ["of the older kind (IPN)", "?topic=payment&id=1", {}, 200],
    ["without query and headers", "", {}, 401],
    ["unsigned", "?data.id=1&type=payment", { "x-request-id": "a" }, 401],
    ["with a malformed signature", "?data.id=1&type=payment", { "x-request-id": "a", "x-signature": "ñ" }, 401],
  ])("%s: query %j and headers %j are answered with %i", async (_, query, headers, status) => {
    const latin = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]),
    );
    const response = await server.call("POST", `/api/v1/payments/mercadopago/notifications${query}`, {
      raw: "no es JSON",
      headers: latin,
    });
    expect(response.status).toBe(status);
  });

  test("with a body over 64 kB is refused", async () => {
    const response = await server.call("POST", "/api/v1/payments/mercadopago/notifications?topic=payment", {
      raw: "x".repeat(64 * 1024 + 1),
    });
    expect(response.status).toBe(413);
  });

  test("in a flood of two thousand is answered in time, and each payment counts once", async () => {
    await payer.control({ fault: { webhook: ["drop"] } });
    const orders = await Promise.all(Array.from({ length: 10 }, () => payer.order()));
    const paymentIds = await Promise.all(orders.map(({ preferenceId }) => payer.pay(preferenceId, "APRO")));
    const responseTimes: number[] = [];
    const deliver = async (index: number): Promise<void> => {
      const signed = {
        dataId: String(paymentIds[index % paymentIds.length]),
        requestId: `lote-${index}`,
        ts: 1_770_000_000,
      };
      const started = performance.now();
      const { status } = await server.call(
        "POST",
        `/api/v1/payments/mercadopago/notifications?data.id=${signed.dataId}&type=payment`,
        { raw: "{}", headers: signatureHeaders("signed", signed) },
      );
      responseTimes.push(performance.now() - started);
      expect(status).toBe(200);
    };
    let next = 0;
    const send = async (): Promise<void> => {
      while (next < 2_000) await deliver(next++);
    };
    await Promise.all(Array.from({ length: 64 }, send));
    // Mercado Pago's own timeout. On an idle machine the maximum is some milliseconds.
    expect(Math.max(...responseTimes)).toBeLessThan(22_000);
    for (const order of orders) {
      await payer.waitForStatus(order, "PAYMENT_ACCEPTED", 60_000);
      expect(await payer.paymentsOf(order)).toHaveLength(1);
    }
    await payer.expectConsistent(...orders);
  }, 180_000);

  test("that two processes handle at the same time is credited once", async () => {
    const second = await startSecondApp(server.databaseConfig);
    second.app.ownOrigin = server.origin;
    try {
      await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
      const order = await payer.order();
      await payer.pay(order.preferenceId, "APRO");
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          reconcilePayment(index % 2 ? second.app : server.app, order.id, "job"),
        ),
      );
      expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
      const { history } = await payer.read(order);
      expect(history.map(({ status }: { status: string }) => status)).toEqual(["WAITING_PAYMENT", "PAYMENT_ACCEPTED"]);
      await payer.expectConsistent(order);
    } finally {
      await second.stop();
    }
  });
});
