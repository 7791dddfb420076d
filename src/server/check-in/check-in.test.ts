import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { listViolatedInvariants } from "../testing/violated-invariants.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { moveOrder } from "../orders/move-order.ts";
import { checkOut } from "../checkout/check-out.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { setEvent } from "../tickets/set-event.ts";
import { signTicket } from "../tickets/signed-ticket.ts";
import { findOrCreateTicketKeys } from "../tickets/ticket-keys.ts";
import { issueTickets } from "../tickets/issue-tickets.ts";
import { voidTickets } from "../tickets/void-tickets.ts";
import { listScanners, makeScannerKey, revokeScannerKey } from "./scanner-keys.ts";

const TEST_ACTOR = { memberId: null, name: "prueba", ip: null };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface SoldTicket {
  id: string;
  code: string;
  qr: string;
  orderId: string;
}

/** A new event and the tickets of one paid order. The order also has a shirt, so that it can still be cancelled. */
async function createEvent(pieces = 1): Promise<{ ticketSize: TestSize; tickets: SoldTicket[] }> {
  const ticketSize = await createTestSize(server.app, { pieces: 1_000, isDigital: true });
  return { ticketSize, tickets: await sellTickets(ticketSize, pieces) };
}

async function sellTickets(ticketSize: TestSize, pieces: number): Promise<SoldTicket[]> {
  const headOffice = await server.findShop();
  const guest = await createTestGuest(server.app, headOffice, `${randomUUID()}@ejemplo.mx`);
  const shirt = await createTestSize(server.app, { pieces: 1 });
  const cart = await createTestCart(server.app, headOffice, [
    { ...ticketSize, pieces },
    { ...shirt, pieces: 1 },
  ]);
  const placed = await checkOut(server.app, headOffice, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placed)) throw new Error(placed.refused);
  await moveOrder(server.app, placed.orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const rows = await server.app.db
    .selectFrom("tickets")
    .select(["id", "code"])
    .where("order_id", "=", placed.orderId)
    .orderBy("number")
    .execute();
  const [key] = await findOrCreateTicketKeys(server.app.db);
  return rows.map(({ id, code }) => ({
    id,
    code,
    qr: signTicket({ ticketId: id, productId: ticketSize.productId }, key),
    orderId: placed.orderId,
  }));
}

const cancel = (orderId: string) =>
  moveOrder(server.app, orderId, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });

