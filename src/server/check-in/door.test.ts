import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { runAudit } from "../audit/run-audit.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { moveOrder } from "../orders/move-order.ts";
import { checkOut } from "../checkout/check-out.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { newCart, newGuest, wish } from "../testing/shopper.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { setEvent } from "../tickets/set-event.ts";
import { signTicket } from "../tickets/signed-ticket.ts";
import { ticketKeys } from "../tickets/ticket-keys.ts";
import { issueTickets } from "../tickets/issue-tickets.ts";
import { voidTickets } from "../tickets/void-tickets.ts";
import { listScannerDevices, makeScannerKey, revokeScannerKey } from "./device-keys.ts";

const SOMEBODY = { memberId: null, name: "prueba", address: null };

let shop: TestServer;
beforeAll(async () => {
  shop = await startTestServer();
});
afterAll(() => shop.stop());

interface SoldTicket {
  id: string;
  code: string;
  qr: string;
  orderId: string;
}

/** An event of its own and the tickets of one paid order, with a shirt so that the order can still be cancelled. */
async function event(pieces = 1): Promise<{ place: TestSize; tickets: SoldTicket[] }> {
  const place = await createTestSize(shop.app, { pieces: 1_000, isDigital: true });
  return { place, tickets: await sell(place, pieces) };
}

