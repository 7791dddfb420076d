import { hash, randomBytes } from "node:crypto";

/** Identifies the token of an assisted session: its actions are logged, also on endpoints that need no caller. */
const ASSISTED_PREFIX = "su_";

/** An opaque token of 256 random bits, as the client stores it. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function newAssistedToken(): string {
  return ASSISTED_PREFIX + newToken();
}

export function isAssistedToken(token: string): boolean {
  return token.startsWith(ASSISTED_PREFIX);
}

/** The hash of a token that the database stores, so that reading the table gives no usable token. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
