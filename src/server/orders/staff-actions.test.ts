import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { listMailsOfOrder } from "../mail/sent-mails.ts";
import { resendOrderEmail } from "../notifications/resend-order-email.ts";
import type { Shop } from "../shops/shop.ts";
import { insertMember } from "../staff/queries.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { availableOf, createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput, type Guest } from "../testing/checkout-fixtures.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { requestPayment, undoReservation } from "./request-payment.ts";
import { formatAddress, changeAddress } from "./change-address.ts";
import { changeSize } from "./change-size.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "./move-order.ts";
import { addNote, listNotes, withdrawNote } from "./notes.ts";
import { listJoinableOrders } from "./orders-to-join.ts";
import { findOrder } from "./queries.ts";
import { findConcurrentChange } from "./staff-order-queries.ts";

let testApp: TestApp;
let shop: Shop;
let guest: Guest;
let lucia: Actor;
let pablo: Actor;
const EMAIL = "clienta@ejemplo.mx";

async function addMember(name: string): Promise<Actor> {
  const memberId = newId();
  const email = `${memberId}@ejemplo.mx`;
  const grants = [{ role: "owner" as const, shopId: null }];
  await transact(testApp.app.db, (tx) => insertMember(tx, { id: memberId, name, email, passwordHash: "x", grants }));
  return { memberId, name, ip: "127.0.0.1" };
}

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.findShop();
  guest = await createTestGuest(testApp.app, shop, EMAIL);
  [lucia, pablo] = [await addMember("Lucía"), await addMember("Pablo")];
});
afterAll(() => testApp.stop());

async function expectNoViolations(): Promise<void> {
  expect(await listViolatedInvariants(testApp.app)).toEqual([]);
}

/** A second size, G, of a product. */
async function addSize({ productId }: TestSize, pieces: number): Promise<TestSize> {
  const { app } = testApp;
  const name = await app.db.selectFrom("size_names").select("id").where("name", "=", "G").executeTakeFirstOrThrow();
  const sizeId = newId();
  const size = { id: sizeId, product_id: productId, size_name_id: name.id, available: pieces };
  await app.db.insertInto("sizes").values(size).execute();
  const receipt = {
    size_id: sizeId,
    pieces,
    kind: "receipt" as const,
    reason: "Prueba",
    actor: "prueba",
    order_id: null,
  };
  if (pieces > 0) await app.db.insertInto("stock_movements").values(receipt).execute();
  return { sizeId, productId };
}

