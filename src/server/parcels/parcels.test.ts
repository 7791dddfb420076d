import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PARCEL_TRANSITIONS } from "../../domain/parcel.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { CONSOLE_ACTOR as by } from "../change-log/change-log.ts";
import { eraseCustomer } from "../customers/office/erase-customer.ts";
import { changeSize } from "../orders/change-size.ts";
import { moveOrder } from "../orders/move-order.ts";
import { findOrder, type OrderRow } from "../orders/queries.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { createUnpaidOrder } from "../testing/unpaid-orders.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { correctGuide, unpackParcel, weighParcel } from "./change-parcel.ts";
import { readOrderArrival } from "./order-arrival.ts";
import { handOverToCarrier } from "./hand-over-to-carrier.ts";
import { markDelivered } from "./mark-delivered.ts";
import { moveParcel, type StoredParcel } from "./move-parcel.ts";
import { packParcel } from "./pack-parcel.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(async () => {
  const violatedInvariants = await listViolatedInvariants(testApp.app);
  await testApp.stop();
  expect(violatedInvariants).toEqual([]);
});

const at = new Date();
const newGuide = () => `G-${crypto.randomUUID().slice(0, 13)}`;

/** A paid order of two shirts of one size. */
async function placePaidOrder(email: string | null = null): Promise<{ id: string; sizeId: string }> {
  const { id } = await createUnpaidOrder(testApp, { email });
  await moveOrder(testApp.app, id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  return { id, sizeId: (await readOrder(id)).lines[0]!.size_id };
}

const readOrder = async (id: string): Promise<OrderRow> =>
  (await findOrder(testApp.app.db, (await testApp.findShop()).id, id)) ?? Promise.reject(new Error("no order"));

/** The result, or an error if it is a refusal. */
function throwIfRefused<Result>(result: Result): Exclude<Result, { refused: string }> {
  if (isRefusal(result)) throw new Error(result.refused);
  return result as Exclude<Result, { refused: string }>;
}

const pack = (order: { id: string; sizeId: string }, pieces: number) =>
  packParcel(testApp.app, order.id, { lines: [{ sizeId: order.sizeId, pieces }], by, at });
const packOrThrow = async (order: { id: string; sizeId: string }, pieces: number): Promise<StoredParcel> =>
  throwIfRefused(await pack(order, pieces));

test("the transitions in the code are those in the database", async () => {
  const { rows } = await sql<{ from_state: string; to_state: string }>`
    SELECT from_state, to_state FROM parcel_transitions WHERE from_state <> 'NEW'`.execute(testApp.app.db);
  const storedTransitions = rows.map(({ from_state: from, to_state: to }) => `${from} > ${to}`);
  const transitionsInCode = Object.entries(PARCEL_TRANSITIONS).flatMap(([from, targets]) =>
    targets.map((to) => `${from} > ${to}`),
  );
  expect(storedTransitions.toSorted()).toEqual(transitionsInCode.toSorted());
});

test("an order sent in two parcels is shipped with the first, and each email says what is inside", async () => {
  const email = `partes.${crypto.randomUUID()}@ejemplo.mx`;
  const order = await placePaidOrder(email);
  // Sends the earlier emails now, because emails of one run have no fixed order.
  await runEmailJobs(testApp.app);
  const firstParcel = await packOrThrow(order, 1);
  expect(await readOrder(order.id)).toMatchObject({
    status: "PAYMENT_ACCEPTED",
    parcels: [{ number: 1, state: "PACKED" }],
  });
  const [firstGuide, secondGuide] = [newGuide(), newGuide()];
  throwIfRefused(await handOverToCarrier(testApp.app, firstParcel.id, { guide: firstGuide, at, by }));
  expect(await readOrder(order.id)).toMatchObject({ status: "SHIPPED", tracking_number: firstGuide });
  await runEmailJobs(testApp.app);
  const [mail] = await listMailsTo(testApp.app, email);
  expect(mail!.text).toContain("En este paquete va una parte");
  expect(mail!.text).toContain("1 pieza");

  const secondParcel = await packOrThrow(order, 1);
  expect(await handOverToCarrier(testApp.app, secondParcel.id, { guide: firstGuide, at, by })).toEqual({
    refused: "tracking_taken",
  });
  throwIfRefused(await handOverToCarrier(testApp.app, secondParcel.id, { guide: secondGuide, at, by }));
  expect(await readOrder(order.id)).toMatchObject({ tracking_number: firstGuide, unpackedLines: [] });
  await runEmailJobs(testApp.app);
  const [latestMail] = await listMailsTo(testApp.app, email);
  expect(latestMail!.subject).toContain("Salió otra parte");
  expect(latestMail!.text).toContain(secondGuide);
  expect(latestMail!.text).toContain("ya salió todo tu pedido");

  throwIfRefused(await moveParcel(testApp.app, firstParcel.id, { to: "DELIVERED", at, by }));
  expect((await readOrderArrival(testApp.app.db, order.id)).deliveredAt).toBeNull();
  expect(await markDelivered(testApp.app, order.id, { at, now: at, by })).toBe("delivered");
  expect((await readOrderArrival(testApp.app.db, order.id)).deliveredAt).toEqual(at);
});

test("shipping an order as a whole hands over its packed parcel", async () => {
  const order = await placePaidOrder();
  await packOrThrow(order, 1);
  const moveResult = await moveOrder(testApp.app, order.id, {
    to: "SHIPPED",
    actor: "prueba",
    reason: "Prueba",
    trackingNumber: newGuide(),
  });
  expect(moveResult).toBe("SHIPPED");
  expect(await readOrder(order.id)).toMatchObject({
    parcels: [{ state: "HANDED_OVER" }],
    unpackedLines: [{ pieces: 1 }],
  });
});

test("three people who pack the same pieces at the same time: two are refused", async () => {
  const order = await placePaidOrder();
  const outcomes = await Promise.all([pack(order, 2), pack(order, 1), pack(order, 2)]);
  expect(outcomes.filter(isRefusal)).toEqual([
    { refused: "pieces_packed_already" },
    { refused: "pieces_packed_already" },
  ]);
});

test("a tracking number scanned for two orders at the same time is used once, unless they share a box", async () => {
  const orders = [await placePaidOrder(), await placePaidOrder()];
  const parcels = await Promise.all(orders.map((order) => packOrThrow(order, 2)));
  const sharedGuide = newGuide();
  const outcomes = await Promise.all(
    parcels.map(({ id }) => handOverToCarrier(testApp.app, id, { guide: sharedGuide, at, by })),
  );
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "tracking_taken" }]);
  const refusedParcel = parcels[outcomes.findIndex(isRefusal)]!;
  throwIfRefused(
    await handOverToCarrier(testApp.app, refusedParcel.id, { guide: sharedGuide, sharesBox: true, at, by }),
  );
  // If the number of the first parcel in the box is corrected, the other parcel keeps the shared number, and is no
  // longer in the box of the first one.
  const boxParcel = parcels[outcomes.findIndex((outcome) => !isRefusal(outcome))]!;
  throwIfRefused(await correctGuide(testApp.app, boxParcel.id, { seen: sharedGuide, guide: newGuide(), by }));
  const { rows } = await sql`SELECT id, box_parcel_id FROM parcels WHERE guide = ${sharedGuide}`.execute(
    testApp.app.db,
  );
  expect(rows).toEqual([{ id: refusedParcel.id, box_parcel_id: null }]);
});

