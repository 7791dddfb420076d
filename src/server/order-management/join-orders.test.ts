import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { checkOut, type CheckoutInput } from "../checkout/check-out.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { left, createTestSize, type TestSize } from "../testing/test-size.ts";
import { INSURED_CARRIER, newCart, newGuest, PIECES_CARRIER, wish, type Guest } from "../testing/shopper.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { joinOrders } from "./join-orders.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
});
afterAll(() => shop.stop());

interface Wanted {
  shop?: string;
  pieces?: number;
  size?: TestSize;
  wish?: Partial<CheckoutInput>;
}

const guestIn = async (key = "matriz", email: string | null = null) => newGuest(shop.app, await shop.shop(key), email);
const sizeOf = (pieces = 100) => createTestSize(shop.app, { pieces, wholesalePriceCents: 80_00 });

async function order(guest: Guest, wanted: Wanted = {}): Promise<{ id: string; size: TestSize }> {
  const found = await shop.shop(wanted.shop);
  const payments = { ...found.settings.payments, enabled: true };
  const here = { ...found, settings: { ...found.settings, payments } };
  const size = wanted.size ?? (await sizeOf());
  const cart = await newCart(shop.app, here, [{ ...size, pieces: wanted.pieces ?? 2 }]);
  const placed = await checkOut(shop.app, here, guest.customerId, wish(cart, guest, wanted.wish));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return { id: placed.orderId, size };
}

const join = (orderId: string, intoId: string) => joinOrders(shop.app, { orderId, intoId, actor: "prueba" });
const move = (id: string, to: "PAYMENT_ACCEPTED" | "RESERVED" | "CANCELLED") =>
  moveOrder(shop.app, id, { to, actor: "prueba", reason: "Prueba" });
const find = async (id: string, key?: string): Promise<OrderRow> =>
  (await findOrder(shop.app.db, (await shop.shop(key)).id, id))!;

async function brokenPromises(): Promise<string[]> {
  return (await runAudit(shop.address)).filter(({ violations }) => violations > 0).map(({ check }) => check.name);
}

describe("an order joined into another", () => {
  test("hands over its lines; one shipping and one packaging are charged; both histories tell of it", async () => {
    const guest = await guestIn();
    const [joined, into] = [await order(guest), await order(guest)];
    const before = await find(into.id);
    const answer = await join(joined.id, into.id);
    const now = await find(into.id);
    expect(answer).toEqual({ grandTotalCents: now.grand_total_cents, overpaidCents: 0 });
    expect(now.grand_total_cents).toBe(before.grand_total_cents + 200_00);
    expect(now.lines.map((line) => [line.size_id, line.pieces])).toEqual([
      [into.size.sizeId, 2],
      [joined.size.sizeId, 2],
    ]);
    expect(now).toMatchObject({ status: "WAITING_PAYMENT", shipping_cents: before.shipping_cents, joined_into: null });
    expect(now.history.map(({ status }) => status)).toEqual(["WAITING_PAYMENT", "WAITING_PAYMENT"]);
    const ended = await find(joined.id);
    expect(ended).toMatchObject({ status: "JOINED", lines: [], pay_by: null });
    expect(ended.joined_into).toEqual({ id: into.id, reference: now.reference });
    expect(ended.history.at(-1)).toMatchObject({ status: "JOINED", reason: `Se unió al pedido #${now.reference}` });
    expect(await brokenPromises()).toEqual([]);
  });

  test("takes nothing off the shelf, and the other gives all pieces back once when it is cancelled", async () => {
    const guest = await guestIn();
    const size = await sizeOf(10);
    const [joined, into] = [await order(guest, { size, pieces: 3 }), await order(guest, { size, pieces: 2 })];
    await join(joined.id, into.id);
    expect((await find(into.id)).lines).toMatchObject([{ size_id: size.sizeId, pieces: 5 }]);
    expect(await left(shop.app, size.sizeId)).toBe(5);
    expect(await move(into.id, "CANCELLED")).toBe("CANCELLED");
    expect(await left(shop.app, size.sizeId)).toBe(10);
    expect(await move(joined.id, "CANCELLED")).toEqual({ refused: "move_not_allowed" });
    expect(await brokenPromises()).toEqual([]);
  });

  test("keeps wholesale prices where it had earned them, and retail ones where it had not", async () => {
    const guest = await guestIn();
    const [wholesale, retail] = [await order(guest, { pieces: 12 }), await order(guest)];
    await join(wholesale.id, retail.id);
    const now = await find(retail.id);
    expect(now.lines.map((line) => line.unit_price_cents)).toEqual([100_00, 80_00]);
    // And on into a third one.
    const third = await order(guest);
    await join(retail.id, third.id);
    expect((await find(third.id)).lines.map((line) => line.unit_price_cents)).toEqual([100_00, 100_00, 80_00]);
    expect(await brokenPromises()).toEqual([]);
  });

  test("is counted on the other's terms: insurance, extra pieces and online fee", async () => {
    const guest = await guestIn();
    const into = await order(guest, { wish: { carrierId: INSURED_CARRIER, insured: true, paymentMethod: "MP" } });
    await join((await order(guest, { wish: { paymentMethod: "MP" } })).id, into.id);
    expect((await find(into.id)).insurance_cents).toBe(10_00);
    const extra = await order(guest, { pieces: 4, wish: { carrierId: PIECES_CARRIER } });
    await join((await order(guest, { pieces: 4 })).id, extra.id);
    expect((await find(extra.id)).extra_shipping_cents).toBe(3 * 12_50);
    expect(await brokenPromises()).toEqual([]);
  });

  test("in a branch adds to what the branch owes the head office", async () => {
    const guest = await guestIn("norte");
    const [joined, into] = [await order(guest, { shop: "norte" }), await order(guest, { shop: "norte" })];
    const before = await find(into.id, "norte");
    await join(joined.id, into.id);
    const now = await find(into.id, "norte");
    expect(now.head_office_total_cents).toBe(before.head_office_total_cents! + 200_00);
    expect(await brokenPromises()).toEqual([]);
  });

  test("both paid: says what is left over, also to the customer, and stays paid", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await guestIn("matriz", email);
    const [joined, into] = [await order(guest), await order(guest)];
    for (const { id } of [joined, into]) await move(id, "PAYMENT_ACCEPTED");
    const { shipping_cents: shipping, packaging_cents: packaging } = await find(joined.id);
    expect(await join(joined.id, into.id)).toMatchObject({ overpaidCents: shipping + packaging });
    const now = await find(into.id);
    expect(now.status).toBe("PAYMENT_ACCEPTED");
    await runJobs(shop.app);
    const mail = (await mailsTo(shop.app, email)).find(({ subject }) => subject.startsWith("Unimos tu pedido"))!;
    expect(mail.subject).toContain(`#${now.reference}`);
    expect(mail.text).toContain("de más. Te escribimos para devolvértelos.");
    expect(mail.text).toContain("Calle 1, Centro");
  });

  test("opens, to whoever could open it, the order where its products are", async () => {
    const email = `${crypto.randomUUID()}@ejemplo.mx`;
    const guest = await guestIn("matriz", email);
    const [joined, into] = [await order(guest), await order(guest)];
    const kept = (await shop.call("POST", `/api/v1/orders/${joined.id}/link`, { token: guest.token })).json.key;
    await runJobs(shop.app);
    const mailed = (await mailsTo(shop.app, email))
      .map(({ text }) => new RegExp(`${joined.id}\\?key=([\\w-]+)`).exec(text)?.[1])
      .find(Boolean);
    await join(joined.id, into.id);
    for (const key of [kept, mailed]) {
      const { status, json } = await shop.call("GET", `/api/v1/orders/${joined.id}?key=${key}`);
      if (key === mailed) expect([status, json.joinedInto._id]).toEqual([200, into.id]);
      expect((await shop.call("GET", `/api/v1/orders/${into.id}?key=${key}`)).status).toBe(200);
    }
    const answer = await fetch(`${shop.origin}/api/v1/orders/${joined.id}/pdf?key=${mailed}`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
      mergePages: true,
    });
    expect(text).toContain("se unió al");
    expect(text).not.toContain("Total");
  });

  test("gives the later of the two deadlines", async () => {
    const guest = await guestIn();
    const [joined, into] = [await order(guest), await order(guest)];
    const later = new Date(Date.now() + 5 * 86_400_000);
    await sql`UPDATE orders SET pay_by = ${later} WHERE id = ${joined.id}`.execute(shop.app.db);
    await join(joined.id, into.id);
    expect((await find(into.id)).pay_by).toEqual(later);
    const [waits, reserved] = [await order(guest), await order(guest)];
    await move(reserved.id, "RESERVED");
    await join(waits.id, reserved.id);
    expect(await find(reserved.id)).toMatchObject({ status: "RESERVED", pay_by: null });
  });
});

