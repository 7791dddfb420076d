import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { signatureHeaders } from "../adapters/payments/sandbox/signature.ts";
import { startAppOnDatabase } from "../testing/test-app.ts";
import { reconcileOrderPayments, scheduleReconciliation } from "./reconcile-payment.ts";
import { openShopWithPayer, type ShopWithPayer, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

describe("a payment webhook", () => {
  test("that is lost does no harm: the next reconciliation applies its payment", async () => {
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await sql`UPDATE orders SET created_at = now() - interval '3 minutes' WHERE id = ${order.id}`.execute(
      server.app.db,
    );
    await scheduleReconciliation(server.app);
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("that arrives twice counts once", async () => {
    await payer.controlSandbox({ fault: { webhook: ["dup", "dup", "dup"] } });
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.paymentsOf(order)).toHaveLength(1);
    await payer.expectConsistent(order);
  });

  test("that arrives out of sequence leaves the order in the provider's latest state", async () => {
    await payer.controlSandbox({ fault: { webhook: ["hold", "hold", "hold", "hold"] } });
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await payer.controlSandbox({ fault: { webhook: [] } });
    await payer.controlSandbox({ release: true });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("that is forged is refused, and the order gets the correct status", async () => {
    await payer.controlSandbox({ fault: { webhook: ["forge", "forge", "forge", "forge"] } });
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    const forgedResponse = await server.call(
      "POST",
      `/api/v1/payments/mercadopago/notifications?data.id=${paymentId}&type=payment`,
      { rawBody: "{}", headers: { "x-signature": `ts=1700000000,v1=${"0".repeat(64)}`, "x-request-id": "yo" } },
    );
    expect(forgedResponse.status).toBe(401);
    await reconcileOrderPayments(server.app, order.id, "job");
    expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test.each([
    ["of the older kind (IPN)", "?topic=payment&id=1", {}, 200],
    ["without query and headers", "", {}, 401],
    ["unsigned", "?data.id=1&type=payment", { "x-request-id": "a" }, 401],
    ["with a malformed signature", "?data.id=1&type=payment", { "x-request-id": "a", "x-signature": "ñ" }, 401],
  ])("%s: query %j and headers %j are answered with %i", async (_, query, headers, status) => {
    const latinHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]),
    );
    const response = await server.call("POST", `/api/v1/payments/mercadopago/notifications${query}`, {
      rawBody: "no es JSON",
      headers: latinHeaders,
    });
    expect(response.status).toBe(status);
  });

  test("with a body over 64 kB is refused", async () => {
    const response = await server.call("POST", "/api/v1/payments/mercadopago/notifications?topic=payment", {
      rawBody: "x".repeat(64 * 1024 + 1),
    });
    expect(response.status).toBe(413);
  });

  test("in a flood of two thousand is answered in time, and each payment counts once", async () => {
    await payer.controlSandbox({ fault: { webhook: ["drop"] } });
    const orders = await Promise.all(Array.from({ length: 10 }, () => payer.placeOrder()));
    const paymentIds = await Promise.all(orders.map(({ preferenceId }) => payer.pay(preferenceId, "APRO")));
    const responseTimesMs: number[] = [];
    const deliver = async (index: number): Promise<void> => {
      const signedFields = {
        dataId: String(paymentIds[index % paymentIds.length]),
        requestId: `lote-${index}`,
        ts: 1_770_000_000,
      };
      const startMs = performance.now();
      const { status } = await server.call(
        "POST",
        `/api/v1/payments/mercadopago/notifications?data.id=${signedFields.dataId}&type=payment`,
        { rawBody: "{}", headers: signatureHeaders("signed", signedFields) },
      );
      responseTimesMs.push(performance.now() - startMs);
      expect(status).toBe(200);
    };
    let nextIndex = 0;
    const sendRemaining = async (): Promise<void> => {
      while (nextIndex < 2_000) await deliver(nextIndex++);
    };
    await Promise.all(Array.from({ length: 64 }, sendRemaining));
    // Mercado Pago's own timeout. On an idle machine the maximum is some milliseconds.
    expect(Math.max(...responseTimesMs)).toBeLessThan(22_000);
    for (const order of orders) {
      await payer.waitForStatus(order, "PAYMENT_ACCEPTED", 60_000);
      expect(await payer.paymentsOf(order)).toHaveLength(1);
    }
    await payer.expectConsistent(...orders);
  }, 180_000);

  test("that is lost does no harm if two processes reconcile the order: the payment counts once", async () => {
    const secondApp = await startAppOnDatabase(server.databaseConfig);
    secondApp.app.ownOrigin = server.origin;
    try {
      await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
      const order = await payer.placeOrder();
      await payer.pay(order.preferenceId, "APRO");
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          reconcileOrderPayments(index % 2 ? secondApp.app : server.app, order.id, "job"),
        ),
      );
      expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
      const { history } = await payer.readOrder(order);
      expect(history.map(({ status }: { status: string }) => status)).toEqual(["WAITING_PAYMENT", "PAYMENT_ACCEPTED"]);
      await payer.expectConsistent(order);
    } finally {
      await secondApp.stop();
    }
  });
});