/** A phone with its own key, and its calls to the server. */
async function connectPhone(productId: string | null, name: string | null = null) {
  const created = await makeScannerKey(server.app, { name, productId, hours: 12 }, TEST_ACTOR);
  if (isRefusal(created)) throw new Error(created.refused);
  const request = (method: string, path: string, body?: object) =>
    server.call(method, `/api/v1/door${path}`, { token: created.key, body });
  return {
    ...created,
    request,
    sync: async (since?: string) => (await request("GET", since ? `?since=${since}` : "")).json,
    scan: async (ticket: string, _id: string = randomUUID()) => (await request("POST", "/scans", { _id, ticket })).json,
    sendOffline: async (...scans: object[]) => (await request("POST", "/scans/offline", { scans })).json,
    undo: (id: string) => request("POST", `/scans/${id}/undo`),
  };
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const offlineScan = (ticket: string, more: object = {}) => ({
  _id: randomUUID(),
  ticket,
  shown: "valid",
  scannedOn: secondsAgo(5),
  ...more,
});

const ticketStateOf = async (id: string) =>
  (await server.app.db.selectFrom("tickets").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

async function listViolations(): Promise<string[]> {
  return listViolatedInvariants(server.app);
}

describe("with a network", () => {
  test("a ticket allows one entry and shows its holder and place, but no contact data of its buyer", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const startsAt = new Date(Date.now() + 3_600_000);
    await setEvent(server.app, { ...ticketSize, at: startsAt, place: "Foro Jacaranda" }, TEST_ACTOR);
    const scanner = await connectPhone(ticketSize.productId, "Puerta norte");
    const first = await scanner.scan(tickets[0]!.qr);
    expect(first).toMatchObject({ answer: "valid", counts: { entered: 1, total: 2 } });
    expect(first.ticket).toEqual({
      _id: tickets[0]!.id,
      eventId: ticketSize.productId,
      event: "Playera de prueba",
      startsOn: startsAt.toISOString(),
      place: "Foro Jacaranda",
      seat: "M · 1 de 2",
      holder: "Lucía Prueba",
      state: "USED",
      usedOn: expect.any(String),
      usedBy: "Puerta norte",
    });
    const other = await connectPhone(ticketSize.productId);
    expect(await other.scan(tickets[0]!.code)).toMatchObject({ answer: "used", ticket: { usedBy: "Puerta norte" } });
    expect(await other.scan(tickets[1]!.code)).toMatchObject({ answer: "valid", counts: { entered: 2, total: 2 } });
  });

  test("of two phones that scan one ticket at the same time one allows the entry, by QR or code", async () => {
    const { ticketSize, tickets } = await createEvent(5);
    const phones = await Promise.all([connectPhone(ticketSize.productId), connectPhone(null)]);
    for (const { qr, code } of tickets) {
      const answers = await Promise.all(phones.flatMap((scanner) => [scanner.scan(qr), scanner.scan(code)]));
      expect(answers.map(({ answer }): string => answer).toSorted()).toEqual(["used", "used", "used", "valid"]);
    }
    expect((await phones[0]!.sync()).counts).toEqual({ entered: 5, total: 5 });
    expect((await phones[0]!.sync()).conflicts).toEqual([]);
  });

  test("a repeated scan has the same answer, and with another ticket it is refused", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const scanner = await connectPhone(ticketSize.productId);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => scanner.scan(tickets[0]!.qr, id)));
    expect(answers.map(({ answer }) => answer)).toEqual(Array(6).fill("valid"));
    expect((await scanner.scan(tickets[0]!.qr, id.toUpperCase())).answer).toBe("valid");
    expect((await scanner.scan(tickets[1]!.qr, id)).answer).toBe("unknown");
    expect(await ticketStateOf(tickets[1]!.id)).toBe("VALID");
    const [sharedScanId, eventOfTwoTickets] = [randomUUID(), await createEvent(2)];
    const secondScanner = await connectPhone(eventOfTwoTickets.ticketSize.productId);
    const mixed = await Promise.all(eventOfTwoTickets.tickets.map(({ qr }) => secondScanner.scan(qr, sharedScanId)));
    expect(mixed.map(({ answer }): string => answer).toSorted()).toEqual(["unknown", "valid"]);
  });

  test("forged, altered, doubled, foreign and invented tickets are unknown, and a ticket of another event is reported as such", async () => {
    const { ticketSize, tickets } = await createEvent();
    const { qr, id } = tickets[0]!;
    const scanner = await connectPhone(ticketSize.productId);
    const [key] = await findOrCreateTicketKeys(server.app.db);
    const foreignKey = { id: key.id, privateKey: generateKeyPairSync("ed25519").privateKey };
    const alteredQr = qr.slice(0, 60) + (qr[60] === "A" ? "B" : "A") + qr.slice(61);
    for (const ticketText of [
      signTicket({ ticketId: id, productId: ticketSize.productId }, foreignKey),
      signTicket({ ticketId: id, productId: randomUUID() }, key),
      signTicket({ ticketId: randomUUID(), productId: ticketSize.productId }, key),
      alteredQr,
      qr + qr,
      "0000000000",
      "https://ejemplo.mx/boletos",
      "ñandú \ufffd ☂",
    ]) {
      expect(await scanner.scan(ticketText), ticketText).toMatchObject({ answer: "unknown", ticket: null });
    }
    const otherEvent = await createEvent();
    expect((await scanner.scan(otherEvent.tickets[0]!.qr)).answer).toBe("other_event");
    expect(await ticketStateOf(otherEvent.tickets[0]!.id)).toBe("VALID");
    expect((await (await connectPhone(null)).scan(otherEvent.tickets[0]!.qr)).answer).toBe("valid");
    expect((await scanner.scan(qr)).answer).toBe("valid");
  });

  test("the ticket of a cancelled order is void immediately, also in the list", async () => {
    const { ticketSize, tickets } = await createEvent();
    const scanner = await connectPhone(ticketSize.productId);
    const { syncedOn } = await scanner.sync();
    await cancel(tickets[0]!.orderId);
    expect((await scanner.scan(tickets[0]!.qr)).answer).toBe("void");
    const laterList = await scanner.sync(syncedOn);
    expect(laterList.tickets).toMatchObject([{ _id: tickets[0]!.id, state: "VOID" }]);
    expect(laterList.counts).toEqual({ entered: 0, total: 0 });
  });

  test.each([
    ["nothing", {}],
    ["no id", { ticket: "0000000000" }],
    ["an invalid id", { _id: "uno", ticket: "0000000000" }],
    ["no ticket", { _id: randomUUID(), ticket: " " }],
    ["a ticket text that is too long", { _id: randomUUID(), ticket: "A".repeat(5_000) }],
  ])("a scan with %s is refused", async (_, body) => {
    const scanner = await connectPhone(null);
    expect((await scanner.request("POST", "/scans", body)).status).toBe(422);
  });
});