async function sell(place: TestSize, pieces: number): Promise<SoldTicket[]> {
  const here = await shop.shop();
  const guest = await newGuest(shop.app, here, `${randomUUID()}@ejemplo.mx`);
  const shirt = await createTestSize(shop.app, { pieces: 1 });
  const cart = await newCart(shop.app, here, [
    { ...place, pieces },
    { ...shirt, pieces: 1 },
  ]);
  const placed = await checkOut(shop.app, here, guest.customerId, wish(cart, guest));
  if (isRefusal(placed)) throw new Error(placed.refused);
  await moveOrder(shop.app, placed.orderId, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  const rows = await shop.app.db
    .selectFrom("tickets")
    .select(["id", "code"])
    .where("order_id", "=", placed.orderId)
    .orderBy("number")
    .execute();
  const [key] = await ticketKeys(shop.app.db);
  return rows.map(({ id, code }) => ({
    id,
    code,
    qr: signTicket({ ticketId: id, productId: place.productId }, key),
    orderId: placed.orderId,
  }));
}

const cancel = (orderId: string) =>
  moveOrder(shop.app, orderId, { to: "CANCELLED", actor: "prueba", reason: "Prueba" });

/** A phone with a key of its own, as it talks to the shop. */
async function phone(productId: string | null, name: string | null = null) {
  const made = await makeScannerKey(shop.app, { name, productId, hours: 12 }, SOMEBODY);
  if (isRefusal(made)) throw new Error(made.refused);
  const ask = (method: string, path: string, body?: object) =>
    shop.call(method, `/api/v1/door${path}`, { token: made.key, body });
  return {
    ...made,
    ask,
    sync: async (since?: string) => (await ask("GET", since ? `?since=${since}` : "")).json,
    scan: async (ticket: string, _id: string = randomUUID()) => (await ask("POST", "/scans", { _id, ticket })).json,
    tell: async (...scans: object[]) => (await ask("POST", "/scans/offline", { scans })).json,
    undo: (id: string) => ask("POST", `/scans/${id}/undo`),
  };
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const offline = (ticket: string, more: object = {}) => ({
  _id: randomUUID(),
  ticket,
  shown: "valid",
  scannedOn: ago(5),
  ...more,
});

const stateOf = async (id: string) =>
  (await shop.app.db.selectFrom("tickets").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

async function brokenPromises(): Promise<string[]> {
  return (await runAudit(shop.address)).filter(({ violations }) => violations > 0).map(({ check }) => check.name);
}

describe("with a network", () => {
  test("a ticket lets one in, and says whose and where; not where its buyer can be reached", async () => {
    const { place, tickets } = await event(2);
    const startsAt = new Date(Date.now() + 3_600_000);
    await setEvent(shop.app, { ...place, at: startsAt, place: "Foro Jacaranda" }, SOMEBODY);
    const door = await phone(place.productId, "Puerta norte");
    const first = await door.scan(tickets[0]!.qr);
    expect(first).toMatchObject({ answer: "valid", counts: { entered: 1, total: 2 } });
    expect(first.ticket).toEqual({
      _id: tickets[0]!.id,
      eventId: place.productId,
      event: "Playera de prueba",
      startsOn: startsAt.toISOString(),
      place: "Foro Jacaranda",
      seat: "M · 1 de 2",
      holder: "Lucía Prueba",
      state: "USED",
      usedOn: expect.any(String),
      usedBy: "Puerta norte",
    });
    const other = await phone(place.productId);
    expect(await other.scan(tickets[0]!.code)).toMatchObject({ answer: "used", ticket: { usedBy: "Puerta norte" } });
    expect(await other.scan(tickets[1]!.code)).toMatchObject({ answer: "valid", counts: { entered: 2, total: 2 } });
  });

  test("of two phones at one ticket at once one lets in, whatever they read", async () => {
    const { place, tickets } = await event(5);
    const doors = await Promise.all([phone(place.productId), phone(null)]);
    for (const { qr, code } of tickets) {
      const answers = await Promise.all(doors.flatMap((door) => [door.scan(qr), door.scan(code)]));
      expect(answers.map(({ answer }): string => answer).toSorted()).toEqual(["used", "used", "used", "valid"]);
    }
    expect((await doors[0]!.sync()).counts).toEqual({ entered: 5, total: 5 });
    expect((await doors[0]!.sync()).conflicts).toEqual([]);
  });

  test("the same scan told again, at once or later, has the same answer; with another ticket it lets nobody in", async () => {
    const { place, tickets } = await event(2);
    const door = await phone(place.productId);
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => door.scan(tickets[0]!.qr, id)));
    expect(answers.map(({ answer }) => answer)).toEqual(Array(6).fill("valid"));
    expect((await door.scan(tickets[0]!.qr, id.toUpperCase())).answer).toBe("valid");
    expect((await door.scan(tickets[1]!.qr, id)).answer).toBe("unknown");
    expect(await stateOf(tickets[1]!.id)).toBe("VALID");
    const [shared, both] = [randomUUID(), await event(2)];
    const here = await phone(both.place.productId);
    const mixed = await Promise.all(both.tickets.map(({ qr }) => here.scan(qr, shared)));
    expect(mixed.map(({ answer }): string => answer).toSorted()).toEqual(["unknown", "valid"]);
  });

  test("forged, altered, doubled, foreign and invented ones are unknown, another event's says so", async () => {
    const { place, tickets } = await event();
    const { qr, id } = tickets[0]!;
    const door = await phone(place.productId);
    const [key] = await ticketKeys(shop.app.db);
    const theirs = { id: key.id, privateKey: generateKeyPairSync("ed25519").privateKey };
    const swapped = qr.slice(0, 60) + (qr[60] === "A" ? "B" : "A") + qr.slice(61);
    for (const shown of [
      signTicket({ ticketId: id, productId: place.productId }, theirs),
      signTicket({ ticketId: id, productId: randomUUID() }, key),
      signTicket({ ticketId: randomUUID(), productId: place.productId }, key),
      swapped,
      qr + qr,
      "0000000000",
      "https://ejemplo.mx/boletos",
      "ñandú \ufffd ☂",
    ]) {
      expect(await door.scan(shown), shown).toMatchObject({ answer: "unknown", ticket: null });
    }
    const another = await event();
    expect((await door.scan(another.tickets[0]!.qr)).answer).toBe("other_event");
    expect(await stateOf(another.tickets[0]!.id)).toBe("VALID");
    expect((await (await phone(null)).scan(another.tickets[0]!.qr)).answer).toBe("valid");
    expect((await door.scan(qr)).answer).toBe("valid");
  });

  test("of a cancelled order it is void at once, also on the list", async () => {
    const { place, tickets } = await event();
    const door = await phone(place.productId);
    const { syncedOn } = await door.sync();
    await cancel(tickets[0]!.orderId);
    expect((await door.scan(tickets[0]!.qr)).answer).toBe("void");
    const later = await door.sync(syncedOn);
    expect(later.tickets).toMatchObject([{ _id: tickets[0]!.id, state: "VOID" }]);
    expect(later.counts).toEqual({ entered: 0, total: 0 });
  });

  test.each([
    ["nothing", {}],
    ["no id", { ticket: "0000000000" }],
    ["an id that is none", { _id: "uno", ticket: "0000000000" }],
    ["no ticket", { _id: randomUUID(), ticket: " " }],
    ["far too much", { _id: randomUUID(), ticket: "A".repeat(5_000) }],
  ])("a scan with %s is refused", async (_, body) => {
    const door = await phone(null);
    expect((await door.ask("POST", "/scans", body)).status).toBe(422);
  });
});

describe("a ticket of another day", () => {
  const tomorrow = async (pieces = 1) => {
    const sold = await event(pieces);
    const at = new Date(Date.now() + 2 * 86_400_000);
    await setEvent(shop.app, { ...sold.place, at, place: "Foro" }, SOMEBODY);
    return { ...sold, at };
  };
  const rowsOf = (deviceId: string) =>
    shop.app.db
      .selectFrom("ticket_scans")
      .select(["answer", "shown", "is_any_day", "scanned_at"])
      .where("device_id", "=", deviceId)
      .orderBy("number")
      .execute();

  test("says so with its date and is not used; staff may let in, and that is written down", async () => {
    const { place, tickets, at } = await tomorrow();
    const door = await phone(place.productId, "Puerta norte");
    const first = await door.scan(tickets[0]!.qr);
    expect(first).toMatchObject({ answer: "other_day", ticket: { startsOn: at.toISOString(), state: "VALID" } });
    expect(first.counts).toEqual({ entered: 0, total: 1 });
    const _id = randomUUID();
    const let_in = { _id, ticket: tickets[0]!.qr, anyDay: true };
    for (let n = 0; n < 2; n++) {
      expect((await door.ask("POST", "/scans", let_in)).json).toMatchObject({
        answer: "valid",
        ticket: { state: "USED", usedBy: "Puerta norte" },
        counts: { entered: 1, total: 1 },
      });
    }
    expect((await door.scan(tickets[0]!.code)).answer).toBe("used");
    expect(await rowsOf(door.id)).toMatchObject([
      { answer: "other_day", shown: "other_day", is_any_day: false },
      { answer: "valid", shown: "valid", is_any_day: true, scanned_at: expect.any(Date) },
      { answer: "used", shown: "used", is_any_day: false },
    ]);
    expect((await door.sync()).conflicts).toEqual([]);
    expect((await door.undo(_id)).status).toBe(200);
    expect(await stateOf(tickets[0]!.id)).toBe("VALID");
  });

  test("the day opens nothing else: void, used and foreign ones stay what they are", async () => {
    const { place, tickets } = await tomorrow(2);
    const door = await phone(place.productId);
    const letIn = async (ticket: string) =>
      (await door.ask("POST", "/scans", { _id: randomUUID(), ticket, anyDay: true })).json.answer as string;
    const another = await tomorrow();
    expect(await letIn(another.tickets[0]!.qr)).toBe("other_event");
    expect(await letIn(tickets[0]!.qr)).toBe("valid");
    expect(await letIn(tickets[0]!.qr)).toBe("used");
    await cancel(tickets[1]!.orderId);
    expect(await letIn(tickets[1]!.qr)).toBe("void");
  });

  test("without a network: a decision is no conflict, an entry without one is shown to staff", async () => {
    const { place, tickets } = await tomorrow(3);
    const door = await phone(place.productId);
    await door.sync();
    const scans = [
      offline(tickets[0]!.qr, { shown: "other_day" }),
      offline(tickets[0]!.qr, { anyDay: true }),
      offline(tickets[1]!.qr),
    ];
    const told = await door.tell(...scans);
    expect(told.scans.map(({ answer }: { answer: string }) => answer)).toEqual(["other_day", "valid", "other_day"]);
    expect(told.conflicts).toMatchObject([{ reason: "other_day", seat: "M · 2 de 3" }]);
    expect(told.counts).toEqual({ entered: 2, total: 3 });
    expect(await door.tell(...scans)).toEqual(told);
    expect(await stateOf(tickets[1]!.id)).toBe("USED");
    expect(await stateOf(tickets[2]!.id)).toBe("VALID");
  });

  test("decided on two phones without a network, one is the entry and the other a conflict", async () => {
    const { place, tickets } = await tomorrow();
    const [north, south] = [await phone(place.productId), await phone(place.productId)];
    const decided = () => offline(tickets[0]!.qr, { anyDay: true });
    expect((await north.tell(decided())).conflicts).toEqual([]);
    expect((await south.tell(decided())).conflicts).toMatchObject([{ reason: "used" }]);
  });

  test("is judged by when it was shown, not by when the phone told of it", async () => {
    const { place, tickets } = await event();
    const at = new Date(Date.now() - 12 * 3_600_000 - 1_000);
    await setEvent(shop.app, { ...place, at, place: "Foro" }, SOMEBODY);
    const door = await phone(place.productId);
    const told = await door.tell(offline(tickets[0]!.qr, { scannedOn: ago(3_600) }));
    expect(told.scans).toMatchObject([{ answer: "valid" }]);
  });
});

describe("the list", () => {
  test("has what a phone needs to judge, and neither names nor codes", async () => {
    const { place, tickets } = await event(2);
    const door = await phone(place.productId, "Puerta sur");
    const { json, text } = await door.ask("GET", "");
    expect(json.device).toMatchObject({ _id: door.id, name: "Puerta sur" });
    expect(json.events).toMatchObject([{ _id: place.productId, name: "Playera de prueba" }]);
    const hash = (code: string) => createHash("sha256").update(`${door.id} ${code}`).digest().subarray(0, 12);
    expect(new Set(json.tickets.map(({ code }: { code: string }) => code))).toEqual(
      new Set(tickets.map(({ code }) => hash(code).toString("base64url"))),
    );
    for (const secret of ["Lucía", "@", ...tickets.map(({ code }) => code)]) expect(text).not.toContain(secret);
    expect(Buffer.from(json.keys[0].publicKey, "base64url")).toHaveLength(32);
  });

  test("asked again says what changed, and never misses a ticket of a transaction that was under way", async () => {
    const { place, tickets } = await event(3);
    const door = await phone(place.productId);
    await sql`UPDATE tickets SET holder = holder`.execute(shop.app.db);
    await sql`ALTER TABLE tickets DISABLE TRIGGER tickets_note_change`.execute(shop.app.db);
    await sql`UPDATE tickets SET changed_at = now() - interval '10 minutes'`.execute(shop.app.db);
    await sql`ALTER TABLE tickets ENABLE TRIGGER tickets_note_change`.execute(shop.app.db);
    const { syncedOn } = await door.sync();
    expect((await door.sync(syncedOn)).tickets).toEqual([]);
    const [late] = await sell(place, 1);
    await door.scan(tickets[1]!.qr);
    const changed = (await door.sync(syncedOn)).tickets.map(({ _id }: { _id: string }) => _id);
    expect(changed.toSorted()).toEqual([late!.id, tickets[1]!.id].toSorted());
    // Began before the list was made, ends after it: its own time is the earlier one.
    const [under] = await sell(place, 1);
    const listed = new Date(Date.now() + 20_000).toISOString();
    expect((await door.sync(listed)).tickets.map(({ _id }: { _id: string }) => _id)).toContain(under!.id);
  });

  test("of all events leaves out those that are over", async () => {
    const [past, soon] = [await event(), await event()];
    await setEvent(shop.app, { ...past.place, at: new Date(Date.now() - 3 * 86_400_000), place: "Foro" }, SOMEBODY);
    await setEvent(shop.app, { ...soon.place, at: new Date(Date.now() + 3_600_000), place: "Foro" }, SOMEBODY);
    const door = await phone(null);
    expect((await door.scan(past.tickets[0]!.qr)).answer).toBe("other_event");
    expect((await door.scan(soon.tickets[0]!.qr)).answer).toBe("valid");
    const ids = (await door.sync()).tickets.map(({ _id }: { _id: string }) => _id);
    expect(ids).toContain(soon.tickets[0]!.id);
    expect(ids).not.toContain(past.tickets[0]!.id);
  });

  test.each(["ayer", "2026-13-45T00:00:00Z"])("since %j is refused", async (since) => {
    expect((await (await phone(null)).ask("GET", `?since=${since}`)).status).toBe(422);
  });
});

describe("scans without a network", () => {
  test("are told once, however often they are sent, and bring their own time", async () => {
    const { place, tickets } = await event(2);
    const door = await phone(place.productId);
    await door.sync();
    const scans = tickets.map(({ qr }) => offline(qr, { scannedOn: new Date().toISOString() }));
    const sent = await Promise.all([door.tell(...scans), door.tell(...scans), door.tell(...scans)]);
    for (const { scans, conflicts } of sent) {
      expect(scans.map(({ answer }: { answer: string }) => answer)).toEqual(["valid", "valid"]);
      expect(conflicts).toEqual([]);
    }
    expect((await door.tell(...scans)).counts).toEqual({ entered: 2, total: 2 });
    const rows = await shop.app.db.selectFrom("ticket_scans").selectAll().where("device_id", "=", door.id).execute();
    expect(rows).toHaveLength(2);
    for (const { id, scanned_at } of rows) {
      expect(scanned_at.toISOString()).toBe(scans.find(({ _id }) => _id === id)!.scannedOn);
    }
  });

  test("cannot be of the future, nor older than the phone's first list", async () => {
    const { place, tickets } = await event(4);
    const door = await phone(place.productId);
    await door.sync();
    const wild = ["2099-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", ago(3_600)];
    await door.tell(...tickets.map(({ qr }, n) => offline(qr, { scannedOn: wild[n] })));
    const { rows } = await sql<{ isSane: boolean }>`
      SELECT s.scanned_at BETWEEN d.opened_at AND s.recorded_at AS "isSane"
      FROM ticket_scans s JOIN scanner_devices d ON d.id = s.device_id WHERE d.id = ${door.id}`.execute(shop.app.db);
    expect(rows.map(({ isSane }) => isSane)).toEqual([true, true, true, true]);
  });

  test("of one ticket on two phones: the first that is told is the entry, the other one is shown to staff at both", async () => {
    const { place, tickets } = await event();
    const [north, south] = [await phone(place.productId, "Norte"), await phone(place.productId, "Sur")];
    await Promise.all([north.sync(), south.sync()]);
    const [early, late] = [ago(0.2), ago(0.1)];
    expect(await south.tell(offline(tickets[0]!.qr, { scannedOn: late }))).toMatchObject({
      scans: [{ answer: "valid" }],
      conflicts: [],
    });
    const scan = offline(tickets[0]!.code, { scannedOn: early });
    const told = await north.tell(scan);
    expect(told.scans).toEqual([{ _id: scan._id, answer: "used" }]);
    expect(told.conflicts).toMatchObject([{ reason: "used", seat: "M", device: "Norte", first: { device: "Sur" } }]);
    expect((await south.sync()).conflicts).toEqual(told.conflicts);
    expect((await north.tell(scan)).conflicts).toEqual(told.conflicts);
    expect(told.counts).toEqual({ entered: 1, total: 1 });
    const elsewhere = await phone((await event()).place.productId);
    expect((await elsewhere.sync()).conflicts).toEqual([]);
  });

  test("told at once from two phones are one entry and one conflict", async () => {
    const { place, tickets } = await event(6);
    const [north, south] = [await phone(place.productId), await phone(place.productId)];
    await Promise.all([
      north.tell(...tickets.map(({ qr }) => offline(qr))),
      south.tell(...tickets.toReversed().map(({ qr }) => offline(qr))),
    ]);
    const { counts, conflicts } = await north.sync();
    expect(counts).toEqual({ entered: 6, total: 6 });
    expect(conflicts).toHaveLength(6);
  });

  test("of a ticket that was void by then is shown to staff; if its order is paid after all it stays used", async () => {
    const { place, tickets } = await event();
    const { qr, id, orderId } = tickets[0]!;
    const door = await phone(place.productId);
    await door.sync();
    await cancel(orderId);
    const told = await door.tell(offline(qr));
    expect(told).toMatchObject({
      scans: [{ answer: "void" }],
      conflicts: [{ reason: "void", seat: "M", first: null }],
    });
    expect(await stateOf(id)).toBe("VOID");
    await shop.app.db.transaction().execute(async (tx) => {
      await issueTickets(tx, orderId);
      expect(await tx.selectFrom("tickets").select("state").where("id", "=", id).execute()).toEqual([
        { state: "USED" },
      ]);
      await voidTickets(tx, orderId);
    });
  });

  test("that turned somebody away use nothing up", async () => {
    const { place, tickets } = await event();
    const door = await phone(place.productId);
    await door.tell(offline(tickets[0]!.qr, { shown: "unknown" }));
    expect(await stateOf(tickets[0]!.id)).toBe("VALID");
    expect((await door.sync()).conflicts).toEqual([]);
  });

  test("of what is no ticket of ours, let in all the same, are shown to staff", async () => {
    const { place } = await event();
    const door = await phone(place.productId);
    const told = await door.tell(offline("AAAAAAAAAA".repeat(9)));
    expect(told.conflicts).toMatchObject([{ reason: "unknown", seat: null, event: null, first: null }]);
  });

  test("that had been told with a network whose answer was lost are the same scan", async () => {
    const { place, tickets } = await event(2);
    const [north, south] = [await phone(place.productId), await phone(place.productId)];
    const kept = randomUUID();
    await north.scan(tickets[0]!.qr, kept);
    const told = await north.tell(offline(tickets[0]!.qr, { _id: kept }));
    expect(told).toMatchObject({ scans: [{ answer: "valid" }], conflicts: [], counts: { entered: 1 } });
    // The lost answer was "used", and the phone let somebody in by its list: that is a conflict.
    const lost = randomUUID();
    await south.scan(tickets[1]!.qr);
    await north.scan(tickets[1]!.qr, lost);
    expect((await north.sync()).conflicts).toEqual([]);
    expect((await north.tell(offline(tickets[1]!.qr, { _id: lost }))).conflicts).toMatchObject([{ reason: "used" }]);
    // The lost answer was "valid", and the phone turned somebody away: the ticket is good again.
    const [third] = await sell(place, 1);
    const away = randomUUID();
    await north.scan(third!.qr, away);
    await north.tell(offline(third!.qr, { _id: away, shown: "used" }));
    expect(await stateOf(third!.id)).toBe("VALID");
  });

  test("come through after the key's end, not after it was revoked", async () => {
    const { place, tickets } = await event(2);
    const door = await phone(place.productId);
    const end = (interval: string) =>
      sql`UPDATE scanner_devices SET created_at = now() - interval '3 days', expires_at = now() - ${interval}::interval
        WHERE id = ${door.id}`.execute(shop.app.db);
    await end("2 hours");
    expect((await door.ask("POST", "/scans", { _id: randomUUID(), ticket: tickets[0]!.qr })).status).toBe(401);
    expect((await door.tell(offline(tickets[0]!.qr))).scans).toMatchObject([{ answer: "valid" }]);
    await end("25 hours");
    expect((await door.tell(offline(tickets[1]!.qr))).code).toBe("DOOR_CLOSED");
  });
});

describe("an undone scan", () => {
  test("frees the ticket on the phone that made it, once, and stays in the ledger", async () => {
    const { place, tickets } = await event();
    const [north, south] = [await phone(place.productId), await phone(place.productId)];
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
    const { undone_at } = await shop.app.db
      .selectFrom("ticket_scans")
      .select("undone_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(undone_at).toBeInstanceOf(Date);
  });

  test("cannot be undone after its minute", async () => {
    const { place, tickets } = await event();
    const door = await phone(place.productId);
    const id = randomUUID();
    await door.scan(tickets[0]!.qr, id);
    await sql`UPDATE ticket_scans SET scanned_at = scanned_at - interval '66 seconds',
      recorded_at = recorded_at - interval '66 seconds' WHERE id = ${id}`.execute(shop.app.db);
    expect((await door.undo(id)).json.code).toBe("UNDO_TOO_LATE");
    expect(await stateOf(tickets[0]!.id)).toBe("USED");
  });

  test("without a network is told with its scan, before or after it was sent", async () => {
    const { place, tickets } = await event(3);
    const door = await phone(place.productId);
    await door.sync();
    const [scannedOn, undoneOn, tooLate] = [ago(120), ago(90), ago(10)];
    const before = offline(tickets[0]!.qr, { scannedOn, undoneOn });
    const after = offline(tickets[1]!.qr, { scannedOn });
    const late = offline(tickets[2]!.qr, { scannedOn, undoneOn: tooLate });
    await door.tell(before, after, late);
    await door.tell({ ...after, undoneOn });
    expect(await Promise.all(tickets.map(({ id }) => stateOf(id)))).toEqual(["VALID", "VALID", "USED"]);
    await door.tell(before, { ...after, undoneOn }, after);
    expect(await Promise.all(tickets.map(({ id }) => stateOf(id)))).toEqual(["VALID", "VALID", "USED"]);
  });

  test("leaves the entry to the next one that let somebody in: no conflict remains", async () => {
    const { place, tickets } = await event();
    const [north, south] = [await phone(place.productId), await phone(place.productId, "Sur")];
    const id = randomUUID();
    await north.scan(tickets[0]!.qr, id);
    expect((await south.tell(offline(tickets[0]!.qr))).conflicts).toHaveLength(1);
    expect((await north.undo(id)).json.counts.entered).toBe(1);
    expect(await south.sync()).toMatchObject({
      conflicts: [],
      tickets: [{ state: "USED", usedBy: "Sur" }],
    });
  });
});

describe("a door's key", () => {
  const calls = [
    ["GET", ""],
    ["POST", "/scans"],
    ["POST", "/scans/offline"],
    ["POST", `/scans/${randomUUID()}/undo`],
  ] as const;
  const bodyOf = (path: string) => {
    if (path === "/scans") return { _id: randomUUID(), ticket: "0000000000" };
    return path === "/scans/offline" ? { scans: [offline("0000000000")] } : undefined;
  };
  const ended: [string, (key: string, id: string) => Promise<string | undefined>][] = [
    ["none", async () => undefined],
    ["forged", async () => `door_${"A".repeat(43)}`],
    ["altered", async (key) => key.slice(0, -2) + (key.endsWith("AA") ? "BB" : "AA")],
    ["without its prefix", async (key) => key.slice("door_".length)],
    ["the device's id", async (_, id) => id],
    [
      "long ended",
      async (key, id) => {
        await sql`UPDATE scanner_devices SET created_at = now() - interval '9 days', expires_at = now() - interval '2 days'
          WHERE id = ${id}`.execute(shop.app.db);
        return key;
      },
    ],
    [
      "revoked",
      async (key, id) => {
        expect(await revokeScannerKey(shop.app, id, SOMEBODY)).toBe(true);
        expect(await revokeScannerKey(shop.app, id, SOMEBODY)).toBe(false);
        return key;
      },
    ],
  ];
  test.each(ended)("%s: opens nothing", async (_, make) => {
    const { place } = await event();
    const { key, id } = await phone(place.productId);
    const token = await make(key, id);
    for (const [method, path] of calls) {
      const { status, json } = await shop.call(method, `/api/v1/door${path}`, { token, body: bodyOf(path) });
      expect([path, status, json.code]).toEqual([path, 401, "DOOR_CLOSED"]);
    }
  });

  test("is no session, and is kept as a hash only", async () => {
    const { place } = await event();
    const { key, name } = await phone(place.productId);
    expect((await shop.call("GET", `/api/v1/customers/${randomUUID()}/orders`, { token: key })).status).toBe(401);
    const { rows } = await sql<{ row: string }>`SELECT scanner_devices::text AS row FROM scanner_devices`.execute(
      shop.app.db,
    );
    expect(rows.some(({ row }) => row.includes(name))).toBe(true);
    for (const { row } of rows) expect(row).not.toContain(key.slice("door_".length));
  });

  test("is made for an event, or for all; is listed with what it let in", async () => {
    const shirt = await createTestSize(shop.app, { pieces: 1 });
    for (const productId of [shirt.productId, randomUUID(), "x"]) {
      expect(await makeScannerKey(shop.app, { name: null, productId, hours: 1 }, SOMEBODY)).toEqual({
        refused: "product_not_found",
      });
    }
    const { place, tickets } = await event();
    const door = await phone(place.productId, "Puerta oriente");
    await door.scan(tickets[0]!.qr);
    const listed = (await listScannerDevices(shop.app.db)).find(({ id }) => id === door.id);
    expect(listed).toMatchObject({ name: "Puerta oriente", event: "Playera de prueba", state: "open", entered: 1 });
    await revokeScannerKey(shop.app, door.id, SOMEBODY);
    expect((await listScannerDevices(shop.app.db)).find(({ id }) => id === door.id)?.state).toBe("revoked");
  });

  test("opens while the shop is closed for maintenance", async () => {
    const { place, tickets } = await event();
    const door = await phone(place.productId);
    const close = async (enabled: boolean) =>
      changeSetting(shop.app, await shop.shop(), "management.maintenance.enabled", enabled);
    await close(true);
    try {
      await expect.poll(async () => (await shop.call("GET", "/api/v1/brands")).status).toBe(503);
      expect((await door.scan(tickets[0]!.qr)).answer).toBe("valid");
    } finally {
      await close(false);
    }
  });
});

test("after all this every promise of the data holds", async () => {
  expect(await brokenPromises()).toEqual([]);
});