test("a refusal changes nothing", async () => {
  const guest = await guestIn();
  const [waits, paid] = [await order(guest), await order(guest)];
  await move(paid.id, "PAYMENT_ACCEPTED");
  const strangers = await order(await guestIn());
  const before = [await find(waits.id), await find(paid.id)];
  expect(await join(waits.id, paid.id)).toEqual({ refused: "payment_differs" });
  expect(await join(waits.id, strangers.id)).toEqual({ refused: "not_together" });
  expect(await join(waits.id, waits.id)).toEqual({ refused: "same_order" });
  expect(await join(waits.id, "01990000-0000-7000-8000-000000000000")).toEqual({ refused: "order_not_found" });
  expect([await find(waits.id), await find(paid.id)]).toEqual(before);
});

describe("at the same moment", () => {
  test("two orders joined into each other: one of them takes the other", async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await guestIn();
      const [a, b] = [await order(guest), await order(guest)];
      const answers = await Promise.all([join(a.id, b.id), join(b.id, a.id)]);
      expect(answers.filter((answer) => isRefusal(answer))).toEqual([{ refused: "order_ended" }]);
      const lines = [...(await find(a.id)).lines, ...(await find(b.id)).lines];
      expect(lines).toHaveLength(2);
    }
    expect(await brokenPromises()).toEqual([]);
  });

  test("one order joined into two: one of them gets its lines", async () => {
    const guest = await guestIn();
    const [joined, ...others] = [await order(guest), await order(guest), await order(guest), await order(guest)];
    const answers = await Promise.all(others.map((into) => join(joined.id, into.id)));
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    expect(await brokenPromises()).toEqual([]);
  });

  test("a join and the cancellation of either: the pieces come back for what was cancelled, once", async () => {
    for (let round = 0; round < 8; round++) {
      const guest = await guestIn();
      const size = await sizeOf(10);
      const [joined, into] = [await order(guest, { size }), await order(guest, { size })];
      const victim = round % 2 === 0 ? into : joined;
      const [answer, cancelled] = await Promise.all([join(joined.id, into.id), move(victim.id, "CANCELLED")]);
      const wentFirst = isRefusal(answer) ? "cancel" : "join";
      const sold = wentFirst === "cancel" ? 2 : victim === into ? 0 : 4;
      expect([round, await left(shop.app, size.sizeId)]).toEqual([round, 10 - sold]);
      expect(isRefusal(cancelled)).toBe(wentFirst === "join" && victim === joined);
    }
    expect(await brokenPromises()).toEqual([]);
  });
});