describe("a ticket of another day", () => {
  /** A new event in two days, with sold tickets. */
  const createLaterEvent = async (pieces = 1) => {
    const sold = await createEvent(pieces);
    const at = new Date(Date.now() + 2 * 86_400_000);
    await setEvent(server.app, { ...sold.ticketSize, at, place: "Foro" }, TEST_ACTOR);
    return { ...sold, at };
  };
  const rowsOf = (deviceId: string) =>
    server.app.db
      .selectFrom("ticket_scans")
      .select([
        "answer",
        "shown",
        "ignores_event_day",
        "scanned_at",
        sql<boolean>`scanned_at = recorded_at`.as("is_now"),
      ])
      .where("device_id", "=", deviceId)
      .orderBy("number")
      .execute();

  test("is reported with its date and not used. Staff may allow the entry, and that is recorded", async () => {
    const { ticketSize, tickets, at } = await createLaterEvent();
    const scanner = await connectPhone(ticketSize.productId, "Puerta norte");
    const first = await scanner.scan(tickets[0]!.qr);
    expect(first).toMatchObject({ answer: "other_day", ticket: { startsOn: at.toISOString(), state: "VALID" } });
    expect(first.counts).toEqual({ entered: 0, total: 1 });
    const _id = randomUUID();
    const anyDayScan = { _id, ticket: tickets[0]!.qr, anyDay: true };
    for (let n = 0; n < 2; n++) {
      expect((await scanner.request("POST", "/scans", anyDayScan)).json).toMatchObject({
        answer: "valid",
        ticket: { state: "USED", usedBy: "Puerta norte" },
        counts: { entered: 1, total: 1 },
      });
    }
    expect((await scanner.scan(tickets[0]!.code)).answer).toBe("used");
    expect(await rowsOf(scanner.id)).toMatchObject([
      { answer: "other_day", shown: "other_day", ignores_event_day: false },
      { answer: "valid", shown: "valid", ignores_event_day: true, scanned_at: expect.any(Date), is_now: true },
      { answer: "used", shown: "used", ignores_event_day: false },
    ]);
    expect((await scanner.sync()).conflicts).toEqual([]);
    expect((await scanner.undo(_id)).status).toBe(200);
    expect(await ticketStateOf(tickets[0]!.id)).toBe("VALID");
  });

  test("of another event, or that is void or used, is refused even if staff allow any day", async () => {
    const { ticketSize, tickets } = await createLaterEvent(2);
    const scanner = await connectPhone(ticketSize.productId);
    const scanAnyDay = async (ticket: string) =>
      (await scanner.request("POST", "/scans", { _id: randomUUID(), ticket, anyDay: true })).json.answer as string;
    const otherEvent = await createLaterEvent();
    expect(await scanAnyDay(otherEvent.tickets[0]!.qr)).toBe("other_event");
    expect(await scanAnyDay(tickets[0]!.qr)).toBe("valid");
    expect(await scanAnyDay(tickets[0]!.qr)).toBe("used");
    await cancel(tickets[1]!.orderId);
    expect(await scanAnyDay(tickets[1]!.qr)).toBe("void");
  });

  test("that is scanned without a network is a conflict, unless staff allowed the entry for any day", async () => {
    const { ticketSize, tickets } = await createLaterEvent(3);
    const scanner = await connectPhone(ticketSize.productId);
    await scanner.sync();
    const scans = [
      offlineScan(tickets[0]!.qr, { shown: "other_day" }),
      offlineScan(tickets[0]!.qr, { anyDay: true }),
      offlineScan(tickets[1]!.qr),
    ];
    const response = await scanner.sendOffline(...scans);
    expect(response.scans.map(({ answer }: { answer: string }) => answer)).toEqual(["other_day", "valid", "other_day"]);
    expect(response.conflicts).toMatchObject([{ reason: "other_day", seat: "M · 2 de 3" }]);
    expect(response.counts).toEqual({ entered: 2, total: 3 });
    expect(await scanner.sendOffline(...scans)).toEqual(response);
    expect(await ticketStateOf(tickets[1]!.id)).toBe("USED");
    expect(await ticketStateOf(tickets[2]!.id)).toBe("VALID");
  });

  test("that two phones allow without a network is one entry and one conflict", async () => {
    const { ticketSize, tickets } = await createLaterEvent();
    const [north, south] = [await connectPhone(ticketSize.productId), await connectPhone(ticketSize.productId)];
    const newAnyDayScan = () => offlineScan(tickets[0]!.qr, { anyDay: true });
    expect((await north.sendOffline(newAnyDayScan())).conflicts).toEqual([]);
    expect((await south.sendOffline(newAnyDayScan())).conflicts).toMatchObject([{ reason: "used" }]);
  });

  test("is checked against the time of the scan, not the time of its transfer", async () => {
    const { ticketSize, tickets } = await createEvent();
    const at = new Date(Date.now() - 12 * 3_600_000 - 1_000);
    await setEvent(server.app, { ...ticketSize, at, place: "Foro" }, TEST_ACTOR);
    const scanner = await connectPhone(ticketSize.productId);
    const response = await scanner.sendOffline(offlineScan(tickets[0]!.qr, { scannedOn: secondsAgo(3_600) }));
    expect(response.scans).toMatchObject([{ answer: "valid" }]);
  });
});