test("the same parcel handed over twice at the same time leaves once", async () => {
  const parcel = await packOrThrow(await placePaidOrder(), 2);
  const outcomes = await Promise.all(
    [1, 2].map(() => handOverToCarrier(testApp.app, parcel.id, { guide: newGuide(), at, by })),
  );
  expect(outcomes.filter(isRefusal)).toEqual([{ refused: "parcel_changed" }]);
});

test("the size of packed pieces cannot be changed until they are unpacked, and a cancelled order has no parcels", async () => {
  const order = await placePaidOrder();
  const parcel = await packOrThrow(order, 1);
  const otherSize = await testApp.app.db.selectFrom("sizes").select("id").limit(1).executeTakeFirstOrThrow();
  const change = { orderId: order.id, fromSizeId: order.sizeId, toSizeId: otherSize.id, pieces: 2, seenPieces: 2, by };
  expect(await changeSize(testApp.app, change)).toEqual({ refused: "pieces_packed" });
  expect(await unpackParcel(testApp.app, parcel.id, by)).toBe("unpacked");
  expect(await changeSize(testApp.app, change)).toEqual({ refused: "size_not_found" });
  await packOrThrow(order, 2);
  await moveOrder(testApp.app, order.id, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
  expect((await readOrder(order.id)).parcels).toEqual([]);
});

test("pieces that came back can be packed again, and then their first parcel cannot leave again", async () => {
  const order = await placePaidOrder();
  const firstParcel = await packOrThrow(order, 2);
  throwIfRefused(await handOverToCarrier(testApp.app, firstParcel.id, { guide: newGuide(), at, by }));
  throwIfRefused(await moveParcel(testApp.app, firstParcel.id, { to: "RETURNED", at, by }));
  const secondParcel = await packOrThrow(order, 2);
  throwIfRefused(await handOverToCarrier(testApp.app, secondParcel.id, { guide: newGuide(), at, by }));
  expect(await moveParcel(testApp.app, firstParcel.id, { to: "IN_TRANSIT", at, by })).toEqual({
    refused: "parcel_repacked",
  });
});

test.each([
  ["no pieces", 0, "nothing_to_pack"],
  ["a negative number", -1, "pieces_wrong"],
  ["half a piece", 0.5, "pieces_wrong"],
  ["not a number", Number.NaN, "pieces_wrong"],
  ["more than were bought", 3, "pieces_packed_already"],
])("%s cannot be packed", async (_name, pieces, refused) => {
  expect(await pack(await placePaidOrder(), pieces)).toEqual({ refused });
});

test("an unpaid order cannot be packed, and a weight must be above zero", async () => {
  const { id } = await createUnpaidOrder(testApp);
  expect(await pack({ id, sizeId: (await readOrder(id)).lines[0]!.size_id }, 1)).toEqual({
    refused: "move_not_allowed",
  });
  const parcel = await packOrThrow(await placePaidOrder(), 1);
  expect(await weighParcel(testApp.app, parcel.id, { grams: 0, by })).toEqual({ refused: "parcel_weight_wrong" });
  expect(await weighParcel(testApp.app, parcel.id, { grams: 850, by })).toBe("weighed");
});

test("the database refuses too many pieces, a forbidden transition, a state without an event, and deleting a sent parcel", async () => {
  const order = await placePaidOrder();
  const parcel = await packOrThrow(order, 1);
  const { db } = testApp.app;
  await expect(sql`UPDATE parcel_lines SET pieces = 3 WHERE parcel_id = ${parcel.id}`.execute(db)).rejects.toThrow(
    "more pieces in parcels",
  );
  await expect(
    sql`INSERT INTO parcel_events (parcel_id, from_state, to_state, source, actor)
      VALUES (${parcel.id}, 'PACKED', 'DELIVERED', 'staff', 'prueba')`.execute(db),
  ).rejects.toThrow("parcel_events_along_transitions");
  await expect(
    sql`UPDATE parcels SET state = 'HANDED_OVER', handed_over_at = now() WHERE id = ${parcel.id}`.execute(db),
  ).rejects.toThrow("without an event");
  throwIfRefused(await handOverToCarrier(testApp.app, parcel.id, { guide: newGuide(), at, by }));
  await expect(sql`DELETE FROM parcels WHERE id = ${parcel.id}`.execute(db)).rejects.toThrow("has left");
});

test("erasing a customer erases their tracking numbers, but not that of another order in the same box", async () => {
  const orders = [await placePaidOrder(), await placePaidOrder()];
  const sharedGuide = newGuide();
  for (const order of orders) {
    throwIfRefused(
      await handOverToCarrier(testApp.app, (await packOrThrow(order, 2)).id, {
        guide: sharedGuide,
        sharesBox: true,
        at,
        by,
      }),
    );
  }
  const [orderOfErasedCustomer, otherOrder] = [await readOrder(orders[0]!.id), orders[1]!];
  expect(await eraseCustomer(testApp.app, orderOfErasedCustomer.customer_id, by)).toBe("erased");
  expect(await readOrder(orderOfErasedCustomer.id)).toMatchObject({
    tracking_number: null,
    parcels: [{ guide: null }],
  });
  expect(await readOrder(otherOrder.id)).toMatchObject({
    tracking_number: sharedGuide,
    parcels: [{ guide: sharedGuide }],
  });
});

test("the email that asks if all is well is sent only if the shop enabled it, and not when the day is corrected", async () => {
  const email = `llego.${crypto.randomUUID()}@ejemplo.mx`;
  const shipAndDeliver = async () => {
    const order = await placePaidOrder(email);
    throwIfRefused(
      await handOverToCarrier(testApp.app, (await packOrThrow(order, 2)).id, { guide: newGuide(), at, by }),
    );
    await markDelivered(testApp.app, order.id, { at, now: at, by });
    await runEmailJobs(testApp.app);
    return order.id;
  };
  const listDeliveredMails = async () =>
    (await listMailsTo(testApp.app, email)).filter(({ subject }) => subject.includes("Todo bien"));
  const orderIdWithoutEmail = await shipAndDeliver();
  expect(await listDeliveredMails()).toEqual([]);
  await sql`UPDATE shops SET settings = jsonb_set(settings, '{delivery}', '{"cutOff": "14:00", "askWhenDelivered": true}')`.execute(
    testApp.app.db,
  );
  const orderId = await shipAndDeliver();
  expect(await listDeliveredMails()).toHaveLength(1);
  const now = new Date();
  const correction = { at: new Date(now.getTime() - 3_600_000), now, by };
  for (const id of [orderId, orderIdWithoutEmail]) {
    expect(await markDelivered(testApp.app, id, correction)).toBe("delivered");
  }
  await runEmailJobs(testApp.app);
  expect(await listDeliveredMails()).toHaveLength(1);
});
