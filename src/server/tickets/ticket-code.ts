import { randomInt } from "node:crypto";
import { TICKET_CODE_LENGTH, TICKET_CODE_SYMBOLS } from "../../domain/ticket-code.ts";

/**
 * A new code of 50 random bits for a ticket or a pick-up. A ticket's code is typed if its QR cannot be read. A pick-up
 * has its code in its QR.
 */
export function newTicketCode(): string {
  const pickSymbol = (): string => TICKET_CODE_SYMBOLS[randomInt(TICKET_CODE_SYMBOLS.length)]!;
  return Array.from({ length: TICKET_CODE_LENGTH }, pickSymbol).join("");
}