describe("the list", () => {
  test("has what a phone needs to verify tickets, and neither names nor codes", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const scanner = await connectPhone(ticketSize.productId, "Puerta sur");
    const { json, text } = await scanner.request("GET", "");
    expect(json.device).toMatchObject({ _id: scanner.id, name: "Puerta sur" });
    expect(json.events).toMatchObject([{ _id: ticketSize.productId, name: "Playera de prueba" }]);
    const hash = (code: string) => createHash("sha256").update(`${scanner.id} ${code}`).digest().subarray(0, 12);
    expect(new Set(json.tickets.map(({ code }: { code: string }) => code))).toEqual(
      new Set(tickets.map(({ code }) => hash(code).toString("base64url"))),
    );
    for (const secret of ["Lucía", "@", ...tickets.map(({ code }) => code)]) expect(text).not.toContain(secret);
    expect(Buffer.from(json.keys[0].publicKey, "base64url")).toHaveLength(32);
  });

  test("of changes never misses a ticket of a transaction that was still open", async () => {
    const { ticketSize, tickets } = await createEvent(3);
    const scanner = await connectPhone(ticketSize.productId);
    await sql`UPDATE tickets SET holder = holder`.execute(server.app.db);
    await sql`ALTER TABLE tickets DISABLE TRIGGER tickets_note_change`.execute(server.app.db);
    await sql`UPDATE tickets SET changed_at = now() - interval '10 minutes'`.execute(server.app.db);
    await sql`ALTER TABLE tickets ENABLE TRIGGER tickets_note_change`.execute(server.app.db);
    const { syncedOn } = await scanner.sync();
    expect((await scanner.sync(syncedOn)).tickets).toEqual([]);
    const [lateTicket] = await sellTickets(ticketSize, 1);
    await scanner.scan(tickets[1]!.qr);
    const changed = (await scanner.sync(syncedOn)).tickets.map(({ _id }: { _id: string }) => _id);
    expect(changed.toSorted()).toEqual([lateTicket!.id, tickets[1]!.id].toSorted());
    // A ticket's `changed_at` is the start of the transaction that changed it, which may end only after the list was
    // read. Lists therefore overlap.
    const [overlapping] = await sellTickets(ticketSize, 1);
    const listedOn = new Date(Date.now() + 20_000).toISOString();
    expect((await scanner.sync(listedOn)).tickets.map(({ _id }: { _id: string }) => _id)).toContain(overlapping!.id);
  });

  test("of all events excludes past events", async () => {
    const [pastEvent, upcomingEvent] = [await createEvent(), await createEvent()];
    await setEvent(
      server.app,
      { ...pastEvent.ticketSize, at: new Date(Date.now() - 3 * 86_400_000), place: "Foro" },
      TEST_ACTOR,
    );
    await setEvent(
      server.app,
      { ...upcomingEvent.ticketSize, at: new Date(Date.now() + 3_600_000), place: "Foro" },
      TEST_ACTOR,
    );
    const scanner = await connectPhone(null);
    expect((await scanner.scan(pastEvent.tickets[0]!.qr)).answer).toBe("other_event");
    expect((await scanner.scan(upcomingEvent.tickets[0]!.qr)).answer).toBe("valid");
    const ids = (await scanner.sync()).tickets.map(({ _id }: { _id: string }) => _id);
    expect(ids).toContain(upcomingEvent.tickets[0]!.id);
    expect(ids).not.toContain(pastEvent.tickets[0]!.id);
  });

  test("of changes has all tickets of an event that staff move to a later time", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);
    await setEvent(server.app, { ...ticketSize, at: daysFromNow(-3), place: "Foro" }, TEST_ACTOR);
    await sql`ALTER TABLE tickets DISABLE TRIGGER tickets_note_change`.execute(server.app.db);
    await sql`UPDATE tickets SET changed_at = now() - interval '10 minutes'`.execute(server.app.db);
    await sql`ALTER TABLE tickets ENABLE TRIGGER tickets_note_change`.execute(server.app.db);
    const scanner = await connectPhone(null);
    const { syncedOn } = await scanner.sync();
    await setEvent(server.app, { ...ticketSize, at: daysFromNow(1), place: "Foro" }, TEST_ACTOR);
    const changedIds = (await scanner.sync(syncedOn)).tickets.map(({ _id }: { _id: string }) => _id);
    expect(changedIds.toSorted()).toEqual(tickets.map(({ id }) => id).toSorted());
  });

  test.each(["ayer", "2026-13-45T00:00:00Z"])("since %j is refused with 422", async (since) => {
    expect((await (await connectPhone(null)).request("GET", `?since=${since}`)).status).toBe(422);
  });
});

