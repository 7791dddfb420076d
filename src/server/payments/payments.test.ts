import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { signatureHeaders } from "../adapters/payments/sandbox/signature.ts";
import { startWorker } from "../jobs/worker.ts";
import { moveOrder } from "../orders/move-order.ts";
import { left } from "../testing/shelf.ts";
import { newCart } from "../testing/shopper.ts";
import { Payer, type PlacedOrder } from "../testing/payer.ts";
import { startSecondApp } from "../testing/test-app.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { askRefund } from "./ask-refund.ts";
import { expireOrder, planExpiry } from "./expire-order.ts";
import { lookAtChanges, lookAtOrder, planLooks } from "./look-at-order.ts";

let shop: TestServer;
let payer: Payer;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  shop = await startTestServer();
  payer = new Payer(shop);
  worker = startWorker(shop.app);
});
afterAll(async () => {
  await worker.stop();
  await shop.stop();
});
afterEach(() => payer.control({ fault: { api: null, webhook: [] } }));

const late = (order: PlacedOrder) =>
  sql`UPDATE orders SET pay_by = now() - interval '1 minute' WHERE id = ${order.id}`.execute(shop.app.db);
const paymentsOf = (order: PlacedOrder) =>
  shop.app.db.selectFrom("payments").selectAll().where("order_id", "=", order.id).orderBy("created_at").execute();

describe("an order paid online", () => {
  test("the checkout answers the preference, the fee is in its total, the payment accepts it", async () => {
    const order = await payer.order();
    expect(order.preferenceId).toMatch(/^\d+-[0-9a-f-]{36}$/);
    expect(await payer.read(order)).toMatchObject({ status: "WAITING_PAYMENT", has_payment_attempts: false });
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    expect(await payer.read(order)).toMatchObject({
      has_payment_attempts: true,
      payments: [{ state: "APPROVED", kind: "card", amount: order.total, refunded: 0 }],
    });
    expect(await payer.flags(order)).toEqual([]);
    await payer.agree(order);
  });

  test("a declined card hides no button, and the same page takes the next one", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "OTHE");
    await expect.poll(async () => (await payer.read(order)).payments.length, { timeout: 20_000 }).toBe(1);
    expect(await payer.read(order)).toMatchObject({ status: "WAITING_PAYMENT", has_payment_attempts: false });
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test("a voucher is under way until it is paid in the store; the deadline waits for it", async () => {
    const order = await payer.order();
    const before = new Date((await payer.read(order)).payBy).getTime();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await expect.poll(async () => (await payer.read(order)).has_payment_attempts, { timeout: 20_000 }).toBe(true);
    const waiting = await payer.read(order);
    expect(waiting.payments[0]).toMatchObject({ state: "PENDING", kind: "cash" });
    expect(waiting.payments[0].voucher.url).toContain("/sandbox/mp/");
    expect(new Date(waiting.payBy).getTime()).toBeGreaterThan(before + 48 * 3_600_000);
    const again = await shop.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
    expect(again).toMatchObject({ status: 409, json: { code: "ORDER_NOT_PAYABLE" } });
    await payer.control({ act: "approve", payment_id: paymentId });
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test("a voucher can be dropped for another way to pay", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "CONT");
    await expect.poll(async () => (await payer.read(order)).has_payment_attempts, { timeout: 20_000 }).toBe(true);
    const url = `/api/v1/orders/${order.id}/payment`;
    const dropped = await shop.call("POST", `${url}/cancel`, { token: order.token });
    expect(dropped).toMatchObject({ status: 200, json: { has_payment_attempts: false } });
    const opened = await shop.call("GET", url, { token: order.token });
    expect(opened.json).toMatchObject({ status: "OK", preferenceId: order.preferenceId });
    await payer.pay(opened.json.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test("tickets alone ship themselves once paid", async () => {
    const order = await payer.order({ digital: true });
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "SHIPPED");
    await payer.agree(order);
  });

  test("asked twice at once, the same page of payment is open once", async () => {
    const order = await payer.order();
    await sql`UPDATE payment_checkouts SET closed_at = now() WHERE order_id = ${order.id}`.execute(shop.app.db);
    const url = `/api/v1/orders/${order.id}/payment`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.call("GET", url, { token: order.token })));
    expect(new Set(answers.map(({ json }) => json.preferenceId)).size).toBe(1);
  });

  test("coming back looks the payment up at once, and only its own", async () => {
    await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const [mine, other] = [await payer.order(), await payer.order()];
    const paymentId = await payer.pay(other.preferenceId, "APRO");
    const check = (order: PlacedOrder) =>
      shop.call("POST", `/api/v1/orders/${order.id}/payment/check`, {
        token: order.token,
        body: { paymentId: String(paymentId) },
      });
    expect(await check(mine)).toMatchObject({ status: 200, json: { status: "WAITING_PAYMENT", payments: [] } });
    expect(await check(other)).toMatchObject({ status: 200, json: { status: "PAYMENT_ACCEPTED" } });
    await payer.agree(mine, other);
  });
});

