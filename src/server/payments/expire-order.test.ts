import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { moveOrder } from "../orders/move-order.ts";
import { availableOf } from "../testing/test-size.ts";
import { createTestCart } from "../testing/checkout-fixtures.ts";
import { expireOrder, scheduleExpiry } from "./expire-order.ts";
import { reconcileOrderPayments } from "./reconcile-payment.ts";
import { openShopWithPayer, type ShopWithPayer, type PlacedOrder, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

const makeOverdue = (order: PlacedOrder) =>
  sql`UPDATE orders SET payment_due_at = now() - interval '1 minute' WHERE id = ${order.id}`.execute(server.app.db);

describe("an order that is not paid in time", () => {
  test("is cancelled, its pieces are returned, and its payment page closes", async () => {
    const order = await payer.placeOrder();
    await makeOverdue(order);
    await scheduleExpiry(server.app);
    await payer.waitForStatus(order, "CANCELLED");
    expect(await availableOf(server.app, order.size.sizeId)).toBe(1);
    const statePath = `/sandbox/mp/state.json?external_reference=${order.id}`;
    await expect
      .poll(async () => (await server.call("GET", statePath)).json.preferences[0].is_payable, { timeout: 20_000 })
      .toBe(false);
    await payer.expectConsistent(order);
  }, 60_000);

  test("keeps its pieces while its voucher can still be paid", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "CONT");
    await makeOverdue(order);
    await expireOrder(server.app, { orderId: order.id });
    expect(await payer.readOrder(order)).toMatchObject({ status: "WAITING_PAYMENT", has_payment_attempts: true });
  });

  test("has its voucher cancelled at the provider if staff cancel the order", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "CONT");
    await reconcileOrderPayments(server.app, order.id, "job");
    await moveOrder(server.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
    const statePath = `/sandbox/mp/state.json?external_reference=${order.id}`;
    await expect
      .poll(async () => (await server.call("GET", statePath)).json.payments[0].status, { timeout: 20_000 })
      .toBe("cancelled");
    await expect.poll(async () => (await payer.paymentsOf(order))[0]?.state, { timeout: 20_000 }).toBe("CANCELLED");
    await payer.expectConsistent(order);
  }, 60_000);

  test("is reconciled first, so that a payment whose webhook was lost is accepted", async () => {
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await makeOverdue(order);
    await expireOrder(server.app, { orderId: order.id });
    expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("is not cancelled while the provider does not answer", async () => {
    const order = await payer.placeOrder();
    await makeOverdue(order);
    await payer.controlSandbox({ fault: { api: "500" } });
    await expect(expireOrder(server.app, { orderId: order.id })).rejects.toThrow("TEMPORARY");
    expect((await payer.readOrder(order)).status).toBe("WAITING_PAYMENT");
    await payer.controlSandbox({ fault: { api: null } });
    await expireOrder(server.app, { orderId: order.id });
    expect((await payer.readOrder(order)).status).toBe("CANCELLED");
    await payer.expectConsistent(order);
  }, 40_000);

  test("is either paid or cancelled if it is paid at the same time, and the money for a cancelled order is not kept", async () => {
    for (let round = 0; round < 5; round++) {
      const order = await payer.placeOrder();
      await makeOverdue(order);
      const [payResponse] = await Promise.all([
        server.call("POST", "/sandbox/mp/checkout/v1/pay", { body: { pref_id: order.preferenceId, outcome: "APRO" } }),
        expireOrder(server.app, { orderId: order.id }),
      ]);
      await reconcileOrderPayments(server.app, order.id, "job");
      expect((await payer.readOrder(order)).status).toBe(payResponse.status < 300 ? "PAYMENT_ACCEPTED" : "CANCELLED");
      await payer.expectConsistent(order);
    }
  }, 60_000);
});

describe("money that arrives during or after an order's cancellation", () => {
  test("reserves the pieces again if they are available", async () => {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.controlSandbox({ fault: { api: "500" } });
    await moveOrder(server.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await payer.controlSandbox({ fault: { api: null } });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED", 40_000);
    expect(await availableOf(server.app, order.size.sizeId)).toBe(0);
    expect(await payer.listFlags(order)).toEqual(["PAID_AFTER_CANCEL"]);
    await payer.expectConsistent(order);
  }, 80_000);

  test("is refunded if the pieces are sold out", async () => {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.controlSandbox({ fault: { api: "500" } });
    await moveOrder(server.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
    await createTestCart(server.app, await server.findShop(), [{ ...order.size, pieces: 1 }]);
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await payer.controlSandbox({ fault: { api: null } });
    await expect
      .poll(async () => (await payer.paymentsOf(order))[0]?.state, { timeout: 40_000, interval: 100 })
      .toBe("REFUNDED");
    expect((await payer.readOrder(order)).status).toBe("CANCELLED");
    expect(await payer.listFlags(order)).toEqual(["PAID_AFTER_CANCEL"]);
    await payer.expectConsistent(order);
  }, 80_000);

  test("makes the order paid if it arrives during the cancellation", async () => {
    const order = await payer.placeOrder();
    await Promise.all([
      payer.pay(order.preferenceId, "APRO"),
      moveOrder(server.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" }),
    ]);
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED", 40_000);
    await payer.expectConsistent(order);
  }, 60_000);
});
