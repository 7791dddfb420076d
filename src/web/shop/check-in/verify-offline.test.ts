import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { ticketHeader, formatTicketText, bytesToSign } from "../../../domain/ticket-text.ts";
import type { TicketState } from "../../../domain/ticket-state.ts";
import { verifyOffline as verify, type ListedTicket, type OfflineTicketList } from "./verify-offline.ts";

const NOW = new Date("2027-03-14T20:30:00-06:00");
const verifyNow = (list: OfflineTicketList, text: string) => verify(list, text, { now: NOW });

const [shopKeys, forgerKeys] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
const [deviceId, eventId, otherEventId] = [randomUUID(), randomUUID(), randomUUID()];
const CODE = "7K2M9QX4RT";

function qrTextOf(ticketId: string, { event = eventId, keyId = 1, pair = shopKeys } = {}): string {
  const header = ticketHeader({ ticketId, productId: event }, keyId);
  return formatTicketText(header, sign(null, bytesToSign(header), pair.privateKey));
}

function makeListedTicket(state: TicketState): ListedTicket {
  const hash = createHash("sha256").update(`${deviceId} ${CODE}`).digest().subarray(0, 12).toString("base64url");
  return { _id: randomUUID(), code: hash, event: eventId, seat: "General", state, usedOn: null, usedBy: null };
}

function makeList(...tickets: ListedTicket[]): OfflineTicketList {
  const publicKey = shopKeys.publicKey.export({ format: "jwk" }).x!;
  const events = [{ _id: eventId, name: "Concierto", startsOn: null, place: null }];
  return {
    deviceId,
    keys: [{ id: 1, publicKey }],
    events,
    ticketsById: new Map(tickets.map((ticket) => [ticket._id, ticket])),
  };
}

describe("without a network", () => {
  test.each([
    ["VALID", "valid"],
    ["USED", "used"],
    ["VOID", "void"],
  ] as const)("a listed %s ticket is %s, by its QR and by its code", async (state, answer) => {
    const ticket = makeListedTicket(state);
    expect(await verifyNow(makeList(ticket), qrTextOf(ticket._id))).toEqual({ answer, ticket });
    expect(await verifyNow(makeList(ticket), "7k2m9-qx4rt")).toEqual({ answer, ticket });
  });

  test("a ticket sold since the last synchronisation is valid by its signature", async () => {
    const id = randomUUID();
    expect(await verifyNow(makeList(), qrTextOf(id))).toEqual({ answer: "valid", ticket: { _id: id, event: eventId } });
  });

  test.each([
    ["2027-03-14T22:00:00-06:00", "valid"],
    ["2027-03-16T22:00:00-06:00", "other_day"],
  ])(
    "a ticket for an event at %s is %s; staff may ignore the day, but only of a valid ticket",
    async (startsOn, answer) => {
      const [validTicket, usedTicket] = [makeListedTicket("VALID"), makeListedTicket("USED")];
      const list = makeList(validTicket, usedTicket);
      list.events[0]!.startsOn = startsOn;
      expect(await verifyNow(list, qrTextOf(validTicket._id))).toEqual({ answer, ticket: validTicket });
      expect(await verifyNow(list, qrTextOf(randomUUID()))).toMatchObject({ answer });
      expect((await verifyNow(list, qrTextOf(usedTicket._id))).answer).toBe("used");
      const anyDayOptions = { now: NOW, isAnyDay: true };
      expect((await verify(list, qrTextOf(validTicket._id), anyDayOptions)).answer).toBe("valid");
      expect((await verify(list, qrTextOf(usedTicket._id), anyDayOptions)).answer).toBe("used");
    },
  );

  test("a ticket of another event is refused at this entrance", async () => {
    expect(await verifyNow(makeList(), qrTextOf(randomUUID(), { event: otherEventId }))).toMatchObject({
      answer: "other_event",
    });
  });

  test("forged, altered and foreign codes are unknown, also for a ticket on the list", async () => {
    const ticket = makeListedTicket("VALID");
    const validQr = qrTextOf(ticket._id);
    for (const text of [
      qrTextOf(ticket._id, { pair: forgerKeys }),
      qrTextOf(ticket._id, { event: otherEventId }),
      validQr.slice(0, 20) + (validQr[20] === "A" ? "B" : "A") + validQr.slice(21),
      validQr + validQr,
      "https://ejemplo.mx",
    ]) {
      expect(await verifyNow(makeList(ticket), text), text).toEqual({ answer: "unknown", ticket: null });
    }
  });

  test("a ticket that this phone cannot verify is unchecked: an unlisted code, or an unknown signing key", async () => {
    expect(await verifyNow(makeList(), CODE)).toEqual({ answer: "unchecked", ticket: null });
    expect(await verifyNow(makeList(), qrTextOf(randomUUID(), { keyId: 9 }))).toEqual({
      answer: "unchecked",
      ticket: null,
    });
  });

  test("a browser without Ed25519 decides only by the list", async () => {
    const importKeySpy = vi
      .spyOn(crypto.subtle, "importKey")
      .mockRejectedValue(new DOMException("no", "NotSupportedError"));
    try {
      const ticket = makeListedTicket("VALID");
      expect(await verifyNow(makeList(ticket), qrTextOf(ticket._id))).toMatchObject({ answer: "valid" });
      expect(await verifyNow(makeList(ticket), qrTextOf(randomUUID()))).toMatchObject({ answer: "unchecked" });
    } finally {
      importKeySpy.mockRestore();
    }
  });
});
