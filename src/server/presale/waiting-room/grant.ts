import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../../db/new-id.ts";

/** That a visitor may fill a cart of this presale, until then. */
export interface Grant {
  presaleId: string;
  visitorId: string;
  endsAt: Date;
}

const BODY_BYTES = 40;
const MARK_BYTES = 32;
const FORM = /^[\w-]{96}$/;

/** Presale, visitor and end, and over them the room's mark (HMAC-SHA256), as base64url. */
export function writeGrant(grant: Grant, key: Buffer): string {
  const body = Buffer.alloc(BODY_BYTES);
  body.write(grant.presaleId.replaceAll("-", ""), 0, "hex");
  body.write(grant.visitorId.replaceAll("-", ""), 16, "hex");
  body.writeBigUInt64BE(BigInt(grant.endsAt.getTime()), 32);
  return Buffer.concat([body, mark(body, key)]).toString("base64url");
}

/** Undefined for what this key did not sign. Whether it is over, or whose cart it fills, is for the database. */
export function readGrant(text: string, key: Buffer): Grant | undefined {
  if (!FORM.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.subarray(0, BODY_BYTES);
  if (bytes.byteLength !== BODY_BYTES + MARK_BYTES || !timingSafeEqual(bytes.subarray(BODY_BYTES), mark(body, key)))
    return undefined;
  const [presaleId, visitorId] = [readId(body, 0), readId(body, 16)];
  if (!isId(presaleId) || !isId(visitorId)) return undefined;
  return { presaleId, visitorId, endsAt: new Date(Number(body.readBigUInt64BE(32))) };
}

function mark(body: Buffer, key: Buffer): Buffer {
  return createHmac("sha256", key).update(body).digest();
}

function readId(body: Buffer, at: number): string {
  return body.toString("hex", at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