describe("scans without a network", () => {
  test("are recorded once with their own time, however often they are sent", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const scanner = await connectPhone(ticketSize.productId);
    await scanner.sync();
    const scans = tickets.map(({ qr }) => offlineScan(qr, { scannedOn: new Date().toISOString() }));
    const responses = await Promise.all([
      scanner.sendOffline(...scans),
      scanner.sendOffline(...scans),
      scanner.sendOffline(...scans),
    ]);
    for (const { scans, conflicts } of responses) {
      expect(scans.map(({ answer }: { answer: string }) => answer)).toEqual(["valid", "valid"]);
      expect(conflicts).toEqual([]);
    }
    expect((await scanner.sendOffline(...scans)).counts).toEqual({ entered: 2, total: 2 });
    const rows = await server.app.db
      .selectFrom("ticket_scans")
      .selectAll()
      .where("device_id", "=", scanner.id)
      .execute();
    expect(rows).toHaveLength(2);
    for (const { id, scanned_at } of rows) {
      expect(scanned_at.toISOString()).toBe(scans.find(({ _id }) => _id === id)!.scannedOn);
    }
  });

  test("cannot have a time in the future, or before the phone's first list", async () => {
    const { ticketSize, tickets } = await createEvent(4);
    const scanner = await connectPhone(ticketSize.productId);
    await scanner.sync();
    const invalidTimes = [
      "2099-01-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999Z",
      secondsAgo(3_600),
    ];
    await scanner.sendOffline(...tickets.map(({ qr }, n) => offlineScan(qr, { scannedOn: invalidTimes[n] })));
    const { rows } = await sql<{ isValid: boolean }>`
      SELECT s.scanned_at BETWEEN d.list_first_downloaded_at AND s.recorded_at AS "isValid"
      FROM ticket_scans s JOIN scanner_devices d ON d.id = s.device_id WHERE d.id = ${scanner.id}`.execute(
      server.app.db,
    );
    expect(rows.map(({ isValid }) => isValid)).toEqual([true, true, true, true]);
  });

  test("of one ticket on two phones: the first received one is the entry, and both phones show the conflict", async () => {
    const { ticketSize, tickets } = await createEvent();
    const [north, south] = [
      await connectPhone(ticketSize.productId, "Norte"),
      await connectPhone(ticketSize.productId, "Sur"),
    ];
    await Promise.all([north.sync(), south.sync()]);
    const [earlierTime, laterTime] = [secondsAgo(0.2), secondsAgo(0.1)];
    expect(await south.sendOffline(offlineScan(tickets[0]!.qr, { scannedOn: laterTime }))).toMatchObject({
      scans: [{ answer: "valid" }],
      conflicts: [],
    });
    const scan = offlineScan(tickets[0]!.code, { scannedOn: earlierTime });
    const response = await north.sendOffline(scan);
    expect(response.scans).toEqual([{ _id: scan._id, answer: "used" }]);
    expect(response.conflicts).toMatchObject([
      { reason: "used", seat: "M", device: "Norte", first: { device: "Sur" } },
    ]);
    expect((await south.sync()).conflicts).toEqual(response.conflicts);
    expect((await north.sendOffline(scan)).conflicts).toEqual(response.conflicts);
    expect(response.counts).toEqual({ entered: 1, total: 1 });
    const otherEvent = await connectPhone((await createEvent()).ticketSize.productId);
    expect((await otherEvent.sync()).conflicts).toEqual([]);
  });

  test("sent at the same time from two phones are one entry and one conflict", async () => {
    const { ticketSize, tickets } = await createEvent(6);
    const [north, south] = [await connectPhone(ticketSize.productId), await connectPhone(ticketSize.productId)];
    await Promise.all([
      north.sendOffline(...tickets.map(({ qr }) => offlineScan(qr))),
      south.sendOffline(...tickets.toReversed().map(({ qr }) => offlineScan(qr))),
    ]);
    const { counts, conflicts } = await north.sync();
    expect(counts).toEqual({ entered: 6, total: 6 });
    expect(conflicts).toHaveLength(6);
  });

  test("of a void ticket are shown to staff, and the ticket is used once its order is paid after all", async () => {
    const { ticketSize, tickets } = await createEvent();
    const { qr, id, orderId } = tickets[0]!;
    const scanner = await connectPhone(ticketSize.productId);
    await scanner.sync();
    await cancel(orderId);
    const response = await scanner.sendOffline(offlineScan(qr));
    expect(response).toMatchObject({
      scans: [{ answer: "void" }],
      conflicts: [{ reason: "void", seat: "M", first: null }],
    });
    expect(await ticketStateOf(id)).toBe("VOID");
    await server.app.db.transaction().execute(async (tx) => {
      await issueTickets(tx, orderId);
      expect(await tx.selectFrom("tickets").select("state").where("id", "=", id).execute()).toEqual([
        { state: "USED" },
      ]);
      await voidTickets(tx, orderId);
    });
  });

  test("that refused an entry do not use the ticket", async () => {
    const { ticketSize, tickets } = await createEvent();
    const scanner = await connectPhone(ticketSize.productId);
    await scanner.sendOffline(offlineScan(tickets[0]!.qr, { shown: "unknown" }));
    expect(await ticketStateOf(tickets[0]!.id)).toBe("VALID");
    expect((await scanner.sync()).conflicts).toEqual([]);
  });

  test("that allowed an entry with an unknown ticket are shown to staff", async () => {
    const { ticketSize } = await createEvent();
    const scanner = await connectPhone(ticketSize.productId);
    const response = await scanner.sendOffline(offlineScan("AAAAAAAAAA".repeat(9)));
    expect(response.conflicts).toMatchObject([{ reason: "unknown", seat: null, event: null, first: null }]);
  });

  test("that repeat a scan with a network whose response was lost are the same scan", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const [north, south] = [await connectPhone(ticketSize.productId), await connectPhone(ticketSize.productId)];
    const receivedScanId = randomUUID();
    await north.scan(tickets[0]!.qr, receivedScanId);
    const response = await north.sendOffline(offlineScan(tickets[0]!.qr, { _id: receivedScanId }));
    expect(response).toMatchObject({ scans: [{ answer: "valid" }], conflicts: [], counts: { entered: 1 } });
    // The lost response was "used", and the phone allowed the entry by its own list. That is a conflict.
    const lostScanId = randomUUID();
    await south.scan(tickets[1]!.qr);
    await north.scan(tickets[1]!.qr, lostScanId);
    expect((await north.sync()).conflicts).toEqual([]);
    expect((await north.sendOffline(offlineScan(tickets[1]!.qr, { _id: lostScanId }))).conflicts).toMatchObject([
      { reason: "used" },
    ]);
    // The lost answer was "valid", and the phone refused the entry. The ticket is valid again.
    const [third] = await sellTickets(ticketSize, 1);
    const refusedScanId = randomUUID();
    await north.scan(third!.qr, refusedScanId);
    await north.sendOffline(offlineScan(third!.qr, { _id: refusedScanId, shown: "used" }));
    expect(await ticketStateOf(third!.id)).toBe("VALID");
  });

  test("that repeat a scan of the phone's earlier key, whose response was lost, are the same scan", async () => {
    const { ticketSize, tickets } = await createEvent();
    const [earlierPhone, nextPhone] = [
      await connectPhone(ticketSize.productId, "Tarde"),
      await connectPhone(ticketSize.productId, "Noche"),
    ];
    const scan = offlineScan(tickets[0]!.qr);
    await earlierPhone.scan(tickets[0]!.qr, scan._id);
    await revokeScannerKey(server.app, earlierPhone.id, TEST_ACTOR);
    expect(await nextPhone.sendOffline(scan)).toMatchObject({ scans: [{ answer: "valid" }], conflicts: [] });
    const undone = { ...scan, undoneOn: secondsAgo(1) };
    expect(await nextPhone.sendOffline(undone)).toMatchObject({ conflicts: [], counts: { entered: 0, total: 1 } });
  });

  test("are accepted after the key expired, but not after it was revoked", async () => {
    const { ticketSize, tickets } = await createEvent(2);
    const scanner = await connectPhone(ticketSize.productId);
    const expireKey = (interval: string) =>
      sql`UPDATE scanner_devices SET created_at = now() - interval '3 days', expires_at = now() - ${interval}::interval
        WHERE id = ${scanner.id}`.execute(server.app.db);
    await expireKey("2 hours");
    expect((await scanner.request("POST", "/scans", { _id: randomUUID(), ticket: tickets[0]!.qr })).status).toBe(401);
    expect((await scanner.sendOffline(offlineScan(tickets[0]!.qr))).scans).toMatchObject([{ answer: "valid" }]);
    await expireKey("25 hours");
    expect((await scanner.sendOffline(offlineScan(tickets[1]!.qr))).code).toBe("DOOR_CLOSED");
  });
});

