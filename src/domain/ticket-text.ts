import { fromBase32, toBase32 } from "./base32.ts";

/** What a ticket's QR says. It names no person. */
export interface SignedTicket {
  ticketId: string;
  /** The event: its product. */
  productId: string;
}

/** A QR's text taken apart; whether one of the shop's keys made the signature is still to be asked. */
export interface TicketText extends SignedTicket {
  keyId: number;
  /** What the signature is over: the purpose, then the head. */
  signed: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

const VERSION = 1;
const UUID_BYTES = 16;
const HEAD_BYTES = 2 + 2 * UUID_BYTES;
const SIGNATURE_BYTES = 64;
/** Keeps a signature made for a ticket from meaning anything elsewhere. */
const PURPOSE = Uint8Array.from("escaparate ticket\0", (letter) => letter.charCodeAt(0));

/** The head of a ticket's text: version (1), key (1), ticket id (16), product id (16). */
export function ticketHead({ ticketId, productId }: SignedTicket, keyId: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([VERSION, keyId, ...uuidBytes(ticketId), ...uuidBytes(productId)]);
}

/** What is signed of a head. */
export function toSign(head: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...PURPOSE, ...head]);
}

export function ticketText(head: Uint8Array, signature: Uint8Array): string {
  return toBase32(Uint8Array.from([...head, ...signature]));
}

/** Takes a scanned text apart; undefined for what has not the form of a ticket's. */
export function readTicketText(text: string): TicketText | undefined {
  const bytes = fromBase32(text.trim().toUpperCase());
  if (bytes?.length !== HEAD_BYTES + SIGNATURE_BYTES || bytes[0] !== VERSION) return undefined;
  return {
    keyId: bytes[1]!,
    ticketId: uuidText(bytes.subarray(2, 2 + UUID_BYTES)),
    productId: uuidText(bytes.subarray(2 + UUID_BYTES, HEAD_BYTES)),
    signed: toSign(bytes.subarray(0, HEAD_BYTES)),
    signature: bytes.slice(HEAD_BYTES),
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
