import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { moveOrder } from "../orders/move-order.ts";
import { availableOf } from "../testing/test-size.ts";
import { requestRefund } from "./request-refund.ts";
import { reconcileChanges } from "./reconcile-payment.ts";
import { openShopWithPayer, type ShopWithPayer, type Payer } from "../testing/payer.ts";

let server: ShopWithPayer;
let payer: Payer;
beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

describe("overpaid and underpaid orders, and refunds", () => {
  test("an order that was paid twice is flagged, and the second payment can be refunded", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await expect.poll(() => payer.listFlags(order), { timeout: 20_000 }).toEqual(["OVERPAID", "PAID_TWICE"]);
    const refundResult = await requestRefund(server.app, order.id, Math.round(order.totalPesos * 100), {
      actor: "prueba",
      reason: "Doble",
    });
    expect(refundResult).toEqual({ cents: Math.round(order.totalPesos * 100) });
    await expect.poll(() => payer.listFlags(order), { timeout: 20_000 }).toEqual([]);
    expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  }, 60_000);

  test("an order whose total rose after its payment page was opened is flagged as underpaid, and the rest can be paid", async () => {
    const order = await payer.placeOrder();
    await sql`UPDATE orders SET insurance_cents = insurance_cents + 5000, total_cents = total_cents + 5000,
      grand_total_cents = grand_total_cents + 5000 WHERE id = ${order.id}`.execute(server.app.db);
    await payer.pay(order.preferenceId, "APRO");
    await expect.poll(() => payer.listFlags(order), { timeout: 20_000 }).toEqual(["UNDERPAID"]);
    const response = await server.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
    expect(response.json.preferenceId).not.toBe(order.preferenceId);
    await payer.pay(response.json.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    expect(await payer.listFlags(order)).toEqual([]);
    await sql`UPDATE orders SET insurance_cents = insurance_cents - 5000, total_cents = total_cents - 5000,
      grand_total_cents = grand_total_cents - 5000 WHERE id = ${order.id}`.execute(server.app.db);
    await sql`DELETE FROM payments WHERE order_id = ${order.id} AND cents = 5000`.execute(server.app.db);
  }, 60_000);

  test("a full refund before shipping cancels the order and returns its pieces, once for concurrent requests", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    const refundReason = { actor: "prueba", reason: "Se arrepintió" };
    const outcomes = await Promise.all([1, 2, 3].map(() => requestRefund(server.app, order.id, null, refundReason)));
    expect(outcomes.filter((outcome) => "cents" in outcome)).toHaveLength(1);
    await payer.waitForStatus(order, "CANCELLED");
    expect(await availableOf(server.app, order.size.sizeId)).toBe(1);
    await payer.expectConsistent(order);
  });

  test("a refund while the provider is down is sent later", async () => {
    const order = await payer.placeOrder();
    await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.controlSandbox({ fault: { api: "500" } });
    await requestRefund(server.app, order.id, 10_00, { actor: "prueba", reason: "Parte" });
    await payer.controlSandbox({ fault: { api: null } });
    await expect
      .poll(async () => (await payer.paymentsOf(order))[0]?.refunded_cents, { timeout: 40_000, interval: 100 })
      .toBe(10_00);
    expect((await payer.readOrder(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.expectConsistent(order);
  }, 60_000);

  test("a refund in the provider's own panel without a webhook is found by the nightly reconciliation", async () => {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    await payer.controlSandbox({ act: "refund", payment_id: paymentId });
    await reconcileChanges(server.app);
    expect((await payer.readOrder(order)).status).toBe("CANCELLED");
    const [payment] = await payer.paymentsOf(order);
    const refunds = await server.app.db
      .selectFrom("payment_refunds")
      .select(["cents", "state", "is_made_outside_shop"])
      .where("payment_id", "=", payment!.id)
      .execute();
    expect(refunds).toEqual([{ cents: payment!.cents, state: "DONE", is_made_outside_shop: true }]);
    await payer.expectConsistent(order);
  });

  test("malformed data of one payment fails the nightly reconciliation, after all other payments were reconciled", async () => {
    const [order, otherOrder] = [await payer.placeOrder(), await payer.placeOrder()];
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    const malformedPaymentId = await payer.pay(otherOrder.preferenceId, "APRO");
    for (const paidOrder of [order, otherOrder]) await payer.waitForStatus(paidOrder, "PAYMENT_ACCEPTED");
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    await payer.controlSandbox({ act: "refund", payment_id: paymentId });
    await sql`UPDATE sandbox.mp_payments SET amount_cents = 0 WHERE id = ${malformedPaymentId}`.execute(server.app.db);
    await expect(reconcileChanges(server.app)).rejects.toThrow(
      `BAD_RESPONSE: payment ${malformedPaymentId} without a valid transaction_amount`,
    );
    expect((await payer.readOrder(order)).status).toBe("CANCELLED");
    expect((await payer.readOrder(otherOrder)).status).toBe("PAYMENT_ACCEPTED");
    await sql`UPDATE sandbox.mp_payments SET amount_cents = ${Math.round(otherOrder.totalPesos * 100)} WHERE id = ${malformedPaymentId}`.execute(
      server.app.db,
    );
  });

  test("a disputed order is flagged and cannot be shipped", async () => {
    const order = await payer.placeOrder();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
    await payer.controlSandbox({ act: "chargeback", payment_id: paymentId });
    await expect.poll(() => payer.listFlags(order), { timeout: 20_000 }).toEqual(["DISPUTED"]);
    const shipMove = { to: "SHIPPED", actor: "prueba", reason: "Prueba", trackingNumber: "MX1" } as const;
    expect(await moveOrder(server.app, order.id, shipMove)).toEqual({ refused: "order_disputed" });
    await payer.expectConsistent(order);
  });
});
