import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { externalRefsOf, paymentsOf } from "../order-money/queries.ts";
import { applyPayment } from "./apply-payment.ts";
import { cancelPendingPayments } from "./reconcile-payment.ts";
import { openShopWithPayer, type ShopWithPayer, type PlacedOrder, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

describe("an order paid online", () => {
  test("the checkout returns the preference, and a payment of the whole total accepts its order", async () => {
    const order = await payer.placeOrder();
    expect(order.preferenceId).toMatch(/^\d+-[0-9a-f-]{36}$/);
    expect(await payer.readOrder(order)).toMatchObject({ status: "WAITING_PAYMENT", has_payment_attempts: false });
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.readOrder(order)).toMatchObject({
      has_payment_attempts: true,
      payments: [{ state: "APPROVED", kind: "card", amount: order.totalPesos, refunded: 0 }],
    });
    expect(await payer.listFlags(order)).toEqual([]);
    await payer.expectConsistent(order);
  });

  test("after a declined card the same payment page accepts another card", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "OTHE");
    await expect.poll(async () => (await payer.readOrder(order)).payments.length, { timeout: 20_000 }).toBe(1);
    expect(await payer.readOrder(order)).toMatchObject({ status: "WAITING_PAYMENT", has_payment_attempts: false });
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("a voucher is pending until it is paid in the convenience store, and extends the deadline", async () => {
    const order = await payer.placeOrder();
    const deadlineBeforeMs = new Date((await payer.readOrder(order)).payBy).getTime();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await expect.poll(async () => (await payer.readOrder(order)).has_payment_attempts, { timeout: 20_000 }).toBe(true);
    const orderWithVoucher = await payer.readOrder(order);
    expect(orderWithVoucher.payments[0]).toMatchObject({ state: "PENDING", kind: "cash" });
    expect(orderWithVoucher.payments[0].voucher.url).toContain("/sandbox/mp/");
    expect(new Date(orderWithVoucher.payBy).getTime()).toBeGreaterThan(deadlineBeforeMs + 48 * 3_600_000);
    const response = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
    expect(response).toMatchObject({ status: 409, json: { code: "ORDER_NOT_PAYABLE" } });
    await payer.controlSandbox({ act: "approve", payment_id: paymentId });
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("a voucher can be cancelled to pay in another way", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "CONT");
    await expect.poll(async () => (await payer.readOrder(order)).has_payment_attempts, { timeout: 20_000 }).toBe(true);
    const url = `/api/v1/orders/${order.id}/payment`;
    const cancelResponse = await server.call("POST", `${url}/cancel`, { token: order.token });
    expect(cancelResponse).toMatchObject({ status: 200, json: { has_payment_attempts: false } });
    const openResponse = await server.call("GET", url, { token: order.token });
    expect(openResponse.json).toMatchObject({ status: "OK", preferenceId: order.preferenceId });
    await payer.pay(openResponse.json.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  });

  test("an order of tickets only is shipped automatically once it is paid, and its pending voucher is cancelled", async () => {
    const order = await payer.placeOrder({ isDigital: true });
    await payer.pay(order.preferenceId, "CONT");
    await expect.poll(async () => (await payer.readOrder(order)).has_payment_attempts, { timeout: 20_000 }).toBe(true);
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "SHIPPED");
    await expect
      .poll(
        async () => (await payer.readOrder(order)).payments.map(({ state }: { state: string }) => state).toSorted(),
        {
          timeout: 20_000,
        },
      )
      .toEqual(["APPROVED", "CANCELLED"]);
    await payer.expectConsistent(order);
  });

  test("cancelling the pending payments of an order cancels the voucher of an order that was joined into it", async () => {
    const [joinedOrder, targetOrder] = [await payer.placeOrder(), await payer.placeOrder()];
    await payer.pay(joinedOrder.preferenceId, "CONT");
    await expect
      .poll(async () => (await payer.readOrder(joinedOrder)).has_payment_attempts, { timeout: 20_000 })
      .toBe(true);
    await sql`UPDATE orders SET customer_id = (SELECT customer_id FROM orders WHERE id = ${joinedOrder.id}), claimed_from_customer_id = customer_id
      WHERE id = ${targetOrder.id}`.execute(server.app.db);
    const joinResult = await joinOrders(server.app, {
      orderId: joinedOrder.id,
      intoId: targetOrder.id,
      actor: "prueba",
    });
    if (isRefusal(joinResult)) throw new Error(joinResult.refused);
    await cancelPendingPayments(server.app, targetOrder.id);
    expect(await paymentsOf(server.app.db, targetOrder.id)).toMatchObject([{ state: "CANCELLED" }]);
  });

  test("concurrent requests open one payment page", async () => {
    const order = await payer.placeOrder();
    await sql`UPDATE payment_checkouts SET closed_at = now() WHERE order_id = ${order.id}`.execute(server.app.db);
    const url = `/api/v1/orders/${order.id}/payment`;
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => server.call("GET", url, { token: order.token })),
    );
    expect(new Set(responses.map(({ json }) => json.preferenceId)).size).toBe(1);
  });

  test("coming back from the payment page applies the payment immediately, and only to its own order", async () => {
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const [unpaidOrder, paidOrder] = [await payer.placeOrder(), await payer.placeOrder()];
    const paymentId = await payer.pay(paidOrder.preferenceId, "APRO");
    const check = (order: PlacedOrder) =>
      server.call("POST", `/api/v1/orders/${order.id}/payment/check`, {
        token: order.token,
        body: { paymentId: String(paymentId) },
      });
    expect(await check(unpaidOrder)).toMatchObject({ status: 200, json: { status: "WAITING_PAYMENT", payments: [] } });
    expect(await check(paidOrder)).toMatchObject({ status: 200, json: { status: "PAYMENT_ACCEPTED" } });
    await payer.expectConsistent(unpaidOrder, paidOrder);
  });
});

