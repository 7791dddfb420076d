import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { checkOut, type CheckoutInput } from "../checkout/check-out.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { INSURED_CARRIER, newCart, newGuest, PIECES_CARRIER, checkoutInput, type Guest } from "../testing/shopper.ts";
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

const guestIn = async (key = "matriz", email: string | null = null) =>
  newGuest(server.app, await server.findShop(key), email);
const sizeOf = (pieces = 100) => createTestSize(server.app, { pieces, wholesalePriceCents: 80_00 });

async function order(guest: Guest, options: OrderOptions = {}): Promise<{ id: string; size: TestSize }> {
  const storedShop = await server.findShop(options.shop);
  const payments = { ...storedShop.settings.payments, enabled: true };
  const onlineShop = { ...storedShop, settings: { ...storedShop.settings, payments } };
  const size = options.size ?? (await sizeOf());
  const cart = await newCart(server.app, onlineShop, [{ ...size, pieces: options.pieces ?? 2 }]);
  const placed = await checkOut(server.app, onlineShop, guest.customerId, checkoutInput(cart, guest, options.changes));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return { id: placed.orderId, size };
}

const join = (orderId: string, intoId: string) => joinOrders(server.app, { orderId, intoId, actor: "prueba" });
const move = (id: string, to: "PAYMENT_ACCEPTED" | "RESERVED" | "CANCELLED") =>
  moveOrder(server.app, id, { to, actor: "prueba", reason: "Prueba" });
const find = async (id: string, key?: string): Promise<OrderRow> =>
  (await findOrder(server.app.db, (await server.findShop(key)).id, id))!;

async function violatedInvariants(): Promise<string[]> {
  return listViolatedInvariants(server.app);
}

describe("an order joined into another", () => {
  test("moves its lines; one shipping and one packaging are charged, and both histories record it", async () => {
    const guest = await guestIn();
    const [joined, into] = [await order(guest), await order(guest)];
    const before = await find(into.id);
    const outcome = await join(joined.id, into.id);
    const current = await find(into.id);
    expect(outcome).toEqual({ grandTotalCents: current.grand_total_cents, overpaidCents: 0 });
    expect(current.grand_total_cents).toBe(before.grand_total_cents + 200_00);
    expect(current.lines.map((line) => [line.size_id, line.pieces])).toEqual([
      [into.size.sizeId, 2],
      [joined.size.sizeId, 2],
    ]);
    expect(current).toMatchObject({
      status: "WAITING_PAYMENT",
      shipping_cents: before.shipping_cents,
      joined_into: null,
    });
    expect(current.history).toMatchObject([
      { status: "WAITING_PAYMENT", change: null },
      { status: "WAITING_PAYMENT", change: "joined" },
    ]);
    const ended = await find(joined.id);
    expect(ended).toMatchObject({ status: "JOINED", lines: [], pay_by: null });
    expect(ended.joined_into).toEqual({ id: into.id, reference: current.reference });
    expect(ended.history.at(-1)).toMatchObject({ status: "JOINED", reason: `Se unió al pedido #${current.reference}` });
    expect(await violatedInvariants()).toEqual([]);
  });

  test("does not change the stock, and the target returns all pieces once when it is cancelled", async () => {
    const guest = await guestIn();
    const size = await sizeOf(10);
    const [joined, into] = [await order(guest, { size, pieces: 3 }), await order(guest, { size, pieces: 2 })];
    await join(joined.id, into.id);
    expect((await find(into.id)).lines).toMatchObject([{ size_id: size.sizeId, pieces: 5 }]);
    expect(await availableOf(server.app, size.sizeId)).toBe(5);
    expect(await move(into.id, "CANCELLED")).toBe("CANCELLED");
    expect(await availableOf(server.app, size.sizeId)).toBe(10);
    expect(await move(joined.id, "CANCELLED")).toEqual({ refused: "move_not_allowed" });
    expect(await violatedInvariants()).toEqual([]);
  });

  test("keeps the wholesale or retail prices of each order", async () => {
    const guest = await guestIn();
    const [wholesale, retail] = [await order(guest, { pieces: 12 }), await order(guest)];
    await join(wholesale.id, retail.id);
    const current = await find(retail.id);
    expect(current.lines.map((line) => line.unit_price_cents)).toEqual([100_00, 80_00]);
    // The target can be joined into a third order.
    const third = await order(guest);
    await join(retail.id, third.id);
    expect((await find(third.id)).lines.map((line) => line.unit_price_cents)).toEqual([100_00, 100_00, 80_00]);
    expect(await violatedInvariants()).toEqual([]);
  });

  test("is calculated with the target's terms: insurance, extra pieces and online fee", async () => {
    const guest = await guestIn();
    const into = await order(guest, { changes: { carrierId: INSURED_CARRIER, insured: true, paymentMethod: "MP" } });
    await join((await order(guest, { changes: { paymentMethod: "MP" } })).id, into.id);
    expect((await find(into.id)).insurance_cents).toBe(10_00);
    const extra = await order(guest, { pieces: 4, changes: { carrierId: PIECES_CARRIER } });
    await join((await order(guest, { pieces: 4 })).id, extra.id);
    expect((await find(extra.id)).extra_shipping_cents).toBe(3 * 12_50);
    expect(await violatedInvariants()).toEqual([]);
  });

  test("in a branch adds to what the branch owes the head office", async () => {
    const guest = await guestIn("norte");
    const [joined, into] = [await order(guest, { shop: "norte" }), await order(guest, { shop: "norte" })];
    const before = await find(into.id, "norte");
    await join(joined.id, into.id);
    const current = await find(into.id, "norte");
    expect(current.head_office_total_cents).toBe(before.head_office_total_cents! + 200_00);
    expect(await violatedInvariants()).toEqual([]);
  });

  test("with both orders paid reports the overpaid amount, also to the customer, and stays paid", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await guestIn("matriz", email);
    const [joined, into] = [await order(guest), await order(guest)];
    for (const { id } of [joined, into]) await move(id, "PAYMENT_ACCEPTED");
    const { shipping_cents: shipping, packaging_cents: packaging } = await find(joined.id);
    expect(await join(joined.id, into.id)).toMatchObject({ overpaidCents: shipping + packaging });
    const current = await find(into.id);
    expect(current.status).toBe("PAYMENT_ACCEPTED");
    await runJobs(server.app);
    const mail = (await mailsTo(server.app, email)).find(({ subject }) => subject.startsWith("Unimos tu pedido"))!;
    expect(mail.subject).toContain(`#${current.reference}`);
    expect(mail.text).toContain("de más. Te escribimos para devolvértelos.");
    expect(mail.text).toContain("Calle 1, Centro");
  });

  test("keeps the link of its email, and all its links open the target order", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await guestIn("matriz", email);
    const [joined, into] = [await order(guest), await order(guest)];
    const guestKey = (await server.call("POST", `/api/v1/orders/${joined.id}/link`, { token: guest.token })).json.key;
    await runJobs(server.app);
    const emailKey = (await mailsTo(server.app, email))
      .map(({ text }) => new RegExp(`${joined.id}\\?key=([\\w-]+)`).exec(text)?.[1])
      .find(Boolean);
    await join(joined.id, into.id);
    for (const key of [guestKey, emailKey]) {
      const { status, json } = await server.call("GET", `/api/v1/orders/${joined.id}?key=${key}`);
      expect([status, json.joinedInto?._id]).toEqual([200, into.id]);
      expect((await server.call("GET", `/api/v1/orders/${into.id}?key=${key}`)).status).toBe(200);
    }
    const response = await fetch(`${server.origin}/api/v1/orders/${joined.id}/pdf?key=${emailKey}`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())), {
      mergePages: true,
    });
    expect(text).toContain("se unió al");
    expect(text).not.toContain("Total");
  });

  test("has the later of the two deadlines", async () => {
    const guest = await guestIn();
    const [joined, into] = [await order(guest), await order(guest)];
    const later = new Date(Date.now() + 5 * 86_400_000);
    await sql`UPDATE orders SET pay_by = ${later} WHERE id = ${joined.id}`.execute(server.app.db);
    await join(joined.id, into.id);
    expect((await find(into.id)).pay_by).toEqual(later);
    const [waiting, reserved] = [await order(guest), await order(guest)];
    await move(reserved.id, "RESERVED");
    await join(waiting.id, reserved.id);
    expect(await find(reserved.id)).toMatchObject({ status: "RESERVED", pay_by: null });
  });
});

