import { generateKeyPairSync, randomUUID } from "node:crypto";
import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { fromBase32, toBase32 } from "../../domain/base32.ts";
import { signTicket, verifyTicket } from "./signed-ticket.ts";
import { formatTicketCode, readTicketCode } from "../../domain/ticket-code.ts";
import { newTicketCode } from "./ticket-code.ts";

const pair = () => generateKeyPairSync("ed25519");
const [ours, theirs] = [pair(), pair()];
const keys = new Map([[1, ours.publicKey]]);
const ticket = { ticketId: randomUUID(), productId: randomUUID() };
const text = signTicket(ticket, { id: 1, privateKey: ours.privateKey });

/** The same text with one bit of that byte turned over. */
function altered(byte: number): string {
  const bytes = fromBase32(text)!;
  bytes[byte]! ^= 1;
  return toBase32(bytes);
}

describe("a ticket's QR", () => {
  test("says which ticket of which event it is, to whoever has the public key", () => {
    expect(verifyTicket(text, keys)).toEqual(ticket);
    expect(verifyTicket(` ${text.toLowerCase()}\n`, keys)).toEqual(ticket);
  });

  test("is always the same, and is read as capitals and digits: 45 modules a side at 15 % correction", () => {
    expect(signTicket(ticket, { id: 1, privateKey: ours.privateKey })).toBe(text);
    expect(text).toMatch(/^[A-Z2-7]{157}$/);
    expect(encode(text, { ecc: "M", border: 0 }).size).toBe(45);
  });

  test.each(Array.from({ length: 98 }, (_, byte) => byte))("altered in byte %i is none", (byte) => {
    expect(verifyTicket(altered(byte), keys)).toBeUndefined();
  });

  test("of another shop, of a key we do not have, cut off, doubled, empty or anything else is none", () => {
    const foreign = signTicket(ticket, { id: 1, privateKey: theirs.privateKey });
    const unknownKey = signTicket(ticket, { id: 2, privateKey: ours.privateKey });
    for (const wrong of [
      foreign,
      unknownKey,
      text.slice(0, -1),
      text + text,
      `${text}A`,
      "",
      "https://ejemplo.mx",
      "ñ",
    ]) {
      expect(verifyTicket(wrong, keys), wrong).toBeUndefined();
    }
  });

  test("has one spelling: the spare bit of its last letter says nothing else", () => {
    const last = text.at(-1)!;
    const spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const twin = text.slice(0, -1) + spare[spare.indexOf(last) ^ 1];
    expect(verifyTicket(twin, keys)).toBeUndefined();
  });

  test("verifies with an older key after a new one signs", () => {
    const both = new Map([...keys, [2, theirs.publicKey] as const]);
    expect(verifyTicket(text, both)).toEqual(ticket);
    expect(verifyTicket(signTicket(ticket, { id: 2, privateKey: theirs.privateKey }), both)).toEqual(ticket);
  });
});

describe("a ticket's code", () => {
  test("is read as people type it", () => {
    const code = newTicketCode();
    expect(readTicketCode(formatTicketCode(code))).toBe(code);
    expect(readTicketCode(` ${formatTicketCode(code).toLowerCase()} `)).toBe(code);
    expect(readTicketCode("OI234-56789")).toBe("0123456789");
  });

  test.each(["", "12345", "12345-6789U", "12345678901", text])("%s is none", (typed) => {
    expect(readTicketCode(typed)).toBeUndefined();
  });
});
