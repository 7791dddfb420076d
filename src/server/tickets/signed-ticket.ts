import { sign, verify, type KeyObject } from "node:crypto";
import { readTicketText, ticketHeader, ticketText, toSign, type SignedTicket } from "../../domain/ticket-text.ts";

/**
 * The text of a ticket's QR: 157 capitals and digits. Bytes in base 32: version (1), key (1), ticket id (16), product id
 * (16), Ed25519 signature (64) over all before it. The same ticket always has the same text.
 */
export function signTicket(ticket: SignedTicket, key: { id: number; privateKey: KeyObject }): string {
  const head = ticketHeader(ticket, key.id);
  return ticketText(head, sign(null, toSign(head), key.privateKey));
}

/**
 * What a scanned text contains, if one of the shop's keys signed it. Undefined for anything else: forged, altered, cut
 * off, of another shop. `publicKeys` are by id. Needs no database: the scanner in the browser does the same
 * (verify-signature.ts).
 */
export function verifyTicket(text: string, publicKeys: ReadonlyMap<number, KeyObject>): SignedTicket | undefined {
  const read = readTicketText(text);
  const key = read && publicKeys.get(read.keyId);
  if (!key || !verify(null, read.signed, key, read.signature)) return undefined;
  return { ticketId: read.ticketId, productId: read.productId };
}
