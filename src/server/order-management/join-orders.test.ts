import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkOut, type CheckoutInput } from "../checkout/check-out.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import {
  INSURED_CARRIER,
  createTestCart,
  createTestGuest,
  PIECES_FEE_CARRIER,
  makeCheckoutInput,
  type Guest,
} from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { joinOrders } from "./join-orders.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface OrderOptions {
  shop?: string;
  pieces?: number;
  size?: TestSize;
  changes?: Partial<CheckoutInput>;
}

const createGuestIn = async (shopKey = "matriz", email: string | null = null) =>
  createTestGuest(server.app, await server.findShop(shopKey), email);
const createSize = (pieces = 100) => createTestSize(server.app, { pieces, wholesalePriceCents: 80_00 });

async function placeOrder(guest: Guest, options: OrderOptions = {}): Promise<{ id: string; size: TestSize }> {
  const storedShop = await server.findShop(options.shop);
  const payments = { ...storedShop.settings.payments, enabled: true };
  const onlineShop = { ...storedShop, settings: { ...storedShop.settings, payments } };
  const size = options.size ?? (await createSize());
  const cart = await createTestCart(server.app, onlineShop, [{ ...size, pieces: options.pieces ?? 2 }]);
  const checkoutResult = await checkOut(
    server.app,
    onlineShop,
    guest.customerId,
    makeCheckoutInput(cart, guest, options.changes),
  );
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  return { id: checkoutResult.orderId, size };
}

const join = (orderId: string, intoId: string) => joinOrders(server.app, { orderId, intoId, actor: "prueba" });
const move = (id: string, to: "PAYMENT_ACCEPTED" | "RESERVED" | "CANCELLED") =>
  moveOrder(server.app, id, { to, actor: "prueba", reason: "Prueba" });
const readOrder = async (id: string, shopKey?: string): Promise<OrderRow> =>
  (await findOrder(server.app.db, (await server.findShop(shopKey)).id, id))!;

async function listViolations(): Promise<string[]> {
  return listViolatedInvariants(server.app);
}

