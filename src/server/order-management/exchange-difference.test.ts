import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { invoiceForStaff } from "../invoicing/invoice-order.ts";
import { findOrderIncome } from "../invoicing/order-income.ts";
import { findOrdersAndSumsOf } from "../customers/office/customer-data.ts";
import { listOrdersForStaff, type OrderListQuery } from "../orders/list-for-staff.ts";
import { listOrdersOfCustomer } from "../orders/list-orders-of-customer.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder } from "../orders/queries.ts";
import { makeOrderPdfTexts } from "../orders/pdf/order-pdf-texts.ts";
import { readSalesReport } from "../orders/sales-report.ts";
import { expireOrder } from "../payments/expire-order.ts";
import { reconcileOrderPayments } from "../payments/reconcile-payment.ts";
import { requestRefund } from "../payments/request-refund.ts";
import { approveReturn } from "../returns/answer-return.ts";
import { requestReturn } from "../returns/request-return.ts";
import { cancelReturn } from "../returns/cancel-or-send-back.ts";
import { endUnpaidExchange } from "../returns/end-unpaid-exchange.ts";
import { findReturn, type ReturnRow } from "../returns/queries.ts";
import { receiveReturn } from "../returns/receive-return.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { markOrderDelivered } from "../testing/test-order.ts";
import { listMailsTo } from "../testing/mails.ts";
import { openShopWithPayer, type Payer, type ShopWithPayer, type PlacedOrder } from "../testing/payer.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { LUCIA, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { creditReturn, findReturnCredit } from "./credit-return.ts";
import { joinOrders } from "./join-orders.ts";
import { listDifferenceOrderIds, settleReturn, type ReturnSettlement } from "./settle-return.ts";

let server: ShopWithPayer;
let payer: Payer;
const ALL_ORDERS: OrderListQuery = {
  shops: "all",
  term: "",
  statuses: [],
  shopId: null,
  method: null,
  flag: null,
  isReceiptWaiting: false,
  carrierId: null,
  from: null,
  before: null,
  isPresale: null,
};
const ACTOR = { memberId: null, name: "prueba", ip: null };

beforeAll(async () => {
  server = await openShopWithPayer();
  payer = server.payer;
});
afterAll(() => server.stop());
afterEach(() => payer.controlSandbox({ fault: { api: null, webhook: [] } }));

function expectNoRefusal<T>(outcome: T): Exclude<T, { refused: string }> {
  if (isRefusal(outcome)) throw new Error(outcome.refused);
  return outcome as Exclude<T, { refused: string }>;
}

interface Exchange {
  order: PlacedOrder;
  row: ReturnRow;
  /** The size that the customer wants instead. It costs 200 pesos more. */
  newSize: TestSize;
  newSizeCents: number;
  /** The order that charges the difference. */
  differenceOrder: PlacedOrder;
}

const readReturn = async (id: string) => (await findReturn(server.app.db, id))!;

/** A delivered order of one piece, and its approved exchange for a piece that costs 200 pesos more. */
async function createApprovedExchange(): Promise<Exchange> {
  const order = await payer.placeOrder();
  await payer.pay(order.preferenceId, "APRO");
  await payer.waitForStatus(order, "PAYMENT_ACCEPTED");
  const shippingMove = {
    to: "SHIPPED",
    actor: "prueba",
    reason: "Prueba",
    trackingNumber: crypto.randomUUID(),
  } as const;
  expectNoRefusal(await moveOrder(server.app, order.id, shippingMove));
  await markOrderDelivered(server, order.id, new Date());
  const paidCents = (await findOrder(server.app.db, (await server.findShop()).id, order.id))!.lines[0]!
    .unit_price_cents;
  const newSizeCents = paidCents + 200_00;
  const newSize = await createTestSize(server.app, { pieces: 1, priceCents: newSizeCents });
  const row = expectNoRefusal(await requestSizeReturn(order, order.size.sizeId, newSize.sizeId));
  expectNoRefusal(await approve(row));
  const { difference } = await readReturn(row.id);
  const paymentResponse = await server.call("GET", `/api/v1/orders/${difference!.orderId}/payment`, {
    token: order.token,
  });
  const differenceOrder = {
    ...order,
    id: difference!.orderId,
    preferenceId: paymentResponse.json.preferenceId,
    totalPesos: 200,
  };
  return { order, row, newSize, newSizeCents, differenceOrder };
}

