import { randomInt } from "node:crypto";
import { TICKET_CODE_LENGTH, TICKET_CODE_SYMBOLS } from "../../domain/ticket-code.ts";

/** The code that staff type if the camera cannot read the QR: 50 random bits. */
export function newTicketCode(): string {
  const pickSymbol = (): string => TICKET_CODE_SYMBOLS[randomInt(TICKET_CODE_SYMBOLS.length)]!;
  return Array.from({ length: TICKET_CODE_LENGTH }, pickSymbol).join("");
}