describe("news", () => {
  test("lost: the next look finds the payment", async () => {
    await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await sql`UPDATE orders SET created_at = now() - interval '3 minutes' WHERE id = ${order.id}`.execute(shop.app.db);
    await planLooks(shop.app);
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test("twice: counted once", async () => {
    await payer.control({ fault: { webhook: ["dup", "dup", "dup"] } });
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    expect(await paymentsOf(order)).toHaveLength(1);
    await payer.agree(order);
  });

  test("in the wrong order: the last state is the provider's, not the last letter's", async () => {
    await payer.control({ fault: { webhook: ["hold", "hold", "hold", "hold"] } });
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.control({ act: "approve", payment_id: paymentId });
    await payer.control({ fault: { webhook: [] } });
    await payer.control({ release: true });
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test("forged: refused, and the order is right in the end", async () => {
    await payer.control({ fault: { webhook: ["forge", "forge", "forge", "forge"] } });
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    const forged = await shop.call(
      "POST",
      `/api/v1/payments/mercadopago/notifications?data.id=${paymentId}&type=payment`,
      { raw: "{}", headers: { "x-signature": `ts=1700000000,v1=${"0".repeat(64)}`, "x-request-id": "yo" } },
    );
    expect(forged.status).toBe(401);
    await lookAtOrder(shop.app, order.id, "job");
    expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test.each([
    ["of the older kind", "?topic=payment&id=1", {}, 200],
    ["without anything", "", {}, 401],
    ["unsigned", "?data.id=1&type=payment", { "x-request-id": "a" }, 401],
    ["with letters for a signature", "?data.id=1&type=payment", { "x-request-id": "a", "x-signature": "ñ" }, 401],
  ])("%s is answered at once", async (_, query, headers, status) => {
    const latin = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]),
    );
    const answer = await shop.call("POST", `/api/v1/payments/mercadopago/notifications${query}`, {
      raw: "no es JSON",
      headers: latin,
    });
    expect(answer.status).toBe(status);
  });

  test("a body past 64 kB is not read", async () => {
    const answer = await shop.call("POST", "/api/v1/payments/mercadopago/notifications?topic=payment", {
      raw: "x".repeat(64 * 1024 + 1),
    });
    expect(answer.status).toBe(413);
  });

  test("ten thousand at once: each is answered soon, each payment counted once", async () => {
    await payer.control({ fault: { webhook: ["drop"] } });
    const orders = await Promise.all(Array.from({ length: 10 }, () => payer.order()));
    const paymentIds = await Promise.all(orders.map(({ preferenceId }) => payer.pay(preferenceId, "APRO")));
    const waits: number[] = [];
    const deliver = async (nth: number): Promise<void> => {
      const signed = {
        dataId: String(paymentIds[nth % paymentIds.length]),
        requestId: `lote-${nth}`,
        ts: 1_770_000_000,
      };
      const started = performance.now();
      const { status } = await shop.call(
        "POST",
        `/api/v1/payments/mercadopago/notifications?data.id=${signed.dataId}&type=payment`,
        { raw: "{}", headers: signatureHeaders("signed", signed) },
      );
      waits.push(performance.now() - started);
      expect(status).toBe(200);
    };
    let next = 0;
    const send = async (): Promise<void> => {
      while (next < 10_000) await deliver(next++);
    };
    await Promise.all(Array.from({ length: 64 }, send));
    // Mercado Pago's own patience; on a machine of one's own it is some milliseconds.
    expect(Math.max(...waits)).toBeLessThan(22_000);
    for (const order of orders) {
      await payer.reaches(order, "PAYMENT_ACCEPTED", 60_000);
      expect(await paymentsOf(order)).toHaveLength(1);
    }
    await payer.agree(...orders);
  }, 180_000);

  test("worked off by two processes at once: credited once", async () => {
    const second = await startSecondApp(shop.address);
    second.app.ownOrigin = shop.origin;
    try {
      await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
      const order = await payer.order();
      await payer.pay(order.preferenceId, "APRO");
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => lookAtOrder(index % 2 ? second.app : shop.app, order.id, "job")),
      );
      expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
      const { history } = await payer.read(order);
      expect(history.map(({ status }: { status: string }) => status)).toEqual(["WAITING_PAYMENT", "PAYMENT_ACCEPTED"]);
      await payer.agree(order);
    } finally {
      await second.stop();
    }
  });
});

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
            SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'payment_news' AND attempts > 0
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

describe("an order that is not paid in time", () => {
  test("is cancelled, its pieces go back, its page of payment closes", async () => {
    const order = await payer.order();
    await late(order);
    await planExpiry(shop.app);
    await payer.reaches(order, "CANCELLED");
    expect(await left(shop.app, order.size.sizeId)).toBe(1);
    const page = `/sandbox/mp/state.json?external_reference=matriz:${order.reference}`;
    await expect
      .poll(async () => (await shop.call("GET", page)).json.preferences[0].is_payable, { timeout: 20_000 })
      .toBe(false);
    await payer.agree(order);
  }, 60_000);

  test("keeps its pieces while its voucher can still be paid", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "CONT");
    await late(order);
    await expireOrder(shop.app, { orderId: order.id });
    expect(await payer.read(order)).toMatchObject({ status: "WAITING_PAYMENT", has_payment_attempts: true });
  });

  test("cancelled by hand: its voucher is cancelled there", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "CONT");
    await lookAtOrder(shop.app, order.id, "job");
    await moveOrder(shop.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
    const page = `/sandbox/mp/state.json?external_reference=matriz:${order.reference}`;
    await expect
      .poll(async () => (await shop.call("GET", page)).json.payments[0].status, { timeout: 20_000 })
      .toBe("cancelled");
    await expect.poll(async () => (await paymentsOf(order))[0]?.state, { timeout: 20_000 }).toBe("CANCELLED");
    await payer.agree(order);
  }, 60_000);

  test("gets a last look: what was paid without news is taken", async () => {
    await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await late(order);
    await expireOrder(shop.app, { orderId: order.id });
    expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.agree(order);
  });

  test("waits while the provider does not answer", async () => {
    const order = await payer.order();
    await late(order);
    await payer.control({ fault: { api: "500" } });
    await expect(expireOrder(shop.app, { orderId: order.id })).rejects.toThrow("TEMPORARY");
    expect((await payer.read(order)).status).toBe("WAITING_PAYMENT");
    await payer.control({ fault: { api: null } });
    await expireOrder(shop.app, { orderId: order.id });
    expect((await payer.read(order)).status).toBe("CANCELLED");
    await payer.agree(order);
  }, 40_000);

  test("racing its payment: the order is paid or lives on, never cancelled with its money kept", async () => {
    for (let round = 0; round < 5; round++) {
      const order = await payer.order();
      await late(order);
      const [paid] = await Promise.all([
        shop.call("POST", "/sandbox/mp/checkout/v1/pay", { body: { pref_id: order.preferenceId, outcome: "APRO" } }),
        expireOrder(shop.app, { orderId: order.id }),
      ]);
      await lookAtOrder(shop.app, order.id, "job");
      expect((await payer.read(order)).status).toBe(paid.status < 300 ? "PAYMENT_ACCEPTED" : "CANCELLED");
      await payer.agree(order);
    }
  }, 60_000);
});