const requestSizeReturn = async (order: PlacedOrder, sizeId: string, newSizeId: string | null) =>
  requestReturn(server.app, await server.findShop(), {
    orderId: order.id,
    lines: [{ sizeId, pieces: 1, reason: "STYLE", wish: newSizeId ? "EXCHANGE" : "REFUND", newSizeId }],
    note: "",
    clabe: null,
    by: null,
  });
const approve = (row: ReturnRow) => approveReturn(server.app, row.id, { answer: "", guide: "", by: ACTOR });
const receive = (row: ReturnRow) => receiveReturn(server.app, row.id, { received: "restock", by: ACTOR });
const settle = (row: ReturnRow, changes: Partial<ReturnSettlement> = {}) =>
  settleReturn(server.app, row.id, {
    preferredMethod: "provider",
    reference: "",
    sentOn: "",
    amountCents: null,
    lessBecause: "",
    exchangeCarrier: "",
    exchangeGuide: "",
    by: ACTOR,
    ...changes,
  });
const refundedCentsOf = async (order: PlacedOrder) =>
  (await payer.paymentsOf(order)).map(({ refunded_cents }) => refunded_cents);
const expire = async ({ id }: PlacedOrder) => {
  await sql`UPDATE orders SET payment_due_at = now() - interval '1 minute' WHERE id = ${id}`.execute(server.app.db);
  await expireOrder(server.app, { orderId: id });
};