test("a refusal changes nothing", async () => {
  const guest = await guestIn();
  const [waiting, paid] = [await order(guest), await order(guest)];
  await move(paid.id, "PAYMENT_ACCEPTED");
  const otherCustomers = await order(await guestIn());
  const before = [await find(waiting.id), await find(paid.id)];
  expect(await join(waiting.id, paid.id)).toEqual({ refused: "payment_differs" });
  expect(await join(waiting.id, otherCustomers.id)).toEqual({ refused: "not_together" });
  expect(await join(waiting.id, waiting.id)).toEqual({ refused: "same_order" });
  expect(await join(waiting.id, "01990000-0000-7000-8000-000000000000")).toEqual({ refused: "joined_order_not_found" });
  expect([await find(waiting.id), await find(paid.id)]).toEqual(before);
});

describe("at the same time", () => {
  test("two orders that are joined into each other: one of the joins succeeds", async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await guestIn();
      const [first, second] = [await order(guest), await order(guest)];
      const outcomes = await Promise.all([join(first.id, second.id), join(second.id, first.id)]);
      expect(outcomes.filter((outcome) => isRefusal(outcome))).toEqual([{ refused: "order_ended" }]);
      const lines = [...(await find(first.id)).lines, ...(await find(second.id)).lines];
      expect(lines).toHaveLength(2);
    }
    expect(await violatedInvariants()).toEqual([]);
  });

  test("one order that is joined into two others: one of them gets its lines", async () => {
    const guest = await guestIn();
    const [joined, ...others] = [await order(guest), await order(guest), await order(guest), await order(guest)];
    const outcomes = await Promise.all(others.map((into) => join(joined.id, into.id)));
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
    expect(await violatedInvariants()).toEqual([]);
  });

  test("a join and a cancellation: the pieces of the cancelled order are returned once", async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await guestIn();
      const size = await sizeOf(10);
      const [joined, into] = [await order(guest, { size }), await order(guest, { size })];
      const toCancel = round % 2 === 0 ? into : joined;
      const [outcome, cancelled] = await Promise.all([join(joined.id, into.id), move(toCancel.id, "CANCELLED")]);
      const firstDone = isRefusal(outcome) ? "cancel" : "join";
      const sold = firstDone === "cancel" ? 2 : toCancel === into ? 0 : 4;
      expect([round, await availableOf(server.app, size.sizeId)]).toEqual([round, 10 - sold]);
      expect(isRefusal(cancelled)).toBe(firstDone === "join" && toCancel === joined);
    }
    expect(await violatedInvariants()).toEqual([]);
  });
});