describe("the undo of a scan", () => {
  test("releases the ticket, once, only on the phone that made the scan, and the scan stays recorded", async () => {
    const { ticketSize, tickets } = await createEvent();
    const [north, south] = [await connectPhone(ticketSize.productId), await connectPhone(ticketSize.productId)];
    const id = randomUUID();
    await north.scan(tickets[0]!.qr, id);
    expect((await south.undo(id)).json.code).toBe("SCAN_NOT_FOUND");
    expect((await north.undo(randomUUID())).status).toBe(404);
    expect((await north.undo("x")).status).toBe(404);
    const both = await Promise.all([north.undo(id), north.undo(id)]);
    expect(both.map(({ status, json }) => [status, json.counts.entered])).toEqual([
      [200, 0],
      [200, 0],
    ]);
    expect((await south.scan(tickets[0]!.qr)).answer).toBe("valid");
    expect((await north.undo(id)).json.counts.entered).toBe(1);
    const { undone_at } = await server.app.db
      .selectFrom("ticket_scans")
      .select("undone_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(undone_at).toBeInstanceOf(Date);
  });

  test("is refused after a minute", async () => {
    const { ticketSize, tickets } = await createEvent();
    const scanner = await connectPhone(ticketSize.productId);
    const id = randomUUID();
    await scanner.scan(tickets[0]!.qr, id);
    await sql`UPDATE ticket_scans SET scanned_at = scanned_at - interval '66 seconds',
      recorded_at = recorded_at - interval '66 seconds' WHERE id = ${id}`.execute(server.app.db);
    expect((await scanner.undo(id)).json.code).toBe("UNDO_TOO_LATE");
    expect(await ticketStateOf(tickets[0]!.id)).toBe("USED");
  });

  test("made without a network is sent with its scan, whether or not the scan was sent before", async () => {
    const { ticketSize, tickets } = await createEvent(3);
    const scanner = await connectPhone(ticketSize.productId);
    await scanner.sync();
    const [scannedOn, undoneOn, undoneTooLateOn] = [secondsAgo(120), secondsAgo(90), secondsAgo(10)];
    const scanUndoneBefore = offlineScan(tickets[0]!.qr, { scannedOn, undoneOn });
    const scanUndoneAfter = offlineScan(tickets[1]!.qr, { scannedOn });
    const scanUndoneTooLate = offlineScan(tickets[2]!.qr, { scannedOn, undoneOn: undoneTooLateOn });
    await scanner.sendOffline(scanUndoneBefore, scanUndoneAfter, scanUndoneTooLate);
    await scanner.sendOffline({ ...scanUndoneAfter, undoneOn });
    expect(await Promise.all(tickets.map(({ id }) => ticketStateOf(id)))).toEqual(["VALID", "VALID", "USED"]);
    await scanner.sendOffline(scanUndoneBefore, { ...scanUndoneAfter, undoneOn }, scanUndoneAfter);
    expect(await Promise.all(tickets.map(({ id }) => ticketStateOf(id)))).toEqual(["VALID", "VALID", "USED"]);
  });

  test("makes the next scan that allowed an entry the ticket's entry, so that no conflict remains", async () => {
    const { ticketSize, tickets } = await createEvent();
    const [north, south] = [await connectPhone(ticketSize.productId), await connectPhone(ticketSize.productId, "Sur")];
    const id = randomUUID();
    await north.scan(tickets[0]!.qr, id);
    expect((await south.sendOffline(offlineScan(tickets[0]!.qr))).conflicts).toHaveLength(1);
    expect((await north.undo(id)).json.counts.entered).toBe(1);
    expect(await south.sync()).toMatchObject({
      conflicts: [],
      tickets: [{ state: "USED", usedBy: "Sur" }],
    });
  });
});

describe("a scanner's key", () => {
  const calls = [
    ["GET", ""],
    ["POST", "/scans"],
    ["POST", "/scans/offline"],
    ["POST", `/scans/${randomUUID()}/undo`],
  ] as const;
  const bodyOf = (path: string) => {
    if (path === "/scans") return { _id: randomUUID(), ticket: "0000000000" };
    return path === "/scans/offline" ? { scans: [offlineScan("0000000000")] } : undefined;
  };
  const invalidKeys: [string, (key: string, id: string) => Promise<string | undefined>][] = [
    ["missing", async () => undefined],
    ["forged", async () => `door_${"A".repeat(43)}`],
    ["altered", async (key) => key.slice(0, -2) + (key.endsWith("AA") ? "BB" : "AA")],
    ["without its prefix", async (key) => key.slice("door_".length)],
    ["the scanner's id", async (_, id) => id],
    [
      "expired long ago",
      async (key, id) => {
        await sql`UPDATE scanner_devices SET created_at = now() - interval '9 days', expires_at = now() - interval '2 days'
          WHERE id = ${id}`.execute(server.app.db);
        return key;
      },
    ],
    [
      "revoked",
      async (key, id) => {
        expect(await revokeScannerKey(server.app, id, TEST_ACTOR)).toBe(true);
        expect(await revokeScannerKey(server.app, id, TEST_ACTOR)).toBe(false);
        return key;
      },
    ],
  ];
  test.each(invalidKeys)("is refused if it is %s", async (_, make) => {
    const { ticketSize } = await createEvent();
    const { key, id } = await connectPhone(ticketSize.productId);
    const token = await make(key, id);
    for (const [method, path] of calls) {
      const { status, json } = await server.call(method, `/api/v1/door${path}`, { token, body: bodyOf(path) });
      expect([path, status, json.code]).toEqual([path, 401, "DOOR_CLOSED"]);
    }
  });

  test("is no session, and is stored only as a hash", async () => {
    const { ticketSize } = await createEvent();
    const { key, name } = await connectPhone(ticketSize.productId);
    expect((await server.call("GET", `/api/v1/customers/${randomUUID()}/orders`, { token: key })).status).toBe(401);
    const { rows } = await sql<{ row: string }>`SELECT scanner_devices::text AS row FROM scanner_devices`.execute(
      server.app.db,
    );
    expect(rows.some(({ row }) => row.includes(name))).toBe(true);
    for (const { row } of rows) expect(row).not.toContain(key.slice("door_".length));
  });

  test("is only for an event that exists, and is listed with its number of entries", async () => {
    const shirt = await createTestSize(server.app, { pieces: 1 });
    for (const productId of [shirt.productId, randomUUID(), "x"]) {
      expect(await makeScannerKey(server.app, { name: null, productId, hours: 1 }, TEST_ACTOR)).toEqual({
        refused: "product_not_found",
      });
    }
    const { ticketSize, tickets } = await createEvent();
    const scanner = await connectPhone(ticketSize.productId, "Puerta oriente");
    await scanner.scan(tickets[0]!.qr);
    const listed = (await listScanners(server.app.db)).find(({ id }) => id === scanner.id);
    expect(listed).toMatchObject({ name: "Puerta oriente", event: "Playera de prueba", state: "open", entered: 1 });
    await revokeScannerKey(server.app, scanner.id, TEST_ACTOR);
    expect((await listScanners(server.app.db)).find(({ id }) => id === scanner.id)?.state).toBe("revoked");
  });

  test("works while the shop is closed for maintenance", async () => {
    const { ticketSize, tickets } = await createEvent();
    const scanner = await connectPhone(ticketSize.productId);
    const setMaintenance = async (enabled: boolean) =>
      changeSetting(server.app, await server.findShop(), "management.maintenance.enabled", enabled);
    await setMaintenance(true);
    try {
      await expect.poll(async () => (await server.call("GET", "/api/v1/brands")).status).toBe(503);
      expect((await scanner.scan(tickets[0]!.qr)).answer).toBe("valid");
    } finally {
      await setMaintenance(false);
    }
  });
});

test("after these tests every invariant of the data holds", async () => {
  expect(await listViolations()).toEqual([]);
});