describe("an order joined into another", () => {
  test("moves its lines; one shipping and one packaging are charged, and both histories record it", async () => {
    const guest = await createGuestIn();
    const [joiningOrder, target] = [await placeOrder(guest), await placeOrder(guest)];
    const targetBefore = await readOrder(target.id);
    const outcome = await join(joiningOrder.id, target.id);
    const targetAfter = await readOrder(target.id);
    expect(outcome).toEqual({ grandTotalCents: targetAfter.grand_total_cents, overpaidCents: 0 });
    expect(targetAfter.grand_total_cents).toBe(targetBefore.grand_total_cents + 200_00);
    expect(targetAfter.lines.map((line) => [line.size_id, line.pieces])).toEqual([
      [target.size.sizeId, 2],
      [joiningOrder.size.sizeId, 2],
    ]);
    expect(targetAfter).toMatchObject({
      status: "WAITING_PAYMENT",
      shipping_cents: targetBefore.shipping_cents,
      joined_into: null,
    });
    expect(targetAfter.history).toMatchObject([
      { status: "WAITING_PAYMENT", change: null },
      { status: "WAITING_PAYMENT", change: "joined" },
    ]);
    const joiningOrderAfter = await readOrder(joiningOrder.id);
    expect(joiningOrderAfter).toMatchObject({ status: "JOINED", lines: [], payment_due_at: null });
    expect(joiningOrderAfter.joined_into).toEqual({ id: target.id, reference: targetAfter.reference });
    expect(joiningOrderAfter.history.at(-1)).toMatchObject({
      status: "JOINED",
      reason: `Se unió al pedido #${targetAfter.reference}`,
    });
    expect(await listViolations()).toEqual([]);
  });

  test("does not change the stock, and the target returns all pieces once when it is cancelled", async () => {
    const guest = await createGuestIn();
    const size = await createSize(10);
    const [joiningOrder, target] = [
      await placeOrder(guest, { size, pieces: 3 }),
      await placeOrder(guest, { size, pieces: 2 }),
    ];
    await join(joiningOrder.id, target.id);
    expect((await readOrder(target.id)).lines).toMatchObject([{ size_id: size.sizeId, pieces: 5 }]);
    expect(await availableOf(server.app, size.sizeId)).toBe(5);
    expect(await move(target.id, "CANCELLED")).toBe("CANCELLED");
    expect(await availableOf(server.app, size.sizeId)).toBe(10);
    expect(await move(joiningOrder.id, "CANCELLED")).toEqual({ refused: "move_not_allowed" });
    expect(await listViolations()).toEqual([]);
  });

  test("keeps the wholesale or retail prices of each order", async () => {
    const guest = await createGuestIn();
    const [wholesaleOrder, retailOrder] = [await placeOrder(guest, { pieces: 12 }), await placeOrder(guest)];
    await join(wholesaleOrder.id, retailOrder.id);
    const targetAfter = await readOrder(retailOrder.id);
    expect(targetAfter.lines.map((line) => line.unit_price_cents)).toEqual([100_00, 80_00]);
    // The target can be joined into a third order.
    const thirdOrder = await placeOrder(guest);
    await join(retailOrder.id, thirdOrder.id);
    expect((await readOrder(thirdOrder.id)).lines.map((line) => line.unit_price_cents)).toEqual([
      100_00, 100_00, 80_00,
    ]);
    expect(await listViolations()).toEqual([]);
  });

  test("adds to the insurance and the extra pieces of the target, by the target's terms", async () => {
    const guest = await createGuestIn();
    const target = await placeOrder(guest, {
      changes: { carrierId: INSURED_CARRIER, insured: true, paymentMethod: "MP" },
    });
    await join((await placeOrder(guest, { changes: { paymentMethod: "MP" } })).id, target.id);
    expect((await readOrder(target.id)).insurance_cents).toBe(10_00);
    const targetWithExtraPieces = await placeOrder(guest, { pieces: 4, changes: { carrierId: PIECES_FEE_CARRIER } });
    await join((await placeOrder(guest, { pieces: 4 })).id, targetWithExtraPieces.id);
    expect((await readOrder(targetWithExtraPieces.id)).extra_shipping_cents).toBe(3 * 12_50);
    expect(await listViolations()).toEqual([]);
  });

  test("in a branch adds to what the branch owes the head office", async () => {
    const guest = await createGuestIn("norte");
    const [joiningOrder, target] = [
      await placeOrder(guest, { shop: "norte" }),
      await placeOrder(guest, { shop: "norte" }),
    ];
    const targetBefore = await readOrder(target.id, "norte");
    await join(joiningOrder.id, target.id);
    const targetAfter = await readOrder(target.id, "norte");
    expect(targetAfter.head_office_total_cents).toBe(targetBefore.head_office_total_cents! + 200_00);
    expect(await listViolations()).toEqual([]);
  });

  test("reports an overpaid amount to the customer, too, if both are paid, and the target stays paid", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await createGuestIn("matriz", email);
    const [joiningOrder, target] = [await placeOrder(guest), await placeOrder(guest)];
    for (const { id } of [joiningOrder, target]) await move(id, "PAYMENT_ACCEPTED");
    const { shipping_cents: shipping, packaging_cents: packaging } = await readOrder(joiningOrder.id);
    expect(await join(joiningOrder.id, target.id)).toMatchObject({ overpaidCents: shipping + packaging });
    const targetAfter = await readOrder(target.id);
    expect(targetAfter.status).toBe("PAYMENT_ACCEPTED");
    await runEmailJobs(server.app);
    const mail = (await listMailsTo(server.app, email)).find(({ subject }) => subject.startsWith("Unimos tu pedido"))!;
    expect(mail.subject).toContain(`#${targetAfter.reference}`);
    expect(mail.text).toContain("de más. Te escribimos para devolvértelos.");
    expect(mail.text).toContain("Calle 1, Centro");
  });

  test("keeps its links; their keys also open the target, and its PDF names the target, but has no total", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await createGuestIn("matriz", email);
    const [joiningOrder, target] = [await placeOrder(guest), await placeOrder(guest)];
    const guestKey = (await server.call("POST", `/api/v1/orders/${joiningOrder.id}/link`, { token: guest.token })).json
      .key;
    await runEmailJobs(server.app);
    const emailKey = (await listMailsTo(server.app, email))
      .map(({ text }) => new RegExp(`${joiningOrder.id}\\?key=([\\w-]+)`).exec(text)?.[1])
      .find(Boolean);
    await join(joiningOrder.id, target.id);
    for (const key of [guestKey, emailKey]) {
      const { status, json } = await server.call("GET", `/api/v1/orders/${joiningOrder.id}?key=${key}`);
      expect([status, json.joinedInto?._id]).toEqual([200, target.id]);
      expect((await server.call("GET", `/api/v1/orders/${target.id}?key=${key}`)).status).toBe(200);
    }
    const response = await fetch(`${server.origin}/api/v1/orders/${joiningOrder.id}/pdf?key=${emailKey}`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())), {
      mergePages: true,
    });
    expect(text).toContain("se unió al");
    expect(text).not.toContain("Total");
  });

  test("gives the target the later of the two deadlines, and none if the target is reserved", async () => {
    const guest = await createGuestIn();
    const [joiningOrder, target] = [await placeOrder(guest), await placeOrder(guest)];
    const laterDeadline = new Date(Date.now() + 5 * 86_400_000);
    await sql`UPDATE orders SET payment_due_at = ${laterDeadline} WHERE id = ${joiningOrder.id}`.execute(server.app.db);
    await join(joiningOrder.id, target.id);
    expect((await readOrder(target.id)).payment_due_at).toEqual(laterDeadline);
    const [waitingOrder, reservedOrder] = [await placeOrder(guest), await placeOrder(guest)];
    await move(reservedOrder.id, "RESERVED");
    await join(waitingOrder.id, reservedOrder.id);
    expect(await readOrder(reservedOrder.id)).toMatchObject({ status: "RESERVED", payment_due_at: null });
  });
});

