import { randomInt } from "node:crypto";

/** Crockford's base 32: no I, L, O, U, so that nothing read off paper is mistaken. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

/** What a person types where the camera does not read the QR: 50 random bits. */
export function newTicketCode(): string {
  return Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join("");
}
