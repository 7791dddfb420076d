import { randomBytes } from "node:crypto";

/** A UUID v7 (RFC 9562): sorted by time for the index, with 74 random bits against guessing. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether external text has the form in which PostgreSQL writes a UUID. Other text may raise an error when it is
 * compared with an id column.
 */
export function isId(text: string): boolean {
  return UUID.test(text);
}
