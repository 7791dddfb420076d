import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkOut } from "../checkout/check-out.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "../orders/move-order.ts";
import { requestRefund } from "../payments/request-refund.ts";
import { reconcileOrderPayments } from "../payments/reconcile-payment.ts";
import { startWorker } from "../job-worker.ts";
import { Payer } from "../testing/payer.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput, type Guest } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { issueTickets } from "./issue-tickets.ts";

let server: TestServer;
let payer: Payer;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer();
  payer = new Payer(server);
  const worker = startWorker(server.app);
  stopWorker = () => worker.stop();
});
afterAll(async () => {
  await stopWorker();
  await server.stop();
});

interface Line extends TestSize {
  pieces: number;
}

const createGuest = async (): Promise<Guest> =>
  createTestGuest(server.app, await server.findShop(), `${crypto.randomUUID()}@ejemplo.mx`);
const createSeat = async (pieces = 100): Promise<TestSize> => createTestSize(server.app, { pieces, isDigital: true });

async function placeOrder(guest: Guest, lines: Line[]): Promise<string> {
  const headOffice = await server.findShop();
  const cart = await createTestCart(server.app, headOffice, lines);
  const placedOrder = await checkOut(server.app, headOffice, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  return placedOrder.orderId;
}

const moveOrderTo = (id: string, to: "PAYMENT_ACCEPTED" | "RESERVED" | "CANCELLED") =>
  moveOrder(server.app, id, { to, actor: "prueba", reason: "Prueba" });

async function ticketsOf(orderId: string): Promise<{ id: string; size_id: string; number: number; state: string }[]> {
  return server.app.db
    .selectFrom("tickets")
    .select(["id", "size_id", "number", "state"])
    .where("order_id", "=", orderId)
    .orderBy("number")
    .execute();
}

const statesOf = async (orderId: string) => (await ticketsOf(orderId)).map(({ state }) => state);

async function findViolatedInvariants(): Promise<string[]> {
  return listViolatedInvariants(server.app);
}

describe("an order's tickets", () => {
  test("are issued when it is paid, one per piece, in the customer's name", async () => {
    const [guest, seat] = [await createGuest(), await createSeat()];
    const id = await placeOrder(guest, [{ ...seat, pieces: 3 }]);
    expect(await ticketsOf(id)).toEqual([]);
    expect(await moveOrderTo(id, "PAYMENT_ACCEPTED")).toBe("SHIPPED");
    expect(await ticketsOf(id)).toMatchObject([1, 2, 3].map((number) => ({ number, state: "VALID" })));
    const holders = await server.app.db.selectFrom("tickets").select("holder").where("order_id", "=", id).execute();
    expect(holders.map(({ holder }) => holder)).toEqual(Array(3).fill("Lucía Prueba"));
    expect(await findViolatedInvariants()).toEqual([]);
  });

  test("are issued for the tickets of a mixed order, and not for its clothes", async () => {
    const [guest, seat, shirt] = [
      await createGuest(),
      await createSeat(),
      await createTestSize(server.app, { pieces: 5 }),
    ];
    const id = await placeOrder(guest, [
      { ...shirt, pieces: 2 },
      { ...seat, pieces: 2 },
    ]);
    expect(await moveOrderTo(id, "PAYMENT_ACCEPTED")).toBe("PAYMENT_ACCEPTED");
    expect((await ticketsOf(id)).map(({ size_id }) => size_id)).toEqual([seat.sizeId, seat.sizeId]);
    expect(await findViolatedInvariants()).toEqual([]);
  });

  test("are issued once, however often the payment is reported", async () => {
    await payer.controlSandbox({ fault: { webhook: ["dup", "dup"] } });
    const placedOrder = await payer.placeOrder({ isDigital: true });
    await payer.pay(placedOrder.preferenceId, "APRO");
    await Promise.all(Array.from({ length: 6 }, () => reconcileOrderPayments(server.app, placedOrder.id, "job")));
    await payer.waitForStatus(placedOrder, "SHIPPED");
    expect(await statesOf(placedOrder.id)).toEqual(["VALID"]);
    await payer.expectConsistent(placedOrder);
  });

  test("are void as soon as the order is cancelled", async () => {
    const [guest, seat, shirt] = [
      await createGuest(),
      await createSeat(),
      await createTestSize(server.app, { pieces: 5 }),
    ];
    const id = await placeOrder(guest, [
      { ...shirt, pieces: 1 },
      { ...seat, pieces: 2 },
    ]);
    await moveOrderTo(id, "PAYMENT_ACCEPTED");
    expect(await moveOrderTo(id, "CANCELLED")).toBe("CANCELLED");
    expect(await statesOf(id)).toEqual(["VOID", "VOID"]);
  });

  test("are void after a full refund, although the order stays SHIPPED", async () => {
    const placedOrder = await payer.placeOrder({ isDigital: true });
    await payer.pay(placedOrder.preferenceId, "APRO");
    await payer.waitForStatus(placedOrder, "SHIPPED");
    expect(
      isRefusal(await requestRefund(server.app, placedOrder.id, null, { actor: "prueba", reason: "Prueba" })),
    ).toBe(false);
    await expect.poll(() => statesOf(placedOrder.id), { timeout: 20_000 }).toEqual(["VOID"]);
    expect((await payer.readOrder(placedOrder)).status).toBe("SHIPPED");
    await payer.expectConsistent(placedOrder);
  });

  test("stay valid after a partial refund", async () => {
    const placedOrder = await payer.placeOrder({ isDigital: true });
    await payer.pay(placedOrder.preferenceId, "APRO");
    await payer.waitForStatus(placedOrder, "SHIPPED");
    await requestRefund(server.app, placedOrder.id, 10_00, { actor: "prueba", reason: "Prueba" });
    await expect
      .poll(async () => (await payer.readOrder(placedOrder)).payments[0].refunded, { timeout: 20_000 })
      .toBe(10);
    expect(await statesOf(placedOrder.id)).toEqual(["VALID"]);
  });

  test("are issued when a late payment reactivates a cancelled order", async () => {
    await payer.controlSandbox({ fault: { webhook: ["drop", "drop", "drop", "drop"] } });
    const lateOrder = await payer.placeOrder({ isDigital: true });
    await payer.pay(lateOrder.preferenceId, "APRO");
    await moveOrderTo(lateOrder.id, "CANCELLED");
    expect(await statesOf(lateOrder.id)).toEqual([]);
    await reconcileOrderPayments(server.app, lateOrder.id, "job");
    await payer.waitForStatus(lateOrder, "SHIPPED");
    expect(await statesOf(lateOrder.id)).toEqual(["VALID"]);
    await payer.expectConsistent(lateOrder);
  });

  test("are valid again when their order is reactivated, and used ones stay used", async () => {
    const [guest, seat, shirt] = [
      await createGuest(),
      await createSeat(),
      await createTestSize(server.app, { pieces: 5 }),
    ];
    const id = await placeOrder(guest, [
      { ...shirt, pieces: 1 },
      { ...seat, pieces: 2 },
    ]);
    await moveOrderTo(id, "PAYMENT_ACCEPTED");
    const ticketsBefore = await ticketsOf(id);
    await sql`UPDATE tickets SET state = 'USED', used_at = now(), used_by = 'puerta', used_by_scan_id = 'x'
      WHERE id = ${ticketsBefore[1]!.id}`.execute(server.app.db);
    await moveOrderTo(id, "CANCELLED");
    expect(await statesOf(id)).toEqual(["VOID", "VOID"]);
    await server.app.db.transaction().execute((tx) => issueTickets(tx, id));
    expect(await ticketsOf(id)).toEqual([ticketsBefore[0], { ...ticketsBefore[1], state: "USED" }]);
    // Only a payment reactivates an order. This one is still cancelled, so the audit finds tickets that must not be
    // valid.
    expect(await findViolatedInvariants()).toEqual(["tickets-of-cancelled-orders"]);
    await sql`UPDATE tickets SET state = 'VOID' WHERE order_id = ${id}`.execute(server.app.db);
  });
});

describe("joined orders", () => {
  test("keep their tickets: the numbers of one seat continue, and no ticket is issued twice", async () => {
    const [guest, seat, otherSeat] = [await createGuest(), await createSeat(), await createSeat()];
    const shirt = await createTestSize(server.app, { pieces: 9 });
    const receivingOrderId = await placeOrder(guest, [
      { ...shirt, pieces: 1 },
      { ...seat, pieces: 2 },
    ]);
    const joinedOrderId = await placeOrder(guest, [
      { ...shirt, pieces: 1 },
      { ...seat, pieces: 1 },
      { ...otherSeat, pieces: 2 },
    ]);
    await moveOrderTo(receivingOrderId, "PAYMENT_ACCEPTED");
    await moveOrderTo(joinedOrderId, "PAYMENT_ACCEPTED");
    const idsBefore = [...(await ticketsOf(receivingOrderId)), ...(await ticketsOf(joinedOrderId))].map(({ id }) => id);
    expect(
      isRefusal(await joinOrders(server.app, { orderId: joinedOrderId, intoId: receivingOrderId, actor: "prueba" })),
    ).toBe(false);
    const currentTickets = await ticketsOf(receivingOrderId);
    expect(currentTickets.map(({ id }) => id).toSorted()).toEqual(idsBefore.toSorted());
    const numbersOf = (size: TestSize) =>
      currentTickets.filter((ticket) => ticket.size_id === size.sizeId).map(({ number }) => number);
    expect([numbersOf(seat), numbersOf(otherSeat)]).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
    expect(await ticketsOf(joinedOrderId)).toEqual([]);
    expect(await findViolatedInvariants()).toEqual([]);
    await moveOrderTo(receivingOrderId, "CANCELLED");
    expect(await statesOf(receivingOrderId)).toEqual(Array(5).fill("VOID"));
    expect(await findViolatedInvariants()).toEqual([]);
  });

  test("get their tickets once they are paid", async () => {
    const [guest, seat, shirt] = [
      await createGuest(),
      await createSeat(),
      await createTestSize(server.app, { pieces: 9 }),
    ];
    const lines = [
      { ...shirt, pieces: 1 },
      { ...seat, pieces: 1 },
    ];
    const [joinedOrderId, receivingOrderId] = [await placeOrder(guest, lines), await placeOrder(guest, lines)];
    await joinOrders(server.app, { orderId: joinedOrderId, intoId: receivingOrderId, actor: "prueba" });
    await moveOrderTo(receivingOrderId, "PAYMENT_ACCEPTED");
    expect(await statesOf(receivingOrderId)).toEqual(["VALID", "VALID"]);
    expect(await findViolatedInvariants()).toEqual([]);
  });
});

test("the database refuses two tickets of one order and size with the same number", async () => {
  const id = await placeOrder(await createGuest(), [{ ...(await createSeat()), pieces: 1 }]);
  await moveOrderTo(id, "PAYMENT_ACCEPTED");
  await expect(
    sql`INSERT INTO tickets (id, order_id, size_id, number, code, holder)
      SELECT gen_random_uuid(), order_id, size_id, number, 'ZZZZZZZZZZ', holder FROM tickets
      WHERE order_id = ${id}`.execute(server.app.db),
  ).rejects.toThrow(/tickets_once/);
});
