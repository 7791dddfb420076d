import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../../db/new-id.ts";

/** Allows a visitor to fill a cart of this presale until `endsAt`. */
export interface Grant {
  presaleId: string;
  visitorId: string;
  endsAt: Date;
}

const BODY_BYTES = 40;
const SIGNATURE_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{96}$/;

/** A token: presale, visitor and end, followed by an HMAC-SHA256 with the room's key, as base64url. */
export function writeGrant(grant: Grant, key: Buffer): string {
  const body = Buffer.alloc(BODY_BYTES);
  body.write(grant.presaleId.replaceAll("-", ""), 0, "hex");
  body.write(grant.visitorId.replaceAll("-", ""), 16, "hex");
  body.writeBigUInt64BE(BigInt(grant.endsAt.getTime()), 32);
  return Buffer.concat([body, sign(body, key)]).toString("base64url");
}

/**
 * Undefined if this key did not sign the token. The database decides whether the grant has ended and which cart it
 * belongs to.
 */
export function readGrant(text: string, key: Buffer): Grant | undefined {
  if (!TOKEN_PATTERN.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.subarray(0, BODY_BYTES);
  if (
    bytes.byteLength !== BODY_BYTES + SIGNATURE_BYTES ||
    !timingSafeEqual(bytes.subarray(BODY_BYTES), sign(body, key))
  )
    return undefined;
  const [presaleId, visitorId] = [readId(body, 0), readId(body, 16)];
  if (!isId(presaleId) || !isId(visitorId)) return undefined;
  return { presaleId, visitorId, endsAt: new Date(Number(body.readBigUInt64BE(32))) };
}

function sign(body: Buffer, key: Buffer): Buffer {
  return createHmac("sha256", key).update(body).digest();
}

function readId(body: Buffer, offset: number): string {
  return body.toString("hex", offset, offset + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