test("a refusal changes nothing", async () => {
  const guest = await createGuestIn();
  const [waitingOrder, paidOrder] = [await placeOrder(guest), await placeOrder(guest)];
  await move(paidOrder.id, "PAYMENT_ACCEPTED");
  const otherCustomersOrder = await placeOrder(await createGuestIn());
  const ordersBefore = [await readOrder(waitingOrder.id), await readOrder(paidOrder.id)];
  expect(await join(waitingOrder.id, paidOrder.id)).toEqual({ refused: "payment_differs" });
  expect(await join(waitingOrder.id, otherCustomersOrder.id)).toEqual({ refused: "not_together" });
  expect(await join(waitingOrder.id, waitingOrder.id)).toEqual({ refused: "same_order" });
  expect(await join(waitingOrder.id, "01990000-0000-7000-8000-000000000000")).toEqual({
    refused: "joined_order_not_found",
  });
  expect([await readOrder(waitingOrder.id), await readOrder(paidOrder.id)]).toEqual(ordersBefore);
});

describe("at the same time", () => {
  test("two orders that are joined into each other: one of the joins succeeds", async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await createGuestIn();
      const [firstOrder, secondOrder] = [await placeOrder(guest), await placeOrder(guest)];
      const outcomes = await Promise.all([join(firstOrder.id, secondOrder.id), join(secondOrder.id, firstOrder.id)]);
      expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([{ refused: "order_ended" }]);
      const lines = [...(await readOrder(firstOrder.id)).lines, ...(await readOrder(secondOrder.id)).lines];
      expect(lines).toHaveLength(2);
    }
    expect(await listViolations()).toEqual([]);
  });

  test("one order that is joined into three others: one of them gets its lines", async () => {
    const guest = await createGuestIn();
    const [joiningOrder, ...otherOrders] = [
      await placeOrder(guest),
      await placeOrder(guest),
      await placeOrder(guest),
      await placeOrder(guest),
    ];
    const outcomes = await Promise.all(otherOrders.map((target) => join(joiningOrder.id, target.id)));
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
    expect(await listViolations()).toEqual([]);
  });

  test("a join and a cancellation: the pieces of the cancelled order are returned once", async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await createGuestIn();
      const size = await createSize(10);
      const [joiningOrder, target] = [await placeOrder(guest, { size }), await placeOrder(guest, { size })];
      const orderToCancel = round % 2 === 0 ? target : joiningOrder;
      const [outcome, cancelResult] = await Promise.all([
        join(joiningOrder.id, target.id),
        move(orderToCancel.id, "CANCELLED"),
      ]);
      const firstAction = isRefusal(outcome) ? "cancel" : "join";
      const soldPieces = firstAction === "cancel" ? 2 : orderToCancel === target ? 0 : 4;
      expect([round, await availableOf(server.app, size.sizeId)]).toEqual([round, 10 - soldPieces]);
      expect(isRefusal(cancelResult)).toBe(firstAction === "join" && orderToCancel === joiningOrder);
    }
    expect(await listViolations()).toEqual([]);
  });
});