describe("an exchange for a more expensive piece", () => {
  test("reserves the new size, charges the difference in a separate order, and can be settled once it is paid", async () => {
    const { order, row, newSize, differenceOrder } = await createApprovedExchange();
    expect(await availableOf(server.app, newSize.sizeId)).toBe(0);
    expect(await payer.readOrder(differenceOrder)).toMatchObject({
      status: "WAITING_PAYMENT",
      total: 200,
      exchange: { orderId: order.id, returnNumber: row.number },
    });
    expectNoRefusal(await receive(row));
    expect(await settle(row)).toEqual({ refused: "difference_unpaid" });
    await payer.pay(differenceOrder.preferenceId, "APRO");
    await payer.waitForStatus(differenceOrder, "SHIPPED");
    expect(await payer.readOrder(order)).toMatchObject({
      differences: [{ orderId: differenceOrder.id, amount: 200, state: "PAID" }],
    });
    expect(await cancelReturn(server.app, { returnId: row.id, by: null })).toEqual({ refused: "return_changed" });
    expect(expectNoRefusal(await settle(row)).state).toBe("SETTLED");
    expect(await payer.listFlags(differenceOrder)).toEqual([]);
    expect(await findOrderIncome(server.app.db, differenceOrder.id)).toMatchObject({ keptCents: 200_00 });
    await payer.expectConsistent(order, differenceOrder);
  }, 60_000);

  test("sends emails about the difference to pay, and about its payment", async () => {
    const { row, order, differenceOrder } = await createApprovedExchange();
    const { customer_email: mailbox } = (await findOrder(server.app.db, (await server.findShop()).id, order.id))!;
    const readSubjects = async () => (await listMailsTo(server.app, mailbox!)).map(({ subject }) => subject);
    await expect
      .poll(readSubjects, { timeout: 20_000 })
      .toContain(`Tu cambio está en marcha (devolución ${row.number}, pedido #${order.reference})`);
    const mail = (await listMailsTo(server.app, mailbox!)).find(({ subject }) => subject.includes("en marcha"));
    expect(mail!.text).toContain("Tu cambio cuesta $200.00 más");
    // The key of the returned order opens the payment of its difference.
    const key = /orders\/[0-9a-f-]{36}\?key=([\w-]+)/.exec(mail!.text)![1]!;
    expect(mail!.text).toContain(`/orders/${differenceOrder.id}?key=${key}`);
    const orderResponse = await server.call("GET", `/api/v1/orders/${differenceOrder.id}?key=${key}`);
    expect(orderResponse).toMatchObject({ status: 200, json: { total: 200 } });
    expect((await server.call("GET", `/api/v1/orders/${differenceOrder.id}?key=otra`)).status).toBe(404);
    // The key of the difference's order opens the returned order, too, because the page of the one links to the other.
    const ownKey = newToken();
    await server.app.db
      .insertInto("order_keys")
      .values({ order_id: differenceOrder.id, key_hash: hashToken(ownKey) })
      .execute();
    expect((await server.call("GET", `/api/v1/orders/${order.id}?key=${ownKey}`)).status).toBe(200);
    await payer.pay(differenceOrder.preferenceId, "APRO");
    const differenceReference = (await payer.readOrder(differenceOrder)).reference;
    await expect
      .poll(readSubjects, { timeout: 20_000 })
      .toContain(`Recibimos tu pago de la diferencia, pedido #${differenceReference}`);
  }, 60_000);

  test("shows the order of its difference as paid, not as shipped, in lists, searches and the PDF", async () => {
    const { order, differenceOrder } = await createApprovedExchange();
    await payer.pay(differenceOrder.preferenceId, "APRO");
    await payer.waitForStatus(differenceOrder, "SHIPPED");
    const { app } = server;
    const shop = await server.findShop();
    const orderRow = (await findOrder(app.db, shop.id, differenceOrder.id))!;
    const texts = makeOrderPdfTexts(shop, orderRow);
    expect(texts.status).toBe("Pagado");
    expect(texts.blocks.map(({ title }) => title)).toEqual(["Cliente", "Pago y envío"]);
    const { orders } = await listOrdersForStaff(app.db, ALL_ORDERS, { afterReference: null, limit: 100 });
    expect(orders.find(({ id }) => id === differenceOrder.id)).toMatchObject({
      status: "SHIPPED",
      chargesDifference: true,
    });
    expect(orders.find(({ id }) => id === order.id)).toMatchObject({ status: "SHIPPED", chargesDifference: false });
    const customerOrders = await findOrdersAndSumsOf(app.db, orderRow.customer_id, "all");
    expect(customerOrders.orders.find(({ id }) => id === differenceOrder.id)).toMatchObject({
      chargesDifference: true,
    });
    const search = async (query: string) =>
      (
        await listOrdersOfCustomer(app, shop, orderRow.customer_id, {
          page: 1,
          pageSize: 100,
          term: query,
          kind: "all",
        })
      ).orders.map(({ id }) => id);
    expect(await search(`pagado ${orderRow.reference}`)).toEqual([differenceOrder.id]);
    expect(await search(`enviado ${orderRow.reference}`)).toEqual([]);
    expect(await search("enviado")).toContain(order.id);
  }, 60_000);

  test("is refunded completely if the new piece is returned, each part from the payments of its own order", async () => {
    const { order, row, newSize, newSizeCents, differenceOrder } = await createApprovedExchange();
    await payer.pay(differenceOrder.preferenceId, "APRO");
    await payer.waitForStatus(differenceOrder, "SHIPPED");
    expectNoRefusal(await receive(row));
    expectNoRefusal(await settle(row));
    const request = { receiver: LUCIA, email: null, by: TEST_ACTOR };
    const invoice = expectNoRefusal(
      await invoiceForStaff(server.app, await server.findShop(), differenceOrder.id, request),
    );
    expect(invoice.totalCents).toBe(200_00);
    expect(invoice.sealedXml).toContain("Diferencia del cambio");
    const secondReturn = expectNoRefusal(await requestSizeReturn(order, newSize.sizeId, null));
    expect(secondReturn.refundCents).toBe(newSizeCents);
    expectNoRefusal(await approve(secondReturn));
    expectNoRefusal(await receive(secondReturn));
    expectNoRefusal(await settle(secondReturn));
    await expect
      .poll(async () => (await payer.paymentsOf(differenceOrder)).map(({ refunded_cents }) => refunded_cents), {
        timeout: 20_000,
      })
      .toEqual([200_00]);
    await expect
      .poll(async () => (await readReturn(secondReturn.id)).refunds.map(({ state }) => state), { timeout: 20_000 })
      .toEqual(["DONE", "DONE"]);
    expect(await payer.listFlags(differenceOrder)).toEqual([]);
    // The order of the pieces has no invoice, so the credit note is only for the difference.
    const credit = await findReturnCredit(server.app.db, { orderId: order.id, state: "SETTLED" });
    expect(credit).toEqual({ orderId: differenceOrder.id, invoiceId: invoice.id, isGlobal: false, dueCents: 200_00 });
    expect(
      expectNoRefusal(await creditReturn(server.app, secondReturn.id, { seenCents: 200_00, by: ACTOR })).totalCents,
    ).toBe(200_00);
    await payer.expectConsistent(order, differenceOrder);
  }, 60_000);

  test("has a difference order that cannot be joined or returned, has no tickets, and counts as a sale", async () => {
    const { order, newSize, differenceOrder } = await createApprovedExchange();
    const reportBefore = await readSalesReport(server.app.db, "all");
    expect(await joinOrders(server.app, { orderId: differenceOrder.id, intoId: order.id, actor: "prueba" })).toEqual({
      refused: "joined_order_not_found",
    });
    await payer.pay(differenceOrder.preferenceId, "APRO");
    await payer.waitForStatus(differenceOrder, "SHIPPED");
    const reportAfter = await readSalesReport(server.app.db, "all");
    expect(reportAfter.cents - reportBefore.cents).toBe(200_00);
    expect((await payer.readOrder(differenceOrder)).tickets).toEqual([]);
    expect(await requestSizeReturn(differenceOrder, newSize.sizeId, null)).toEqual({ refused: "not_returnable" });
  }, 60_000);
});

