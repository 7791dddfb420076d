import { fromBase32, toBase32 } from "./base32.ts";

/** The ids in a ticket's QR code, which are signed. The QR code contains no personal data. */
export interface TicketIds {
  ticketId: string;
  /** The event's product. */
  productId: string;
}

/** A parsed QR text. Its signature is not verified yet. */
export interface ParsedTicketText extends TicketIds {
  keyId: number;
  /** The signed bytes: the purpose, then the header. */
  signedBytes: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

const VERSION = 1;
const UUID_BYTES = 16;
const HEADER_BYTES = 2 + 2 * UUID_BYTES;
const SIGNATURE_BYTES = 64;
/** Binds the signature to tickets, so that it is not valid for any other purpose. */
const PURPOSE = Uint8Array.from("escaparate ticket\0", (character) => character.charCodeAt(0));

/** The header of a ticket's text: version (1 byte), key id (1 byte), ticket id (16 bytes), product id (16 bytes). */
export function ticketHeader({ ticketId, productId }: TicketIds, keyId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([VERSION, keyId, ...uuidBytes(ticketId), ...uuidBytes(productId)]);
}

/** The bytes to sign for a header. */
export function bytesToSign(header: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...PURPOSE, ...header]);
}

export function formatTicketText(header: Uint8Array, signature: Uint8Array): string {
  return toBase32(Uint8Array.from([...header, ...signature]));
}

/** Parses a scanned text; undefined if it does not have the format of a ticket. */
export function readTicketText(text: string): ParsedTicketText | undefined {
  const bytes = fromBase32(text.trim().toUpperCase());
  if (bytes?.length !== HEADER_BYTES + SIGNATURE_BYTES || bytes[0] !== VERSION) return undefined;
  return {
    keyId: bytes[1]!,
    ticketId: uuidText(bytes.subarray(2, 2 + UUID_BYTES)),
    productId: uuidText(bytes.subarray(2 + UUID_BYTES, HEADER_BYTES)),
    signedBytes: bytesToSign(bytes.subarray(0, HEADER_BYTES)),
    signature: bytes.slice(HEADER_BYTES),
  };
}

function uuidBytes(id: string): number[] {
  return Array.from(id.replaceAll("-", "").matchAll(/../g), ([byte]) => Number.parseInt(byte, 16));
}

function uuidText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
