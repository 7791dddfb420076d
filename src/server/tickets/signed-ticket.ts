import { sign, verify, type KeyObject } from "node:crypto";
import { fromBase32, toBase32 } from "./base32.ts";

/** What a ticket's QR says. It names no person. */
export interface SignedTicket {
  ticketId: string;
  /** The event: its product. */
  productId: string;
}

const VERSION = 1;
const UUID_BYTES = 16;
const HEAD = 2 + 2 * UUID_BYTES;
const SIGNATURE_BYTES = 64;
/** Keeps a signature made for a ticket from meaning anything elsewhere. */
const PURPOSE = Buffer.from("escaparate ticket\0");

/**
 * The text of a ticket's QR: 157 capitals and digits. Bytes in base 32: version (1), key (1), ticket id (16), product id
 * (16), Ed25519 signature (64) over all before it. The same ticket always has the same text.
 */
export function signTicket(ticket: SignedTicket, key: { id: number; privateKey: KeyObject }): string {
  const head = Buffer.concat([Buffer.from([VERSION, key.id]), uuidBytes(ticket.ticketId), uuidBytes(ticket.productId)]);
  return toBase32(Buffer.concat([head, sign(null, Buffer.concat([PURPOSE, head]), key.privateKey)]));
}

/**
 * What a scanned text says, if one of the shop's keys signed it; undefined for anything else: forged, altered, cut off, of
 * another shop. `publicKeys` by their id. Needs no database: a phone at the door can do the same.
 */
export function verifyTicket(text: string, publicKeys: ReadonlyMap<number, KeyObject>): SignedTicket | undefined {
  const bytes = fromBase32(text.trim().toUpperCase());
  if (bytes?.length !== HEAD + SIGNATURE_BYTES || bytes[0] !== VERSION) return undefined;
  const key = publicKeys.get(bytes[1]!);
  const head = bytes.subarray(0, HEAD);
  if (!key || !verify(null, Buffer.concat([PURPOSE, head]), key, bytes.subarray(HEAD))) return undefined;
  return { ticketId: uuidText(head.subarray(2, 2 + UUID_BYTES)), productId: uuidText(head.subarray(2 + UUID_BYTES)) };
}

function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function uuidText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