describe("a difference that is not paid", () => {
  test("before its deadline releases the new size, and the exchange becomes a return for money", async () => {
    const { order, row, newSize, newSizeCents, differenceOrder } = await createApprovedExchange();
    await expire(differenceOrder);
    await expect.poll(async () => (await readReturn(row.id)).lines[0]!.wish, { timeout: 20_000 }).toBe("REFUND");
    expect(await availableOf(server.app, newSize.sizeId)).toBe(1);
    const endedReturn = await readReturn(row.id);
    expect(endedReturn.lines[0]).toMatchObject({ held: 0, newSizeId: null, unpaidNewName: row.lines[0]!.newName });
    expect(endedReturn).toMatchObject({ state: "APPROVED", refundCents: newSizeCents - 200_00 });
    expectNoRefusal(await receive(row));
    expectNoRefusal(await settle(row));
    await payer.expectConsistent(order, differenceOrder);
  }, 60_000);

  test("after the pieces arrived turns the exchange into a return for money", async () => {
    const { order, row, differenceOrder, newSizeCents } = await createApprovedExchange();
    expectNoRefusal(await receive(row));
    expectNoRefusal(
      await moveOrder(server.app, differenceOrder.id, {
        to: "CANCELLED",
        actor: "prueba",
        reason: "El cliente no paga",
      }),
    );
    await expect.poll(async () => (await readReturn(row.id)).lines[0]!.wish, { timeout: 20_000 }).toBe("REFUND");
    expect(await readReturn(row.id)).toMatchObject({ state: "RECEIVED", refundCents: newSizeCents - 200_00 });
    expectNoRefusal(await settle(row));
    await payer.expectConsistent(order, differenceOrder);
  }, 60_000);

  test("and expires during its payment: it is paid, or the exchange ends and the payment is refunded", async () => {
    for (let round = 0; round < 4; round++) {
      const { order, row, newSize, differenceOrder } = await createApprovedExchange();
      await sql`UPDATE orders SET payment_due_at = now() - interval '1 minute' WHERE id = ${differenceOrder.id}`.execute(
        server.app.db,
      );
      const [payResponse] = await Promise.all([
        server.call("POST", "/sandbox/mp/checkout/v1/pay", {
          body: { pref_id: differenceOrder.preferenceId, outcome: "APRO" },
        }),
        expireOrder(server.app, { orderId: differenceOrder.id }),
      ]);
      await reconcileOrderPayments(server.app, differenceOrder.id, "job");
      await endUnpaidExchange(server.app, { returnId: row.id });
      const { status } = await payer.readOrder(differenceOrder);
      expect(["SHIPPED", "CANCELLED"]).toContain(status);
      if (status === "CANCELLED" && payResponse.status < 300) {
        await expect
          .poll(async () => (await payer.paymentsOf(differenceOrder))[0]?.state, { timeout: 20_000 })
          .toBe("REFUNDED");
      }
      expect(await availableOf(server.app, newSize.sizeId)).toBe(status === "SHIPPED" ? 0 : 1);
      expect((await readReturn(row.id)).lines[0]!.held).toBe(status === "SHIPPED" ? 1 : 0);
      await payer.expectConsistent(order, differenceOrder);
    }
  }, 120_000);

  test("because the card was rejected can be paid with another card", async () => {
    const { order, row, differenceOrder } = await createApprovedExchange();
    await payer.pay(differenceOrder.preferenceId, "OTHE");
    await expect
      .poll(async () => (await payer.readOrder(differenceOrder)).payments.length, { timeout: 20_000 })
      .toBe(1);
    expect((await readReturn(row.id)).difference).toMatchObject({ status: "WAITING_PAYMENT" });
    await payer.pay(differenceOrder.preferenceId, "APRO");
    await payer.waitForStatus(differenceOrder, "SHIPPED");
    await payer.expectConsistent(order, differenceOrder);
  }, 60_000);
});

