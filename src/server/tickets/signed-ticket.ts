import { sign, verify, type KeyObject } from "node:crypto";
import {
  readTicketText,
  ticketHeader,
  formatTicketText,
  bytesToSign,
  type TicketIds,
} from "../../domain/ticket-text.ts";

/**
 * The text of a ticket's QR: 157 capitals and digits, which are these bytes in base 32: version (1), key id (1), ticket
 * id (16), product id (16), Ed25519 signature (64). The purpose and the bytes before the signature are signed
 * (`bytesToSign`). The same ticket always has the same text.
 */
export function signTicket(ticket: TicketIds, key: { id: number; privateKey: KeyObject }): string {
  const header = ticketHeader(ticket, key.id);
  return formatTicketText(header, sign(null, bytesToSign(header), key.privateKey));
}

/**
 * The ticket and product in a scanned text that one of these keys signed. Undefined if the text is forged, altered,
 * truncated or of another installation. `publicKeys` maps ids to keys. The scanner in the browser does the same
 * (verify-signature.ts).
 */
export function verifyTicket(text: string, publicKeys: ReadonlyMap<number, KeyObject>): TicketIds | undefined {
  const fields = readTicketText(text);
  const key = fields && publicKeys.get(fields.keyId);
  if (!key || !verify(null, fields.signedBytes, key, fields.signature)) return undefined;
  return { ticketId: fields.ticketId, productId: fields.productId };
}
