import { randomInt } from "node:crypto";

/** Crockford's base 32: no I, L, O, U, so that nothing read off paper is mistaken. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;
const FORM = new RegExp(`^[${SYMBOLS}]{${LENGTH}}$`);

/** What a person types where the camera does not read the QR: 50 random bits. */
export function newTicketCode(): string {
  return Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join("");
}

/** "7K2M9-QX4RT": in two groups, to read and to type. */
export function formatTicketCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** What was typed, as it is stored: spaces, hyphens and case forgiven, O read as 0, I and L as 1. Undefined for others. */
export function readTicketCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return FORM.test(code) ? code : undefined;
}