describe("a payment that cannot be credited", () => {
  test.each([
    ["the order's reference instead of its id", { orderRef: "matriz:" }, "unknown_order"],
    ["an order that a restore lost", { orderRef: "01990000-0000-7000-8000-000000000000" }, "unknown_order"],
    ["no reference", { orderRef: null }, "unknown_order"],
    ["another account", { collectorId: "666" }, "other_account"],
    ["another currency", { currency: "USD" }, "other_currency"],
    ["an unknown status", { state: null }, "unknown_status"],
  ])("%s: the payment does not count", async (_, changes, outcome) => {
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    const payment = (await server.app.payments.findPayment(String(paymentId), "job"))!;
    const changedPayment = { ...payment, ...changes };
    if (changedPayment.orderRef === "matriz:") changedPayment.orderRef = `matriz:${order.reference}`;
    expect(await applyPayment(server.app, changedPayment)).toBe(outcome);
    expect((await payer.readOrder(order)).status).toBe("WAITING_PAYMENT");
  });
});

test("a payment on a page that an earlier version opened is matched by the order's reference", async () => {
  await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
  const order = await payer.placeOrder();
  const paymentId = await payer.pay(order.preferenceId, "APRO");
  await sql`UPDATE payment_checkouts SET external_reference = NULL WHERE order_id = ${order.id}`.execute(server.app.db);
  const payment = (await server.app.payments.findPayment(String(paymentId), "job"))!;
  const orderRef = `matriz:${order.reference}`;
  expect(await externalRefsOf(server.app.db, order.id)).toEqual([orderRef]);
  expect(await applyPayment(server.app, { ...payment, orderRef: `norte:${order.reference}` })).toBe("unknown_order");
  expect(await applyPayment(server.app, { ...payment, orderRef })).toBe("credited");
  expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
});

test("the shop, an order, its payment and the API description show no token or secret of the provider", async () => {
  const order = await payer.placeOrder();
  const { accessToken, webhookSecrets } = server.app.config.mercadoPago;
  const responses = await Promise.all(
    ["/api/v1/app", `/api/v1/orders/${order.id}`, `/api/v1/orders/${order.id}/payment`, "/api/openapi.json"].map(
      (path) => server.call("GET", path, { token: order.token }),
    ),
  );
  for (const { text, status } of responses) {
    expect(status).toBe(200);
    for (const secret of [accessToken, ...webhookSecrets]) expect(text).not.toContain(secret);
  }
});
