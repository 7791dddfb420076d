import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { checkOut } from "../checkout/check-out.ts";
import { moveOrder } from "../orders/move-order.ts";
import { createTestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startAppOnDatabase, startTestApp, type TestApp } from "../testing/test-app.ts";
import { setEvent } from "./set-event.ts";
import { signTicket } from "./signed-ticket.ts";
import { findOrCreateTicketKeys } from "./ticket-keys.ts";
import { checkTicket, useTicket } from "./use-ticket.ts";

const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };

let testApp: TestApp;
let secondTestApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  secondTestApp = await startAppOnDatabase(testApp.databaseConfig);
});
afterAll(async () => {
  await secondTestApp.stop();
  await testApp.stop();
});

/** The ticket of a paid order. With a shirt, the order is not shipped automatically, so it can still be cancelled. */
async function createPaidTicket() {
  const headOffice = await testApp.findShop();
  const guest = await createTestGuest(testApp.app, headOffice, `${randomUUID()}@ejemplo.mx`);
  const [seat, shirt] = [
    await createTestSize(testApp.app, { pieces: 1, isDigital: true }),
    await createTestSize(testApp.app, { pieces: 1 }),
  ];
  const cart = await createTestCart(
    testApp.app,
    headOffice,
    [seat, shirt].map((size) => ({ ...size, pieces: 1 })),
  );
  const placedOrder = await checkOut(testApp.app, headOffice, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  await moveOrder(testApp.app, placedOrder.orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const { id, code } = await testApp.app.db
    .selectFrom("tickets")
    .select(["id", "code"])
    .where("order_id", "=", placedOrder.orderId)
    .executeTakeFirstOrThrow();
  const [key] = await findOrCreateTicketKeys(testApp.app.db);
  return {
    id,
    code,
    qr: signTicket({ ticketId: id, productId: seat.productId }, key),
    orderId: placedOrder.orderId,
    ...seat,
  };
}

const makeScan = (ticket: string, changes: Partial<Parameters<typeof useTicket>[1]> = {}) => ({
  ticket,
  scannerName: "puerta-1",
  scanId: randomUUID(),
  productId: null,
  ...changes,
});

test("two concurrent Apps, like two processes, create one signing key", async () => {
  const keys = await Promise.all(
    [testApp, secondTestApp, testApp, secondTestApp].map(({ app }) => findOrCreateTicketKeys(app.db)),
  );
  const publicKeys = keys.map(([key]) => key.publicKey.export({ format: "pem", type: "spki" }));
  expect(new Set(publicKeys).size).toBe(1);
  expect(keys.every((processKeys) => processKeys.length === 1)).toBe(true);
});

describe("at the entrance", () => {
  test("a paid ticket allows one entry, by its QR or its code, and checking it does not use it", async () => {
    const ticket = await createPaidTicket();
    for (const scannedText of [ticket.qr, ticket.code, ticket.qr]) {
      expect(await checkTicket(testApp.app, scannedText)).toMatchObject({
        answer: "valid",
        ticket: { holder: "Lucía Prueba" },
      });
    }
    expect((await useTicket(testApp.app, makeScan(ticket.qr))).answer).toBe("valid");
    expect(await useTicket(testApp.app, makeScan(ticket.code, { scannerName: "puerta-2" }))).toMatchObject({
      answer: "used",
      ticket: { usedBy: "puerta-1" },
    });
    expect((await checkTicket(testApp.app, ticket.qr)).answer).toBe("used");
  });

  test("a second scan on the same phone is answered as used, and a repeated call gets the first answer again", async () => {
    const ticket = await createPaidTicket();
    const firstScan = makeScan(ticket.qr);
    expect((await useTicket(testApp.app, firstScan)).answer).toBe("valid");
    expect((await useTicket(testApp.app, firstScan)).answer).toBe("valid");
    expect((await useTicket(testApp.app, makeScan(ticket.qr))).answer).toBe("used");
    // A scan's id belongs to its scannerName: another phone cannot use it.
    expect((await useTicket(testApp.app, { ...firstScan, scannerName: "puerta-2" })).answer).toBe("used");
  });

  test("of twenty concurrent scans in two Apps, like two processes, exactly one allows the entry", async () => {
    const ticket = await createPaidTicket();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        useTicket(index % 2 ? testApp.app : secondTestApp.app, makeScan(ticket.qr, { scannerName: `puerta-${index}` })),
      ),
    );
    expect(answers.map(({ answer }) => answer).toSorted()).toEqual([...Array(19).fill("used"), "valid"]);
  });

  test("a ticket of a cancelled order is void, even a used one", async () => {
    const [unusedTicket, usedTicket] = [await createPaidTicket(), await createPaidTicket()];
    await useTicket(testApp.app, makeScan(usedTicket.qr));
    for (const ticket of [unusedTicket, usedTicket]) {
      await moveOrder(testApp.app, ticket.orderId, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });
      expect((await checkTicket(testApp.app, ticket.qr)).answer).toBe("void");
      expect((await useTicket(testApp.app, makeScan(ticket.qr))).answer).toBe("void");
    }
  });

  test("a scan during the order's cancellation gets valid or void, and the ticket is void afterwards", async () => {
    const ticket = await createPaidTicket();
    const [{ answer }] = await Promise.all([
      useTicket(testApp.app, makeScan(ticket.qr)),
      moveOrder(secondTestApp.app, ticket.orderId, { to: "CANCELLED", actor: "prueba", reason: "Prueba" }),
    ]);
    expect(["valid", "void"]).toContain(answer);
    expect((await checkTicket(testApp.app, ticket.qr)).answer).toBe("void");
  });

  test("a ticket is refused at another event, and the attempt does not use it", async () => {
    const ticket = await createPaidTicket();
    const otherSeat = await createTestSize(testApp.app, { pieces: 1, isDigital: true });
    expect((await useTicket(testApp.app, makeScan(ticket.qr, { productId: otherSeat.productId }))).answer).toBe(
      "other_event",
    );
    expect((await useTicket(testApp.app, makeScan(ticket.qr, { productId: ticket.productId }))).answer).toBe("valid");
  });

  test("a ticket that the shop did not issue is unknown", async () => {
    const ticket = await createPaidTicket();
    const [key] = await findOrCreateTicketKeys(testApp.app.db);
    const unissuedText = signTicket({ ticketId: randomUUID(), productId: ticket.productId }, key);
    const otherEventText = signTicket({ ticketId: ticket.id, productId: randomUUID() }, key);
    const truncatedText = ticket.qr.slice(0, -8);
    for (const scannedText of [unissuedText, otherEventText, truncatedText, ticket.id, "", "0000000000", "\0"]) {
      expect(await useTicket(testApp.app, makeScan(scannedText))).toEqual({ answer: "unknown", ticket: null });
    }
  });
});

test("only a DIGITAL product has an event's day and place", async () => {
  const ticket = await createPaidTicket();
  const shirt = await createTestSize(testApp.app, { pieces: 1 });
  const event = { at: new Date("2027-03-14T20:30:00-06:00"), place: "Foro Jacaranda" };
  expect(await setEvent(testApp.app, { productId: shirt.productId, ...event }, TEST_ACTOR)).toBe(false);
  expect(await setEvent(testApp.app, { productId: ticket.productId, ...event }, TEST_ACTOR)).toBe(true);
  expect((await checkTicket(testApp.app, ticket.qr)).ticket).toMatchObject({
    eventAt: event.at,
    eventPlace: "Foro Jacaranda",
  });
});
