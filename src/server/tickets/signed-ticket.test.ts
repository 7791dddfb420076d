import { generateKeyPairSync, randomUUID } from "node:crypto";
import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { fromBase32, toBase32 } from "../../domain/base32.ts";
import { signTicket, verifyTicket } from "./signed-ticket.ts";
import { formatTicketCode, readTicketCode } from "../../domain/ticket-code.ts";
import { newTicketCode } from "./ticket-code.ts";

const makeKeyPair = () => generateKeyPairSync("ed25519");
const [ownPair, foreignPair] = [makeKeyPair(), makeKeyPair()];
const keys = new Map([[1, ownPair.publicKey]]);
const ticket = { ticketId: randomUUID(), productId: randomUUID() };
const qrText = signTicket(ticket, { id: 1, privateKey: ownPair.privateKey });

/** The text of the ticket with one bit of this byte changed. */
function alterByte(byte: number): string {
  const bytes = fromBase32(qrText)!;
  bytes[byte]! ^= 1;
  return toBase32(bytes);
}

describe("a ticket's QR", () => {
  test("contains the ticket and the event, verified with the public key", () => {
    expect(verifyTicket(qrText, keys)).toEqual(ticket);
    expect(verifyTicket(` ${qrText.toLowerCase()}\n`, keys)).toEqual(ticket);
  });

  test("is always the same, and consists of capitals and digits: 45 modules per side at 15 % correction", () => {
    expect(signTicket(ticket, { id: 1, privateKey: ownPair.privateKey })).toBe(qrText);
    expect(qrText).toMatch(/^[A-Z2-7]{157}$/);
    expect(encode(qrText, { ecc: "M", border: 0 }).size).toBe(45);
  });

  test.each(Array.from({ length: 98 }, (_, byte) => byte))("with a change in byte %i is invalid", (byte) => {
    expect(verifyTicket(alterByte(byte), keys)).toBeUndefined();
  });

  test("is invalid if it is foreign, of an unknown key, truncated, doubled, empty, or not of a ticket at all", () => {
    const foreignText = signTicket(ticket, { id: 1, privateKey: foreignPair.privateKey });
    const textWithUnknownKey = signTicket(ticket, { id: 2, privateKey: ownPair.privateKey });
    for (const invalidText of [
      foreignText,
      textWithUnknownKey,
      qrText.slice(0, -1),
      qrText + qrText,
      `${qrText}A`,
      "",
      "https://ejemplo.mx",
      "ñ",
    ]) {
      expect(verifyTicket(invalidText, keys), invalidText).toBeUndefined();
    }
  });

  test("has exactly one text: a text that differs only in the unused bit of the last character is invalid", () => {
    const lastLetter = qrText.at(-1)!;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const variant = qrText.slice(0, -1) + alphabet[alphabet.indexOf(lastLetter) ^ 1];
    expect(verifyTicket(variant, keys)).toBeUndefined();
  });

  test("is still valid when newer tickets are signed with a newer key", () => {
    const bothKeys = new Map([...keys, [2, foreignPair.publicKey] as const]);
    expect(verifyTicket(qrText, bothKeys)).toEqual(ticket);
    expect(verifyTicket(signTicket(ticket, { id: 2, privateKey: foreignPair.privateKey }), bothKeys)).toEqual(ticket);
  });
});

describe("a ticket's code", () => {
  test("is read in lower case, with spaces, and with O and I for 0 and 1", () => {
    const code = newTicketCode();
    expect(readTicketCode(formatTicketCode(code))).toBe(code);
    expect(readTicketCode(` ${formatTicketCode(code).toLowerCase()} `)).toBe(code);
    expect(readTicketCode("OI234-56789")).toBe("0123456789");
  });

  test.each(["", "12345", "12345-6789U", "12345678901", qrText])("%s is invalid", (input) => {
    expect(readTicketCode(input)).toBeUndefined();
  });
});