test("a difference that is refunded after the pieces arrived turns the exchange into a return for money", async () => {
  const { row, newSize, differenceOrder } = await createApprovedExchange();
  await payer.pay(differenceOrder.preferenceId, "APRO");
  await payer.waitForStatus(differenceOrder, "SHIPPED");
  expectNoRefusal(await receive(row));
  expectNoRefusal(await requestRefund(server.app, differenceOrder.id, 50_00, { actor: "prueba", reason: "Prueba" }));
  await expect.poll(() => refundedCentsOf(differenceOrder), { timeout: 20_000 }).toEqual([50_00]);
  // A partial refund changes nothing: the shop only lowered the price of the piece.
  expect((await readReturn(row.id)).lines[0]).toMatchObject({ wish: "EXCHANGE", held: 1 });
  const refundRest = () => requestRefund(server.app, differenceOrder.id, 150_00, { actor: "prueba", reason: "Prueba" });
  // The provider processes one refund at a time.
  await expect.poll(refundRest, { timeout: 20_000 }).toEqual({ cents: 150_00 });
  await expect
    .poll(async () => (await readReturn(row.id)).lines[0], { timeout: 20_000 })
    .toMatchObject({ wish: "REFUND", held: 0 });
  expect(await availableOf(server.app, newSize.sizeId)).toBe(1);
  const settledReturn = expectNoRefusal(await settle(row));
  expect(settledReturn.refundCents).toBeGreaterThan(0);
  expect(await listViolatedInvariants(server.app)).toEqual([]);
}, 60_000);

test("settling a return refunds nothing of the difference of another exchange that is still open", async () => {
  const { order, row, differenceOrder } = await createApprovedExchange();
  await payer.pay(differenceOrder.preferenceId, "APRO");
  await payer.waitForStatus(differenceOrder, "SHIPPED");
  expectNoRefusal(await receive(row));
  expect(await listDifferenceOrderIds(server.app.db, order.id, crypto.randomUUID())).toEqual([]);
  expect(await listDifferenceOrderIds(server.app.db, order.id, row.id)).toEqual([differenceOrder.id]);
  expectNoRefusal(await settle(row));
  expect(await listDifferenceOrderIds(server.app.db, order.id, crypto.randomUUID())).toEqual([differenceOrder.id]);
}, 60_000);

test("a difference that is paid twice is flagged for staff", async () => {
  const { order, differenceOrder } = await createApprovedExchange();
  const pay = () =>
    server.call("POST", "/sandbox/mp/checkout/v1/pay", {
      body: { pref_id: differenceOrder.preferenceId, outcome: "APRO" },
    });
  const payResponses = await Promise.all([pay(), pay()]);
  await payer.waitForStatus(differenceOrder, "SHIPPED");
  await reconcileOrderPayments(server.app, differenceOrder.id, "job");
  const isPaidTwice = payResponses.every(({ status }) => status < 300);
  expect(await payer.listFlags(differenceOrder)).toEqual(isPaidTwice ? ["OVERPAID", "PAID_TWICE"] : []);
  await payer.expectConsistent(order, differenceOrder);
}, 60_000);

test("an exchange can be cancelled with its unpaid difference, and not once the difference is paid", async () => {
  const unpaidExchange = await createApprovedExchange();
  expectNoRefusal(await cancelReturn(server.app, { returnId: unpaidExchange.row.id, by: null }));
  expect((await payer.readOrder(unpaidExchange.differenceOrder)).status).toBe("CANCELLED");
  expect(await availableOf(server.app, unpaidExchange.newSize.sizeId)).toBe(1);
  const paidExchange = await createApprovedExchange();
  await payer.pay(paidExchange.differenceOrder.preferenceId, "APRO");
  await payer.waitForStatus(paidExchange.differenceOrder, "SHIPPED");
  expect(await cancelReturn(server.app, { returnId: paidExchange.row.id, by: null })).toEqual({
    refused: "difference_paid",
  });
  await payer.expectConsistent(
    unpaidExchange.order,
    unpaidExchange.differenceOrder,
    paidExchange.order,
    paidExchange.differenceOrder,
  );
}, 60_000);
