import { randomInt } from "node:crypto";
import { TICKET_CODE_LENGTH, TICKET_CODE_SYMBOLS } from "../../domain/ticket-code.ts";

/** What a person types where the camera does not read the QR: 50 random bits. */
export function newTicketCode(): string {
  const letter = (): string => TICKET_CODE_SYMBOLS[randomInt(TICKET_CODE_SYMBOLS.length)]!;
  return Array.from({ length: TICKET_CODE_LENGTH }, letter).join("");
}
