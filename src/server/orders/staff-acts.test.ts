import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { checkOut } from "../checkout/check-out.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { listMailsOf } from "../mail/sent-mails.ts";
import { sendAgain } from "../notifications/send-again.ts";
import type { Shop } from "../shops/shop.ts";
import { insertMember } from "../staff/queries.ts";
import { listChanges, type Actor } from "../change-log/change-log.ts";
import { mailsTo, runJobs } from "../testing/mails.ts";
import { left, createTestSize, type TestSize } from "../testing/test-size.ts";
import { newCart, newGuest, wish, type Guest } from "../testing/shopper.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { requestPayment, undoReserve } from "./ask-for-payment.ts";
import { addressLine, changeAddress } from "./change-address.ts";
import { changeSize } from "./change-size.ts";
import { joinOrders } from "../order-management/join-orders.ts";
import { moveOrder } from "./move-order.ts";
import { addNote, listNotes, withdrawNote } from "./notes.ts";
import { listJoinable } from "./orders-to-join.ts";
import { findOrder } from "./queries.ts";
import { findMeanwhile } from "./staff-order.ts";

let test_: TestApp;
let shop: Shop;
let guest: Guest;
let lucia: Actor;
let pablo: Actor;
const EMAIL = "clienta@ejemplo.mx";

async function hire(name: string): Promise<Actor> {
  const memberId = newId();
  const email = `${memberId}@ejemplo.mx`;
  const grants = [{ role: "owner" as const, shopId: null }];
  await transact(test_.app.db, (tx) => insertMember(tx, { id: memberId, name, email, passwordHash: "x", grants }));
  return { memberId, name, address: "127.0.0.1" };
}

beforeAll(async () => {
  test_ = await startTestApp();
  shop = await test_.shop();
  guest = await newGuest(test_.app, shop, EMAIL);
  [lucia, pablo] = [await hire("Lucía"), await hire("Pablo")];
});
afterAll(() => test_.stop());

async function expectSound(): Promise<void> {
  const results = await runAudit(test_.address);
  expect(results.filter(({ violations }) => violations > 0)).toEqual([]);
}