describe("money that comes after cancelling", () => {
  test("takes the pieces again while they are there", async () => {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.control({ fault: { api: "500" } });
    await moveOrder(shop.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
    await payer.control({ act: "approve", payment_id: paymentId });
    await payer.control({ fault: { api: null } });
    await payer.reaches(order, "PAYMENT_ACCEPTED", 40_000);
    expect(await left(shop.app, order.size.sizeId)).toBe(0);
    expect(await payer.flags(order)).toEqual(["PAID_AFTER_CANCEL"]);
    await payer.agree(order);
  }, 80_000);

  test("goes back where the pieces are gone", async () => {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "CONT");
    await payer.control({ fault: { api: "500" } });
    await moveOrder(shop.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
    await newCart(shop.app, await shop.shop(), [{ ...order.size, pieces: 1 }]);
    await payer.control({ act: "approve", payment_id: paymentId });
    await payer.control({ fault: { api: null } });
    await expect
      .poll(async () => (await paymentsOf(order))[0]?.state, { timeout: 40_000, interval: 100 })
      .toBe("REFUNDED");
    expect((await payer.read(order)).status).toBe("CANCELLED");
    expect(await payer.flags(order)).toEqual(["PAID_AFTER_CANCEL"]);
    await payer.agree(order);
  }, 80_000);

  test("staff cancel racing the approval: right in the end", async () => {
    const order = await payer.order();
    await Promise.all([
      payer.pay(order.preferenceId, "APRO"),
      moveOrder(shop.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" }),
    ]);
    await payer.reaches(order, "PAYMENT_ACCEPTED", 40_000);
    await payer.agree(order);
  }, 60_000);
});

describe("too much, too little, given back", () => {
  test("two pages of payment both paid: flagged, and the second can be given back", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await expect.poll(() => payer.flags(order), { timeout: 20_000 }).toEqual(["OVERPAID", "PAID_TWICE"]);
    const asked = await askRefund(shop.app, order.id, Math.round(order.total * 100), {
      actor: "prueba",
      reason: "Doble",
    });
    expect(asked).toEqual({ cents: Math.round(order.total * 100) });
    await expect.poll(() => payer.flags(order), { timeout: 20_000 }).toEqual([]);
    expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.agree(order);
  }, 60_000);

  test("the order grew after the page was opened: too little is flagged, the rest can be paid", async () => {
    const order = await payer.order();
    await sql`UPDATE orders SET insurance_cents = insurance_cents + 5000, total_cents = total_cents + 5000,
      grand_total_cents = grand_total_cents + 5000 WHERE id = ${order.id}`.execute(shop.app.db);
    await payer.pay(order.preferenceId, "APRO");
    await expect.poll(() => payer.flags(order), { timeout: 20_000 }).toEqual(["UNDERPAID"]);
    const opened = await shop.call("GET", `/api/v1/orders/${order.id}/payment`, { token: order.token });
    expect(opened.json.preferenceId).not.toBe(order.preferenceId);
    await payer.pay(opened.json.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    expect(await payer.flags(order)).toEqual([]);
    await sql`UPDATE orders SET insurance_cents = insurance_cents - 5000, total_cents = total_cents - 5000,
      grand_total_cents = grand_total_cents - 5000 WHERE id = ${order.id}`.execute(shop.app.db);
    await sql`DELETE FROM payments WHERE order_id = ${order.id} AND cents = 5000`.execute(shop.app.db);
  }, 60_000);

  test("all given back before it was sent: cancelled, pieces back; asked at once by two: once", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    const act = { actor: "prueba", reason: "Se arrepintió" };
    const asked = await Promise.all([1, 2, 3].map(() => askRefund(shop.app, order.id, null, act)));
    expect(asked.filter((answer) => "cents" in answer)).toHaveLength(1);
    await payer.reaches(order, "CANCELLED");
    expect(await left(shop.app, order.size.sizeId)).toBe(1);
    await payer.agree(order);
  });

  test("a refund while the provider is down is done when it is back", async () => {
    const order = await payer.order();
    await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.control({ fault: { api: "500" } });
    await askRefund(shop.app, order.id, 10_00, { actor: "prueba", reason: "Parte" });
    await payer.control({ fault: { api: null } });
    await expect
      .poll(async () => (await paymentsOf(order))[0]?.refunded_cents, { timeout: 40_000, interval: 100 })
      .toBe(10_00);
    expect((await payer.read(order)).status).toBe("PAYMENT_ACCEPTED");
    await payer.agree(order);
  }, 60_000);

  test("refunded in the provider's own panel without news: the nightly look finds it", async () => {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    await payer.control({ act: "refund", payment_id: paymentId });
    await lookAtChanges(shop.app);
    expect((await payer.read(order)).status).toBe("CANCELLED");
    await payer.agree(order);
  });

  test("a dispute is flagged and nothing is sent while it lasts", async () => {
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    await payer.reaches(order, "PAYMENT_ACCEPTED");
    await payer.control({ act: "chargeback", payment_id: paymentId });
    await expect.poll(() => payer.flags(order), { timeout: 20_000 }).toEqual(["DISPUTED"]);
    const ship = { to: "SHIPPED", actor: "prueba", reason: "Prueba", trackingNumber: "MX1" } as const;
    expect(await moveOrder(shop.app, order.id, ship)).toEqual({ refused: "order_disputed" });
    await payer.agree(order);
  });
});

describe("a payment that is not this order's", () => {
  test.each([
    ["another shop's reference", { orderRef: "norte:" }, "unknown_order"],
    ["no reference", { orderRef: null }, "unknown_order"],
    ["another account", { collectorId: "666" }, "other_account"],
    ["another currency", { currency: "USD" }, "other_currency"],
    ["a status nobody knows", { state: null }, "unknown_status"],
  ])("%s: nothing of it counts", async (_, changes, outcome) => {
    await payer.control({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const order = await payer.order();
    const paymentId = await payer.pay(order.preferenceId, "APRO");
    const payment = (await shop.app.payments.getPayment(String(paymentId), "job"))!;
    const { creditPayment } = await import("./credit-payment.ts");
    const odd = { ...payment, ...changes };
    if (odd.orderRef === "norte:") odd.orderRef = `norte:${order.reference}`;
    expect(await creditPayment(shop.app, odd)).toBe(outcome);
    expect((await payer.read(order)).status).toBe("WAITING_PAYMENT");
  });
});

describe("a transfer", () => {
  const upload = (order: PlacedOrder, raw: Uint8Array, type: string) =>
    shop.call("POST", `/api/v1/orders/${order.id}/transfer-receipts`, {
      token: order.token,
      raw,
      headers: { "Content-Type": type },
    });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );

  test("says account, exact amount, reference and deadline to whoever ordered", async () => {
    const order = await payer.order({ method: "TB" });
    expect(order.preferenceId).toBeNull();
    expect((await payer.read(order)).transfer).toMatchObject({
      amount: order.total,
      reference: order.reference.padStart(7, "0"),
      concept: `PEDIDO ${order.reference}`,
      accounts: [{ clabe: "002010077777777771" }],
      receipts: [],
    });
    expect((await shop.call("GET", "/api/v1/app")).text).not.toContain("002010077777777771");
  });

  test("its receipt is kept and pays nothing; staff confirm, and the money is written down", async () => {
    const order = await payer.order({ method: "TB" });
    const before = new Date((await payer.read(order)).payBy).getTime();
    const kept = await upload(order, png, "image/png");
    expect(kept).toMatchObject({
      status: 200,
      json: { status: "WAITING_PAYMENT", transfer: { receipts: [{ state: "SUBMITTED" }] } },
    });
    expect(new Date(kept.json.payBy).getTime()).toBeGreaterThan(before + 20 * 3_600_000);
    await moveOrder(shop.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "Marta", reason: "Depósito visto" });
    expect(await paymentsOf(order)).toMatchObject([
      { provider: "shop", state: "APPROVED", cents: Math.round(order.total * 100), actor: "Marta" },
    ]);
    await payer.agree(order);
  });

  test.each([
    ["a program", Buffer.from("MZ\u0000\u0000programa"), "image/png", 422],
    ["a page that calls itself a picture", Buffer.from("<html><script>alert(1)</script>"), "image/jpeg", 422],
    ["a broken picture", png.subarray(0, 40), "image/png", 422],
    ["nothing", Buffer.alloc(0), "image/png", 422],
    ["too much", Buffer.alloc(5 * 1024 * 1024 + 1), "image/png", 413],
  ])("%s is refused", async (_, bytes, type, status) => {
    const order = await payer.order({ method: "TB" });
    expect((await upload(order, bytes, type)).status).toBe(status);
    expect((await payer.read(order)).transfer.receipts).toEqual([]);
  });

  test("a receipt for an online order, or a sixth one, is refused", async () => {
    const online = await payer.order();
    expect(await upload(online, png, "image/png")).toMatchObject({
      status: 409,
      json: { code: "TRANSFER_NOT_EXPECTED" },
    });
    const order = await payer.order({ method: "TB" });
    for (let n = 0; n < 5; n++) expect((await upload(order, png, "image/png")).status).toBe(200);
    expect(await upload(order, png, "image/png")).toMatchObject({ status: 409, json: { code: "RECEIPT_TOO_MANY" } });
  });
});

test("neither token nor secret is ever in an answer", async () => {
  const order = await payer.order();
  const { accessToken, webhookSecrets } = shop.app.config.mercadoPago;
  const answers = await Promise.all(
    ["/api/v1/app", `/api/v1/orders/${order.id}`, `/api/v1/orders/${order.id}/payment`, "/api/openapi.json"].map(
      (path) => shop.call("GET", path, { token: order.token }),
    ),
  );
  for (const { text, status } of answers) {
    expect(status).toBe(200);
    for (const secret of [accessToken, ...webhookSecrets]) expect(text).not.toContain(secret);
  }
});
