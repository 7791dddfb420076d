import { randomInt } from "node:crypto";
import { TICKET_CODE_LENGTH, TICKET_CODE_SYMBOLS } from "../../domain/ticket-code.ts";

/** A code of 50 random bits: of a ticket, typed if its QR cannot be read, or of a pick-up, whose QR contains it. */
export function newTicketCode(): string {
  const pickSymbol = (): string => TICKET_CODE_SYMBOLS[randomInt(TICKET_CODE_SYMBOLS.length)]!;
  return Array.from({ length: TICKET_CODE_LENGTH }, pickSymbol).join("");
}