/** A second size, G, of a product. */
async function addSize({ productId }: TestSize, pieces: number): Promise<TestSize> {
  const { app } = test_;
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

async function orderOf(lines: (TestSize & { pieces: number })[]): Promise<string> {
  const cart = await newCart(test_.app, shop, lines);
  const placed = await checkOut(test_.app, shop, guest.customerId, wish(cart, guest));
  if (isRefusal(placed)) throw new Error(placed.refused);
  return placed.orderId;
}

const read = async (id: string) => (await findOrder(test_.app.db, shop.id, id))!;
const acts = async (id: string) => (await listChanges(test_.app.db, "order", { id })).map(({ act }) => act);
const by = () => ({ actor: lucia.name, by: lucia, reason: "Prueba" });

describe("a size changed before packing", () => {
  test("takes the new pieces and returns the old, in ledger, history and log", async () => {
    const medium = await createTestSize(test_.app, { pieces: 3 });
    const large = await addSize(medium, 1);
    const id = await orderOf([{ ...medium, pieces: 2 }]);
    const wanted = { orderId: id, fromSizeId: medium.sizeId, toSizeId: large.sizeId, seenPieces: 2, by: lucia };

    expect(await changeSize(test_.app, { ...wanted, pieces: 2 })).toEqual({ refused: "too_few" });
    expect(await left(test_.app, medium.sizeId)).toBe(1);
    expect(await changeSize(test_.app, { ...wanted, pieces: 3 })).toEqual({ refused: "pieces_wrong" });
    expect(await changeSize(test_.app, { ...wanted, pieces: 1 })).toBe("changed");
    const order = await read(id);
    expect(order.lines.map(({ name, pieces, held }) => [name, pieces, held])).toEqual([
      ["Playera de prueba Rojo T: M", 1, 1],
      ["Playera de prueba Rojo T: G", 1, 1],
    ]);
    expect([await left(test_.app, medium.sizeId), await left(test_.app, large.sizeId)]).toEqual([2, 0]);
    expect(order.history.at(-1)!.reason).toBe("Cambio de talla: 1 × Playera de prueba Rojo T: M, de M a G");
    expect(await acts(id)).toEqual(["order-size"]);
    await expectSound();

    // And all of it back: the line that was split is one again.
    const back = {
      orderId: id,
      fromSizeId: large.sizeId,
      toSizeId: medium.sizeId,
      pieces: 1,
      seenPieces: 1,
      by: pablo,
    };
    expect(await changeSize(test_.app, back)).toBe("changed");
    expect((await read(id)).lines.map(({ pieces }) => pieces)).toEqual([2]);
    await expectSound();
    await moveOrder(test_.app, id, { to: "CANCELLED", ...by() });
    expect([await left(test_.app, medium.sizeId), await left(test_.app, large.sizeId)]).toEqual([3, 1]);
    await expectSound();
  });

  test("another product's, an unknown one, a ticket's and a sent order's are refused", async () => {
    const [medium, other] = [
      await createTestSize(test_.app, { pieces: 3 }),
      await createTestSize(test_.app, { pieces: 3, priceCents: 900_00 }),
    ];
    const ticket = await createTestSize(test_.app, { pieces: 3, isDigital: true });
    const balcony = await addSize(ticket, 3);
    const id = await orderOf([
      { ...medium, pieces: 1 },
      { ...ticket, pieces: 1 },
    ]);
    const change = (fromSizeId: string, toSizeId: string) =>
      changeSize(test_.app, { orderId: id, fromSizeId, toSizeId, pieces: 1, seenPieces: 1, by: lucia });
    expect(await change(medium.sizeId, other.sizeId)).toEqual({ refused: "size_not_found" });
    expect(await change(medium.sizeId, newId())).toEqual({ refused: "size_not_found" });
    expect(await change(medium.sizeId, "nada")).toEqual({ refused: "size_not_found" });
    expect(await change(medium.sizeId, medium.sizeId)).toEqual({ refused: "size_not_found" });
    expect(await change(ticket.sizeId, balcony.sizeId)).toEqual({ refused: "size_of_ticket" });
    const large = await addSize(medium, 3);
    await moveOrder(test_.app, id, { to: "PAYMENT_ACCEPTED", ...by() });
    await moveOrder(test_.app, id, { to: "SHIPPED", trackingNumber: "MX1", ...by() });
    expect(await change(medium.sizeId, large.sizeId)).toEqual({ refused: "too_late" });
    await expectSound();
  });

  test("of two orders that want the last piece one gets it, and nothing is lost", async () => {
    const medium = await createTestSize(test_.app, { pieces: 2 });
    const large = await addSize(medium, 1);
    const ids = [await orderOf([{ ...medium, pieces: 1 }]), await orderOf([{ ...medium, pieces: 1 }])];
    const answers = await Promise.all(
      ids.map((orderId) =>
        changeSize(test_.app, {
          orderId,
          fromSizeId: medium.sizeId,
          toSizeId: large.sizeId,
          pieces: 1,
          seenPieces: 1,
          by: lucia,
        }),
      ),
    );
    expect(answers.map((answer) => (isRefusal(answer) ? answer.refused : answer)).toSorted()).toEqual([
      "changed",
      "too_few",
    ]);
    expect([await left(test_.app, medium.sizeId), await left(test_.app, large.sizeId)]).toEqual([1, 0]);
    await expectSound();
  });

  test("against a shopper's cart the last piece goes to one of them", async () => {
    const medium = await createTestSize(test_.app, { pieces: 1 });
    const large = await addSize(medium, 1);
    const orderId = await orderOf([{ ...medium, pieces: 1 }]);
    const change = { orderId, fromSizeId: medium.sizeId, toSizeId: large.sizeId, pieces: 1, seenPieces: 1, by: lucia };
    const [changed, cart] = await Promise.all([
      changeSize(test_.app, change),
      newCart(test_.app, shop, [{ ...large, pieces: 1 }]).catch(() => null),
    ]);
    expect(isRefusal(changed)).toBe(cart !== null);
    expect(await left(test_.app, large.sizeId)).toBe(0);
    await expectSound();
  });

  test("of two staff who change the same line the second is told", async () => {
    const medium = await createTestSize(test_.app, { pieces: 2 });
    const large = await addSize(medium, 5);
    const orderId = await orderOf([{ ...medium, pieces: 2 }]);
    const change = { orderId, fromSizeId: medium.sizeId, toSizeId: large.sizeId, pieces: 1, seenPieces: 2 };
    const answers = await Promise.all([lucia, pablo].map((by) => changeSize(test_.app, { ...change, by })));
    expect(answers.map((answer) => (isRefusal(answer) ? answer.refused : answer)).toSorted()).toEqual([
      "changed",
      "order_changed",
    ]);
    expect((await read(orderId)).lines.map(({ pieces }) => pieces)).toEqual([1, 1]);
    await expectSound();
  });

  test("a joined order's changed sizes still add up", async () => {
    const medium = await createTestSize(test_.app, { pieces: 3 });
    const large = await addSize(medium, 3);
    const [orderId, intoId] = [await orderOf([{ ...medium, pieces: 1 }]), await orderOf([{ ...medium, pieces: 1 }])];
    const change = { orderId, fromSizeId: medium.sizeId, toSizeId: large.sizeId, pieces: 1, seenPieces: 1, by: lucia };
    expect(await changeSize(test_.app, change)).toBe("changed");
    const joinable = (await listJoinable(test_.app.db, orderId)).find(({ id }) => id === intoId)!;
    const joined = await joinOrders(test_.app, { orderId, intoId, actor: lucia.name, by: lucia });
    expect(joined).toMatchObject({ grandTotalCents: joinable.intoItCents });
    expect([await acts(orderId), await acts(intoId)]).toEqual([["order-join", "order-size"], ["order-join"]]);
    await expectSound();
  });
});

describe("two staff who move one order", () => {
  test("the second gets a no, and reads who did what", async () => {
    const id = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    const seen = (await listChanges(test_.app.db, "order", { id }))[0]?.id ?? 0;
    const move = (who: Actor, to: "RESERVED" | "CANCELLED") =>
      moveOrder(test_.app, id, { to, actor: who.name, by: who, reason: "Prueba", seen: "WAITING_PAYMENT" });
    const answers = await Promise.all([move(lucia, "RESERVED"), move(pablo, "CANCELLED")]);
    const refused = answers.filter(isRefusal);
    expect(refused).toEqual([{ refused: "order_changed" }]);
    const [winner, loser] = isRefusal(answers[1]) ? [lucia, pablo] : [pablo, lucia];
    expect(await findMeanwhile(test_.app.db, id, { seen, memberId: loser.memberId! })).toMatchObject({
      status: answers.find((answer) => !isRefusal(answer)),
      change: { who: winner.name },
    });
    await expectSound();
  });
});

describe("a cancelled order's pieces", () => {
  test("go to write-off with the reason where they cannot be sold, and the shelf stays", async () => {
    const size = await createTestSize(test_.app, { pieces: 3 });
    const id = await orderOf([{ ...size, pieces: 2 }]);
    const cancelled = { to: "CANCELLED", ...by(), because: "not_available", writtenOff: "mojadas" } as const;
    expect(await moveOrder(test_.app, id, cancelled)).toBe("CANCELLED");
    expect(await left(test_.app, size.sizeId)).toBe(1);
    const { reference } = await read(id);
    const { rows } = await sql`
      SELECT pieces, kind, reason, actor FROM stock_movements WHERE size_id = ${size.sizeId}
      ORDER BY id OFFSET 2`.execute(test_.app.db);
    expect(rows).toEqual([
      { pieces: 2, kind: "return", reason: `Pedido ${reference}: mojadas`, actor: "Lucía" },
      { pieces: -2, kind: "write_off", reason: `Pedido ${reference}: mojadas`, actor: "Lucía" },
    ]);
    await expectSound();
    await runJobs(test_.app);
    const mail = (await mailsTo(test_.app, EMAIL)).find(({ subject }) => subject.startsWith("Cancelamos"));
    expect(mail!.text).toContain("No podemos enviarte lo que pediste");
    expect(mail!.text).not.toContain("volvieron a la tienda");
  });
});

describe("a reservation", () => {
  test("undone brings its deadline back and tells nobody; asked for, it has a new one and its customer is told", async () => {
    const id = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    const { pay_by: first } = await read(id);
    const reserve = { to: "RESERVED", ...by() } as const;
    expect(await moveOrder(test_.app, id, reserve)).toBe("RESERVED");
    expect((await read(id)).pay_by).toBeNull();
    expect(await undoReserve(test_.app, id, lucia)).toBe("undone");
    expect(await read(id)).toMatchObject({ status: "WAITING_PAYMENT", pay_by: first });
    expect(await undoReserve(test_.app, id, lucia)).toEqual({ refused: "order_changed" });
    await runJobs(test_.app);
    const subjects = async () => (await mailsTo(test_.app, EMAIL)).map(({ subject }) => subject);
    const { reference } = await read(id);
    expect(await subjects()).not.toContain(`Ya puedes pagar tu pedido #${reference}`);

    await moveOrder(test_.app, id, reserve);
    expect(await requestPayment(test_.app, shop, id, { by: lucia, seen: "RESERVED" })).toBe("asked");
    const asked = await read(id);
    expect(asked.pay_by!.getTime()).toBeGreaterThan(first!.getTime());
    expect(await requestPayment(test_.app, shop, id, { by: lucia })).toEqual({ refused: "move_not_allowed" });
    await runJobs(test_.app);
    expect(await subjects()).toContain(`Ya puedes pagar tu pedido #${reference}`);
    expect(await acts(id)).toEqual(["order-ask-payment", "order-reserve", "order-unreserve", "order-reserve"]);
    await expectSound();
  });

  test("one that was reserved at the console has no deadline to bring back", async () => {
    const id = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    await moveOrder(test_.app, id, { to: "RESERVED", actor: "consola", reason: "Prueba" });
    expect(await undoReserve(test_.app, id, lucia)).toEqual({ refused: "move_not_allowed" });
  });
});

describe("mails about an order", () => {
  test("are kept once sent, and sent again are another mail with a key that opens", async () => {
    const id = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    await moveOrder(test_.app, id, { to: "PAYMENT_ACCEPTED", ...by() });
    await runJobs(test_.app);
    const { reference } = await read(id);
    const sent = await listMailsOf(test_.app.db, id);
    expect(new Set(sent.map(({ kind, recipient }) => `${kind} ${recipient}`))).toEqual(
      new Set([`mail_order_created ${EMAIL}`, `mail_order_moved ${EMAIL}`]),
    );
    const created = sent.find(({ kind }) => kind === "mail_order_created")!;
    expect(await sendAgain(test_.app, id, created.id, lucia)).toEqual({ recipient: EMAIL });
    expect(await sendAgain(test_.app, id, newId(), lucia)).toEqual({ refused: "mail_not_found" });
    const other = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    expect(await sendAgain(test_.app, other, created.id, lucia)).toEqual({ refused: "mail_not_found" });
    await runJobs(test_.app);
    const again = (await mailsTo(test_.app, EMAIL)).filter(
      ({ subject }) => subject === `Recibimos tu pedido #${reference}`,
    );
    expect(again).toHaveLength(2);
    expect(again[0]!.text).toMatch(/key=[\w-]{43}/);
    expect(/key=[\w-]{43}/.exec(again[0]!.text)![0]).not.toBe(/key=[\w-]{43}/.exec(again[1]!.text)![0]);
    expect(await listMailsOf(test_.app.db, id)).toHaveLength(3);
    const { rows } = await sql<{ told: object }>`SELECT told FROM sent_mails WHERE order_id = ${id}`.execute(
      test_.app.db,
    );
    for (const { told } of rows) expect(Object.keys(told)).not.toContain("key");
  });
});

describe("notes", () => {
  test("are one a form, struck out by their own writer only, and nobody changes them", async () => {
    const id = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    const note = { id: newId(), text: "Llama antes de entregar" };
    expect(await Promise.all([addNote(test_.app, id, note, lucia), addNote(test_.app, id, note, lucia)])).toEqual([
      "added",
      "added",
    ]);
    expect(await addNote(test_.app, id, { id: newId(), text: "" }, lucia)).toEqual({ refused: "note_missing" });
    expect(await withdrawNote(test_.app, id, note.id, pablo)).toEqual({ refused: "note_not_found" });
    expect(await withdrawNote(test_.app, id, note.id, lucia)).toBe("withdrawn");
    expect(await withdrawNote(test_.app, id, note.id, lucia)).toEqual({ refused: "note_not_found" });
    expect(await listNotes(test_.app.db, id)).toMatchObject([{ who: "Lucía", text: note.text }]);
    expect(await acts(id)).toEqual(["order-note-withdrawn", "order-note"]);
    await expect(sql`UPDATE order_notes SET text = 'otra'`.execute(test_.app.db)).rejects.toThrow(/append-only/);
    await expect(sql`DELETE FROM order_notes`.execute(test_.app.db)).rejects.toThrow(/append-only/);
  });
});

describe("an address changed before packing", () => {
  const fields = { street: "Durango 20", neighborhood: "Roma", postalCode: "06700", city: "Cuauhtémoc", state: "CDMX" };

  test("is the order's alone; of two staff the second is told", async () => {
    const id = await orderOf([{ ...(await createTestSize(test_.app, { pieces: 1 })), pieces: 1 }]);
    const seen = addressLine((await read(id)).address!);
    const answers = await Promise.all(
      [lucia, pablo].map((by, n) =>
        changeAddress(test_.app, id, { seen, fields: { ...fields, street: `Durango ${n}` }, by }),
      ),
    );
    expect(answers.filter(isRefusal)).toEqual([{ refused: "order_changed" }]);
    const order = await read(id);
    expect(order.address!.street).toMatch(/^Durango/);
    expect(order.history.at(-1)!.reason).toBe("Se cambió la dirección de entrega");
    const kept = await test_.app.db
      .selectFrom("addresses")
      .select("street")
      .where("id", "=", guest.addressId)
      .executeTakeFirstOrThrow();
    expect(kept.street).toBe("Calle 1");
  });

  test("tickets alone have none", async () => {
    const cart = await newCart(test_.app, shop, [
      { ...(await createTestSize(test_.app, { pieces: 1, isDigital: true })), pieces: 1 },
    ]);
    const digital = wish(cart, guest, { addressId: null, carrierId: null });
    const placed = await checkOut(test_.app, shop, guest.customerId, digital);
    if (isRefusal(placed)) throw new Error(placed.refused);
    expect(await changeAddress(test_.app, placed.orderId, { seen: "", fields, by: lucia })).toEqual({
      refused: "address_needless",
    });
  });
});