async function placeOrder(lines: (TestSize & { pieces: number })[]): Promise<string> {
  const cart = await createTestCart(testApp.app, shop, lines);
  const checkoutResult = await checkOut(testApp.app, shop, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
  return checkoutResult.orderId;
}

const readOrder = async (id: string) => (await findOrder(testApp.app.db, shop.id, id))!;
const actionsOf = async (id: string) =>
  (await listChanges(testApp.app.db, "order", { id })).map(({ action }) => action);
const moveByLucia = () => ({ actor: lucia.name, by: lucia, reason: "Prueba" });

describe("a size that is changed before packing", () => {
  test("takes the new pieces and returns the old ones, in the stock movements, the history and the change log", async () => {
    const medium = await createTestSize(testApp.app, { pieces: 3 });
    const large = await addSize(medium, 1);
    const id = await placeOrder([{ ...medium, pieces: 2 }]);
    const change = { orderId: id, fromSizeId: medium.sizeId, toSizeId: large.sizeId, seenPieces: 2, by: lucia };

    expect(await changeSize(testApp.app, { ...change, pieces: 2 })).toEqual({ refused: "too_few" });
    expect(await availableOf(testApp.app, medium.sizeId)).toBe(1);
    expect(await changeSize(testApp.app, { ...change, pieces: 3 })).toEqual({ refused: "pieces_wrong" });
    expect(await changeSize(testApp.app, { ...change, pieces: 1 })).toBe("changed");
    const order = await readOrder(id);
    expect(order.lines.map(({ name, pieces, held }) => [name, pieces, held])).toEqual([
      ["Playera de prueba Rojo T: M", 1, 1],
      ["Playera de prueba Rojo T: G", 1, 1],
    ]);
    expect([await availableOf(testApp.app, medium.sizeId), await availableOf(testApp.app, large.sizeId)]).toEqual([
      2, 0,
    ]);
    expect(order.history.at(-1)).toMatchObject({
      change: "size",
      reason: "Cambio de talla: 1 × Playera de prueba Rojo T: M, de M a G",
    });
    expect(await actionsOf(id)).toEqual(["order-size"]);
    await expectNoViolations();

    // Changing it back merges the split line again.
    const reverse = {
      orderId: id,
      fromSizeId: large.sizeId,
      toSizeId: medium.sizeId,
      pieces: 1,
      seenPieces: 1,
      by: pablo,
    };
    expect(await changeSize(testApp.app, reverse)).toBe("changed");
    expect((await readOrder(id)).lines.map(({ pieces }) => pieces)).toEqual([2]);
    await expectNoViolations();
    await moveOrder(testApp.app, id, { to: "CANCELLED", ...moveByLucia() });
    expect([await availableOf(testApp.app, medium.sizeId), await availableOf(testApp.app, large.sizeId)]).toEqual([
      3, 1,
    ]);
    await expectNoViolations();
  });

  test("is refused for another product's size, an unknown one, a ticket's, and a shipped order", async () => {
    const [medium, sizeOfOtherProduct] = [
      await createTestSize(testApp.app, { pieces: 3 }),
      await createTestSize(testApp.app, { pieces: 3, priceCents: 900_00 }),
    ];
    const ticketSize = await createTestSize(testApp.app, { pieces: 3, isDigital: true });
    const otherTicketSize = await addSize(ticketSize, 3);
    const id = await placeOrder([
      { ...medium, pieces: 1 },
      { ...ticketSize, pieces: 1 },
    ]);
    const requestChange = (fromSizeId: string, toSizeId: string) =>
      changeSize(testApp.app, { orderId: id, fromSizeId, toSizeId, pieces: 1, seenPieces: 1, by: lucia });
    expect(await requestChange(medium.sizeId, sizeOfOtherProduct.sizeId)).toEqual({ refused: "size_not_found" });
    expect(await requestChange(medium.sizeId, newId())).toEqual({ refused: "size_not_found" });
    expect(await requestChange(medium.sizeId, "nada")).toEqual({ refused: "size_not_found" });
    expect(await requestChange(medium.sizeId, medium.sizeId)).toEqual({ refused: "size_not_found" });
    expect(await requestChange(ticketSize.sizeId, otherTicketSize.sizeId)).toEqual({ refused: "size_of_ticket" });
    const large = await addSize(medium, 3);
    await moveOrder(testApp.app, id, { to: "PAYMENT_ACCEPTED", ...moveByLucia() });
    await moveOrder(testApp.app, id, { to: "SHIPPED", trackingNumber: "MX1", ...moveByLucia() });
    expect(await requestChange(medium.sizeId, large.sizeId)).toEqual({ refused: "too_late" });
    await expectNoViolations();
  });

  test("to a size with one piece left is refused in the second of two orders", async () => {
    const medium = await createTestSize(testApp.app, { pieces: 2 });
    const large = await addSize(medium, 1);
    const ids = [await placeOrder([{ ...medium, pieces: 1 }]), await placeOrder([{ ...medium, pieces: 1 }])];
    const outcomes = await Promise.all(
      ids.map((orderId) =>
        changeSize(testApp.app, {
          orderId,
          fromSizeId: medium.sizeId,
          toSizeId: large.sizeId,
          pieces: 1,
          seenPieces: 1,
          by: lucia,
        }),
      ),
    );
    expect(outcomes.map((outcome) => (isRefusal(outcome) ? outcome.refused : outcome)).toSorted()).toEqual([
      "changed",
      "too_few",
    ]);
    expect([await availableOf(testApp.app, medium.sizeId), await availableOf(testApp.app, large.sizeId)]).toEqual([
      1, 0,
    ]);
    await expectNoViolations();
  });

  test("to a size with one piece left is refused if a concurrent cart gets the piece", async () => {
    const medium = await createTestSize(testApp.app, { pieces: 1 });
    const large = await addSize(medium, 1);
    const orderId = await placeOrder([{ ...medium, pieces: 1 }]);
    const change = { orderId, fromSizeId: medium.sizeId, toSizeId: large.sizeId, pieces: 1, seenPieces: 1, by: lucia };
    const [changeResult, cart] = await Promise.all([
      changeSize(testApp.app, change),
      createTestCart(testApp.app, shop, [{ ...large, pieces: 1 }]).catch(() => null),
    ]);
    expect(isRefusal(changeResult)).toBe(cart !== null);
    expect(await availableOf(testApp.app, large.sizeId)).toBe(0);
    await expectNoViolations();
  });

  test("by two members of staff at once: the second is refused", async () => {
    const medium = await createTestSize(testApp.app, { pieces: 2 });
    const large = await addSize(medium, 5);
    const orderId = await placeOrder([{ ...medium, pieces: 2 }]);
    const change = { orderId, fromSizeId: medium.sizeId, toSizeId: large.sizeId, pieces: 1, seenPieces: 2 };
    const outcomes = await Promise.all([lucia, pablo].map((by) => changeSize(testApp.app, { ...change, by })));
    expect(outcomes.map((outcome) => (isRefusal(outcome) ? outcome.refused : outcome)).toSorted()).toEqual([
      "changed",
      "order_changed",
    ]);
    expect((await readOrder(orderId)).lines.map(({ pieces }) => pieces)).toEqual([1, 1]);
    await expectNoViolations();
  });

  test("in an order that is joined afterwards violates no invariant", async () => {
    const medium = await createTestSize(testApp.app, { pieces: 3 });
    const large = await addSize(medium, 3);
    const [orderId, intoId] = [
      await placeOrder([{ ...medium, pieces: 1 }]),
      await placeOrder([{ ...medium, pieces: 1 }]),
    ];
    const change = { orderId, fromSizeId: medium.sizeId, toSizeId: large.sizeId, pieces: 1, seenPieces: 1, by: lucia };
    expect(await changeSize(testApp.app, change)).toBe("changed");
    const joinableOrder = (await listJoinableOrders(testApp.app.db, orderId)).find(({ id }) => id === intoId)!;
    const joinResult = await joinOrders(testApp.app, { orderId, intoId, actor: lucia.name, by: lucia });
    expect(joinResult).toMatchObject({ grandTotalCents: joinableOrder.totalIntoOtherCents });
    expect([await actionsOf(orderId), await actionsOf(intoId)]).toEqual([["order-join", "order-size"], ["order-join"]]);
    await expectNoViolations();
  });
});

describe("two members of staff who move one order", () => {
  test("the second is refused, and sees what the first did", async () => {
    const id = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    const newestSeenId = (await listChanges(testApp.app.db, "order", { id }))[0]?.id ?? 0;
    const move = (by: Actor, to: "RESERVED" | "CANCELLED") =>
      moveOrder(testApp.app, id, { to, actor: by.name, by, reason: "Prueba", seen: "WAITING_PAYMENT" });
    const outcomes = await Promise.all([move(lucia, "RESERVED"), move(pablo, "CANCELLED")]);
    const refusals = outcomes.filter(isRefusal);
    expect(refusals).toEqual([{ refused: "order_changed" }]);
    const [winner, loser] = isRefusal(outcomes[1]) ? [lucia, pablo] : [pablo, lucia];
    expect(
      await findConcurrentChange(testApp.app.db, id, { seen: newestSeenId, memberId: loser.memberId! }),
    ).toMatchObject({
      status: outcomes.find((outcome) => !isRefusal(outcome)),
      change: { actor: winner.name },
    });
    await expectNoViolations();
  });
});

describe("a cancelled order's pieces", () => {
  test("are written off with the reason if they cannot be sold, and the stock does not change", async () => {
    const size = await createTestSize(testApp.app, { pieces: 3 });
    const id = await placeOrder([{ ...size, pieces: 2 }]);
    const cancellation = {
      to: "CANCELLED",
      ...moveByLucia(),
      because: "not_available",
      writeOffReason: "mojadas",
    } as const;
    expect(await moveOrder(testApp.app, id, cancellation)).toBe("CANCELLED");
    expect(await availableOf(testApp.app, size.sizeId)).toBe(1);
    const { reference } = await readOrder(id);
    const { rows } = await sql`
      SELECT pieces, kind, reason, actor FROM stock_movements WHERE size_id = ${size.sizeId}
      ORDER BY id OFFSET 2`.execute(testApp.app.db);
    expect(rows).toEqual([
      { pieces: 2, kind: "return", reason: `Pedido ${reference}: mojadas`, actor: "Lucía" },
      { pieces: -2, kind: "write_off", reason: `Pedido ${reference}: mojadas`, actor: "Lucía" },
    ]);
    await expectNoViolations();
    await runEmailJobs(testApp.app);
    const mail = (await listMailsTo(testApp.app, EMAIL)).find(({ subject }) => subject.startsWith("Cancelamos"));
    expect(mail!.text).toContain("No podemos enviarte lo que pediste");
    expect(mail!.text).not.toContain("volvieron a la tienda");
  });
});

describe("a reservation", () => {
  test("restores its deadline if it is undone; a request for payment sets a new one and sends an email", async () => {
    const id = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    const { payment_due_at: firstDeadline } = await readOrder(id);
    const reservation = { to: "RESERVED", ...moveByLucia() } as const;
    expect(await moveOrder(testApp.app, id, reservation)).toBe("RESERVED");
    expect((await readOrder(id)).payment_due_at).toBeNull();
    expect(await undoReservation(testApp.app, id, lucia)).toBe("undone");
    expect(await readOrder(id)).toMatchObject({ status: "WAITING_PAYMENT", payment_due_at: firstDeadline });
    expect(await undoReservation(testApp.app, id, lucia)).toEqual({ refused: "order_changed" });
    await runEmailJobs(testApp.app);
    const listSubjects = async () => (await listMailsTo(testApp.app, EMAIL)).map(({ subject }) => subject);
    const { reference } = await readOrder(id);
    expect(await listSubjects()).not.toContain(`Ya puedes pagar tu pedido #${reference}`);

    await moveOrder(testApp.app, id, reservation);
    expect(await requestPayment(testApp.app, shop, id, { by: lucia, seen: "RESERVED" })).toBe("requested");
    const orderAfterRequest = await readOrder(id);
    expect(orderAfterRequest.payment_due_at!.getTime()).toBeGreaterThan(firstDeadline!.getTime());
    expect(await requestPayment(testApp.app, shop, id, { by: lucia })).toEqual({ refused: "move_not_allowed" });
    await runEmailJobs(testApp.app);
    expect(await listSubjects()).toContain(`Ya puedes pagar tu pedido #${reference}`);
    expect(await actionsOf(id)).toEqual(["order-ask-payment", "order-reserve", "order-unreserve", "order-reserve"]);
    await expectNoViolations();
  });

  test("by the command line has no deadline to restore", async () => {
    const id = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    await moveOrder(testApp.app, id, { to: "RESERVED", actor: "consola", reason: "Prueba" });
    expect(await undoReservation(testApp.app, id, lucia)).toEqual({ refused: "move_not_allowed" });
  });
});

describe("emails about an order", () => {
  test("are stored when they are sent, and can be sent again with a new key", async () => {
    const id = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    await moveOrder(testApp.app, id, { to: "PAYMENT_ACCEPTED", ...moveByLucia() });
    await runEmailJobs(testApp.app);
    const { reference } = await readOrder(id);
    const sentMails = await listMailsOfOrder(testApp.app.db, id);
    expect(new Set(sentMails.map(({ job, recipient }) => `${job} ${recipient}`))).toEqual(
      new Set([`mail_order_created ${EMAIL}`, `mail_order_moved ${EMAIL}`]),
    );
    const createdMail = sentMails.find(({ job }) => job === "mail_order_created")!;
    expect(await resendOrderEmail(testApp.app, id, createdMail.id, lucia)).toEqual({ recipient: EMAIL });
    expect(await resendOrderEmail(testApp.app, id, newId(), lucia)).toEqual({ refused: "mail_not_found" });
    const otherOrderId = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    expect(await resendOrderEmail(testApp.app, otherOrderId, createdMail.id, lucia)).toEqual({
      refused: "mail_not_found",
    });
    await runEmailJobs(testApp.app);
    const receivedMails = (await listMailsTo(testApp.app, EMAIL)).filter(
      ({ subject }) => subject === `Recibimos tu pedido #${reference}`,
    );
    expect(receivedMails).toHaveLength(2);
    expect(receivedMails[0]!.text).toMatch(/key=[\w-]{43}/);
    expect(/key=[\w-]{43}/.exec(receivedMails[0]!.text)![0]).not.toBe(/key=[\w-]{43}/.exec(receivedMails[1]!.text)![0]);
    expect(await listMailsOfOrder(testApp.app.db, id)).toHaveLength(3);
    const { rows } = await sql<{ payload: object }>`SELECT payload FROM sent_mails WHERE order_id = ${id}`.execute(
      testApp.app.db,
    );
    for (const { payload } of rows) expect(Object.keys(payload)).not.toContain("key");
  });
});

describe("notes", () => {
  test("are stored once per form, withdrawn only by their author, and never changed", async () => {
    const id = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    const note = { id: newId(), text: "Llama antes de entregar" };
    expect(await Promise.all([addNote(testApp.app, id, note, lucia), addNote(testApp.app, id, note, lucia)])).toEqual([
      "added",
      "added",
    ]);
    expect(await addNote(testApp.app, id, { id: newId(), text: "" }, lucia)).toEqual({ refused: "note_missing" });
    expect(await withdrawNote(testApp.app, id, note.id, pablo)).toEqual({ refused: "note_not_found" });
    expect(await withdrawNote(testApp.app, id, note.id, lucia)).toBe("withdrawn");
    expect(await withdrawNote(testApp.app, id, note.id, lucia)).toEqual({ refused: "note_not_found" });
    expect(await listNotes(testApp.app.db, id)).toMatchObject([{ actor: "Lucía", text: note.text }]);
    expect(await actionsOf(id)).toEqual(["order-note-withdrawn", "order-note"]);
    await expect(sql`UPDATE order_notes SET text = 'otra'`.execute(testApp.app.db)).rejects.toThrow(/append-only/);
    await expect(sql`DELETE FROM order_notes`.execute(testApp.app.db)).rejects.toThrow(/append-only/);
  });
});

describe("an address that staff change before shipping", () => {
  const fields = { street: "Durango 20", neighborhood: "Roma", postalCode: "06700", city: "Cuauhtémoc", state: "CDMX" };

  test("changes only the order's copy, and the second of two changes is refused", async () => {
    const id = await placeOrder([{ ...(await createTestSize(testApp.app, { pieces: 1 })), pieces: 1 }]);
    const seenAddress = formatAddress((await readOrder(id)).address!);
    const outcomes = await Promise.all(
      [lucia, pablo].map((by, n) =>
        changeAddress(testApp.app, id, { seen: seenAddress, fields: { ...fields, street: `Durango ${n}` }, by }),
      ),
    );
    expect(outcomes.filter(isRefusal)).toEqual([{ refused: "order_changed" }]);
    const order = await readOrder(id);
    expect(order.address!.street).toMatch(/^Durango/);
    expect(order.history.at(-1)).toMatchObject({ change: "address", reason: "Se cambió la dirección de entrega" });
    const storedAddress = await testApp.app.db
      .selectFrom("addresses")
      .select("street")
      .where("id", "=", guest.addressId)
      .executeTakeFirstOrThrow();
    expect(storedAddress.street).toBe("Calle 1");
  });

  test("is refused for an order of tickets only", async () => {
    const cart = await createTestCart(testApp.app, shop, [
      { ...(await createTestSize(testApp.app, { pieces: 1, isDigital: true })), pieces: 1 },
    ]);
    const digitalCheckout = makeCheckoutInput(cart, guest, { addressId: null, carrierId: null });
    const checkoutResult = await checkOut(testApp.app, shop, guest.customerId, digitalCheckout);
    if (isRefusal(checkoutResult)) throw new Error(checkoutResult.refused);
    expect(await changeAddress(testApp.app, checkoutResult.orderId, { seen: "", fields, by: lucia })).toEqual({
      refused: "address_needless",
    });
  });
});
